#pragma once

#include <cmath>
#include <numbers>

#include "carom/contact/law_info.h"
#include "carom/contact/normal/plastic_spring.h"
#include "carom/contact/normal/shared_keys.h"

namespace carom::normal {

/// An elastic, perfectly plastic sphere: Hertz' force until the pressure in the middle of the contact is p_y, at the
/// depth x_y = (π p_y/(2 E*))² R; from there on it grows linearly, as the plastic part of the area takes no more. It
/// unloads as a sphere of the larger radius to which it was pressed.                                  [thornton1997]
///
/// With k = 4/3 E* √R, the slope π R p_y of the plastic part is 3/2 k √x_y, that of Hertz' force at x_y; and the radius
/// R_p for which the area is the same on both curves has R_p/R = k x^(3/2)/F.
struct Thornton {
  double stiffness{1e9};       // k  [N/m^1.5]
  double radius{0.01};         // R, equivalent: 1/R = 1/R₁ + 1/R₂  [m]
  double yield_pressure{1e9};  // p_y, 1.6 times the yield strength, say  [Pa]

  static constexpr LawInfo kInfo{
      "thornton", "elastic-plastic sphere: restitution falls as v^(-1/4) far above the speed of yield",
      "f = k x^1.5 up to x_y, then k x_y^1.5 + pi R p_y (x - x_y); out: F(X) ((x - r)/(X - r))^1.5", "thornton1997"};
  using Memory = DeepestDepth;
  static constexpr auto kMemory = kDeepestDepth;
  static constexpr double kUnloadingExponent = 1.5;

  static void declare(LawKeys<Thornton>& keys) {
    constexpr Dimension kPressure = dimensions::kForce / dimensions::kLength / dimensions::kLength;
    add_stiffness(keys, "k = 4/3 E* √R of Hertz' force k x^1.5", "N/m^1.5");
    keys.add("radius", &Thornton::radius, dimensions::kLength, "R of the contact, 1/R the sum of both curvatures")
        .above(0.0)
        .required();
    keys.add("yield_pressure", &Thornton::yield_pressure, kPressure,
             "in the middle of the contact when it begins to yield: 1.6 times the yield strength")
        .above(0.0)
        .required()
        .fitted(LawKey<Thornton>::Search::Logarithm, guess_yield_pressure);
  }

  [[nodiscard]] PowerSpring spring() const { return {stiffness, 1.5}; }

  /// x_y  [m]
  [[nodiscard]] double yield_depth() const {
    const double modulus = 0.75 * stiffness / std::sqrt(radius);  // E*
    const double ratio = 0.5 * std::numbers::pi * yield_pressure / modulus;
    return ratio * ratio * radius;
  }

  [[nodiscard]] PlasticLoad load(double depth) const {
    const double root = std::sqrt(depth), yield = yield_depth();
    if (depth <= yield) return {.force = stiffness * depth * root, .stiffness = 1.5 * stiffness * root};
    const double slope = 1.5 * stiffness * std::sqrt(yield), force = slope * (depth - yield / 3.0);
    // r = x − F/(k √x), where the larger sphere begins to touch.
    const double way = force / (stiffness * root);
    return {.force = force,
            .stiffness = slope,
            .dent = depth - way,
            .dent_slope = 1.0 - slope / (stiffness * root) + 0.5 * way / depth};
  }

 private:
  // Far above yield e⁴ = (6√3/5)² v_y/(2 √(6/5) v), and v_y ∝ p_y^(5/2).                   [thornton1997]
  static double guess_yield_pressure(const Thornton& law, const MeasuredImpact& impact) {
    const double slow = impact.speed * std::min(1.0, std::pow(impact.restitution, 4.0) / 1.972);
    const double depth = std::pow(1.25 * impact.mass * slow * slow / law.stiffness, 0.4);
    return 1.5 * law.stiffness * std::sqrt(depth) / (std::numbers::pi * law.radius);
  }
};

}  // namespace carom::normal
