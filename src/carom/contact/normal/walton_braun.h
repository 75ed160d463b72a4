#pragma once

#include "carom/contact/law_info.h"
#include "carom/contact/normal/plastic_spring.h"
#include "carom/contact/normal/shared_keys.h"
#include "carom/contact/parameter_checks.h"

namespace carom::normal {

/// A spring that is stiffer on the way out than on the way in, and so loses energy without a rate: restitution
/// √(k₁/k₂) at every speed.                                                                          [walton1986]
struct WaltonBraun {
  double stiffness{1e6};            // k₁, while it loads deeper than ever  [N/m]
  double unloading_stiffness{2e6};  // k₂ ≥ k₁, on the way out and in again  [N/m]

  static constexpr LawInfo kInfo{"walton-braun", "two springs, the stiffer one on the way out; keeps a dent",
                                 "f = k1 x, from the greatest depth X on max(0, k1 X - k2 (X - x))", "walton1986"};
  using Memory = DeepestDepth;
  static constexpr auto kMemory = kDeepestDepth;
  static constexpr double kUnloadingExponent = 1.0;

  static void declare(LawKeys<WaltonBraun>& keys) {
    add_stiffness(keys, "k₁ of the spring k₁ x, while the contact loads deeper than ever", "N/m");
    keys.add("unloading_stiffness", &WaltonBraun::unloading_stiffness, dimensions::kStiffness,
             "k₂ ≥ k₁ on the way out; the restitution is √(k₁/k₂)")
        .above(0.0)
        .required()
        .fitted(LawKey<WaltonBraun>::Search::Logarithm, match_restitution)
        .matched(match_restitution);
  }

  void check(ParameterChecks& checks) const {
    if (stiffness > 0.0) checks.within("unloading_stiffness", unloading_stiffness, {.least = stiffness});
  }

  [[nodiscard]] PowerSpring spring() const { return {stiffness, 1.0}; }

  [[nodiscard]] PlasticLoad load(double depth) const {
    const double dented = 1.0 - stiffness / unloading_stiffness;
    return {.force = stiffness * depth, .stiffness = stiffness, .dent = dented * depth, .dent_slope = dented};
  }

 private:
  static double match_restitution(const WaltonBraun& law, const MeasuredImpact& impact) {
    return law.stiffness / (impact.restitution * impact.restitution);
  }
};

}  // namespace carom::normal
