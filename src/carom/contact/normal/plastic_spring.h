#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>

#include "carom/contact/law_memory.h"
#include "carom/contact/normal/normal_response.h"

namespace carom::normal {

/// A point of the curve on which an elastic-plastic contact loads for the first time, and the dent that it would leave
/// if it unloaded from there.
struct PlasticLoad {
  double force{};       // F  [N]
  double stiffness{};   // dF/dx  [N/m]
  double dent{};        // r: residual depth  [m]
  double dent_slope{};  // dr/dx  [-]
};

/// All that such a contact remembers.
struct DeepestDepth {
  double deepest{};  // X  [m]
};
inline constexpr std::array kDeepestDepth{
    MemoryValue{"deepest", "m", "depth at which the contact last turned round deeper than ever"}};

/// A law that loads along F(x) and, from the greatest depth X on, unloads and loads again without loss along
///
///   f = F(X) uⁿ,   u = (x − r(X))/(X − r(X)).
///
/// It gives n and the curve, and PlasticForm what follows from them.
template <class Law>
concept LoadsPlastically = requires(const Law& law, double depth) {
  { law.load(depth) } -> std::same_as<PlasticLoad>;
  { Law::kUnloadingExponent } -> std::convertible_to<double>;
};

/// What unloading gives back is U(x) = F (x − r)/(n + 1); the rest of the work has gone into the dent.
template <class Law>
class PlasticForm {
 public:
  explicit PlasticForm(const Law& law) : law_(law) {}

  /// The force as if it could pull, and dU/dx.
  [[nodiscard]] NormalForce evaluate(double depth, double /*depth_rate*/, const DeepestDepth& memory) const {
    if (depth > memory.deepest) {
      const PlasticLoad load = law_.load(depth);
      const double returned = load.stiffness * (depth - load.dent) + load.force * (1.0 - load.dent_slope);
      return {load.force, returned / (kExponent + 1.0)};
    }
    const PlasticLoad last = law_.load(memory.deepest);
    const double u = (depth - last.dent) / (memory.deepest - last.dent);
    const double force = std::copysign(last.force * raise(std::abs(u), kExponent), u);
    return {force, std::max(force, 0.0)};
  }

  [[nodiscard]] double stored(double depth, const DeepestDepth& memory) const {
    const double deepest = std::max(depth, memory.deepest);
    const PlasticLoad last = law_.load(deepest);
    const double way = deepest - last.dent, u = (depth - last.dent) / way;
    return u > 0.0 ? last.force * way * raise(u, kExponent) * u / (kExponent + 1.0) : 0.0;
  }

  /// The depth at which the force is gone on the way out; zero while it loads.
  [[nodiscard]] double dent(double depth, const DeepestDepth& memory) const {
    return depth > memory.deepest ? 0.0 : law_.load(memory.deepest).dent;
  }

  /// Falls through zero where the contact turns round deeper than ever.
  [[nodiscard]] double turn_margin(double depth, double depth_rate, const DeepestDepth& memory) const {
    return depth > memory.deepest ? depth_rate : 1.0;
  }
  void turn(double depth, double /*depth_rate*/, DeepestDepth& memory) const {
    memory.deepest = std::max(memory.deepest, depth);
  }

 private:
  static constexpr double kExponent = Law::kUnloadingExponent;
  const Law& law_;
};

}  // namespace carom::normal
