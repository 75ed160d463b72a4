#pragma once

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

#include "carom/contact/law_info.h"
#include "carom/contact/normal/plastic_spring.h"
#include "carom/contact/normal/shared_keys.h"
#include "carom/contact/parameter_checks.h"

namespace carom::normal {

/// A pad that was pressed in a testing machine: it loads along the measured points, straight between them, and unloads
/// along a line that is steeper with each loading that went deeper than all before.
struct Measured {
  double stiffness{1e6};               // k, of the first unloading  [N/m]
  double hardening{};                  // part of k by which each further one is steeper  [-]
  std::vector<double> depths, forces;  // measured, from the first point after zero on  [m], [N]

  static constexpr LawInfo kInfo{"measured", "a measured loading curve; unloads steeper and steeper",
                                 "f = table(x), from the greatest depth X on max(0, F(X) - k (1 + c n)(X - x))",
                                 "walton1986"};

  struct Memory {
    double deepest{};   // X  [m]
    double force{};     // F(X)  [N]
    double loadings{};  // n, that went deeper than all before  [-]
  };
  static constexpr std::array kMemory{
      MemoryValue{"deepest", "m", "depth at which the contact last turned round deeper than ever"},
      MemoryValue{"force", "N", "the force there"},
      MemoryValue{"loadings", "", "how often that has happened, in all contacts", Lasts::WholeRun}};

  static void declare(LawKeys<Measured>& keys) {
    add_stiffness(keys, "k of the first unloading, not below that of loading", "N/m");
    keys.add("hardening", &Measured::hardening, dimensions::kNumber, "part of k by which each further one is steeper")
        .at_least(0.0);
    keys.add("depths", &Measured::depths, dimensions::kLength, "at which the force was measured, increasing")
        .above(0.0)
        .required();
    keys.add("forces", &Measured::forces, dimensions::kForce, "at these depths; on from the last one as before it")
        .above(0.0)
        .required();
  }
  void check(ParameterChecks& checks) const {
    if (depths.empty() || depths.size() != forces.size())
      checks.refuse("forces", "as many as depths", "another number");
    if (!std::ranges::is_sorted(depths)) checks.refuse("depths", "increasing", "another order");
  }

  /// Estimates of steps take the contact for this.
  [[nodiscard]] PowerSpring spring() const { return {stiffness, 1.0}; }

  /// The force as if it could pull, and what of it has a potential.
  [[nodiscard]] NormalForce evaluate(double depth, double /*depth_rate*/, const Memory& memory) const {
    if (depth > memory.deepest) {
      const Segment at = find_segment(depth);
      return {at.force, at.force * at.slope / slope_out(memory.loadings + 1.0)};
    }
    const double force = memory.force - slope_out(memory.loadings) * (memory.deepest - depth);
    return {force, std::max(force, 0.0)};
  }
  /// What it gives back if the contact opens slowly.
  [[nodiscard]] double stored(double depth, const Memory& memory) const {
    const double force = std::max(evaluate(depth, 0.0, memory).force, 0.0);
    return 0.5 * force * force / slope_out(memory.loadings + (depth > memory.deepest ? 1.0 : 0.0));
  }
  /// Where the force is gone on the way out.
  [[nodiscard]] double dent(double depth, const Memory& memory) const {
    return depth > memory.deepest ? 0.0 : memory.deepest - memory.force / slope_out(memory.loadings);
  }

  /// Falls through zero where the memory changes: on the first way out from deeper than ever.
  [[nodiscard]] double turn_margin(double depth, double depth_rate, const Memory& memory) const {
    return depth > memory.deepest ? depth_rate : 1.0;
  }
  void turn(double depth, double /*depth_rate*/, Memory& memory) const {
    memory = {depth, find_segment(depth).force, memory.loadings + 1.0};
  }

 private:
  struct Segment {
    double force{}, slope{};
  };
  [[nodiscard]] double slope_out(double loadings) const {
    return stiffness * (1.0 + hardening * std::max(loadings - 1.0, 0.0));
  }
  [[nodiscard]] Segment find_segment(double depth) const {
    const auto next = std::ranges::lower_bound(depths, depth);
    const auto end = static_cast<std::size_t>(std::distance(depths.begin(), next));
    const std::size_t i = std::min(end, depths.size() - 1);
    const double x = i > 0 ? depths[i - 1] : 0.0, f = i > 0 ? forces[i - 1] : 0.0;
    const double slope = (forces[i] - f) / (depths[i] - x);
    return {f + slope * (depth - x), slope};
  }
};

}  // namespace carom::normal
