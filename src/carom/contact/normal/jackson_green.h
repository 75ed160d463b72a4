#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "carom/contact/law_info.h"
#include "carom/contact/normal/plastic_spring.h"
#include "carom/contact/normal/shared_keys.h"

namespace carom::normal {

/// An elastic, perfectly plastic sphere pressed flat, as finite elements found it: Hertz' force up to about twice the
/// depth x_c at which it begins to yield inside, and beyond it, in ω = x/x_c and in units of Hertz' force at x_c,
///
///   F = exp(−ω^(5/12)/4) ω^(3/2) + 4 H/(C S_y) (1 − exp(−ω^(5/9)/25)) ω,                         [jackson2005]
///
///   x_c = (π C S_y/(2 E'))² R,   C = 1.295 exp(0.736 ν),   B = 0.14 exp(23 S_y/E'),
///   H = 2.84 S_y (1 − exp(−0.82 (a/R)^(−0.7))),   a/R = (π C S_y/(2 E')) √ω (ω/1.9)^(B/2).
///
/// The dent that it leaves is r = 1.02 x (1 − ((ω + 5.9)/6.9)^(−0.54)), and it unloads as Hertz' sphere of the radius
/// that fits.                                                                                       [jackson2010]
///
/// Deviation J1: at ω = 1.9, where the paper goes over from Hertz' force to F, the two differ by 0.5 % for ν = 0.32 and
/// by more for others; a force that jumps has no energy. Ours is the smaller of the two, which cross once.
/// Deviation J2: below ω = 1 there is no dent, and it is never more than 0.98 x, which the fit passes at ω = 2800.
struct JacksonGreen {
  double stiffness{1e9};       // k = 4/3 E' √R  [N/m^1.5]
  double radius{0.01};         // R, equivalent  [m]
  double yield_strength{1e9};  // S_y of the softer body  [Pa]
  double poisson{0.3};         // ν of that body  [-]

  static constexpr LawInfo kInfo{"jackson-green", "elastic-plastic sphere after finite elements, with falling hardness",
                                 "f = F_c min(w^1.5, F(w)), w = x/x_c; out: F(X) ((x - r)/(X - r))^1.5", "jackson2005"};
  using Memory = DeepestDepth;
  static constexpr auto kMemory = kDeepestDepth;
  static constexpr double kUnloadingExponent = 1.5;

  static void declare(LawKeys<JacksonGreen>& keys) {
    constexpr Dimension kPressure = dimensions::kForce / dimensions::kLength / dimensions::kLength;
    using Search = LawKey<JacksonGreen>::Search;
    add_stiffness(keys, "k = 4/3 E' √R of Hertz' force k x^1.5", "N/m^1.5");
    keys.add("radius", &JacksonGreen::radius, dimensions::kLength, "R of the contact, 1/R the sum of both curvatures")
        .above(0.0)
        .required();
    keys.add("yield_strength", &JacksonGreen::yield_strength, kPressure, "of the softer body")
        .above(0.0)
        .required()
        .fitted(Search::Logarithm, guess_yield_strength);
    keys.add("poisson", &JacksonGreen::poisson, dimensions::kNumber, "Poisson's ratio of the softer body")
        .between(0.0, 0.5);
  }

  [[nodiscard]] PowerSpring spring() const { return {stiffness, 1.5}; }

  /// x_c  [m]
  [[nodiscard]] double critical_depth() const { return yield_angle() * yield_angle() * radius; }

  [[nodiscard]] PlasticLoad load(double depth) const {
    const double critical = critical_depth(), w = depth / critical;
    const double unit = stiffness * critical * std::sqrt(critical);  // Hertz' force at x_c  [N]
    const Reduced hertz{.force = w * std::sqrt(w), .slope = 1.5 * std::sqrt(w)}, plastic = calc_plastic(w);
    const Reduced& least = hertz.force <= plastic.force ? hertz : plastic;
    PlasticLoad result{.force = unit * least.force, .stiffness = unit / critical * least.slope};
    if (!(w > 1.0)) return result;
    const double left = std::pow((w + 5.9) / 6.9, -0.54), part = 1.02 * (1.0 - left);
    constexpr double kMost = 0.98;
    result.dent = std::min(part, kMost) * depth;
    result.dent_slope = part < kMost ? part + 1.02 * 0.54 * left * w / (w + 5.9) : kMost;
    return result;
  }

 private:
  // F and dF/dω.
  struct Reduced {
    double force{}, slope{};
  };

  [[nodiscard]] double yield_strain() const {  // S_y/E'
    return yield_strength * std::sqrt(radius) / (0.75 * stiffness);
  }
  [[nodiscard]] double yield_factor() const { return 1.295 * std::exp(0.736 * poisson); }  // C
  [[nodiscard]] double yield_angle() const { return 0.5 * std::numbers::pi * yield_factor() * yield_strain(); }

  [[nodiscard]] Reduced calc_plastic(double w) const {
    if (!(w > 0.0)) return {};
    const double a = 0.25 * std::pow(w, 5.0 / 12.0), b = std::pow(w, 5.0 / 9.0) / 25.0;
    const double growth = 0.5 * (1.0 + 0.14 * std::exp(23.0 * yield_strain()));  // of ln(a/R) with ln ω
    const double contact_ratio = yield_angle() * std::sqrt(w) * std::pow(w / 1.9, growth - 0.5);
    const double g = 0.82 * std::pow(contact_ratio, -0.7);
    const double elastic = std::exp(-a) * w * std::sqrt(w), share = -std::expm1(-b);
    const double hardness = -2.84 * std::expm1(-g), hardness_fall = -0.7 * growth * 2.84 * g * std::exp(-g);
    const double factor = 4.0 / yield_factor();
    // ω d/dω of each factor in turn
    const double grown =
        elastic * (1.5 - 5.0 / 12.0 * a) +
        factor * w * (hardness * share + hardness_fall * share + hardness * 5.0 / 9.0 * b * std::exp(-b));
    return {elastic + factor * hardness * share * w, grown / w};
  }

  // As for Thornton's law, with a pressure of 1.6 S_y.
  static double guess_yield_strength(const JacksonGreen& law, const MeasuredImpact& impact) {
    const double slow = impact.speed * std::min(1.0, std::pow(impact.restitution, 4.0) / 1.972);
    const double depth = std::pow(1.25 * impact.mass * slow * slow / law.stiffness, 0.4);
    return 1.5 * law.stiffness * std::sqrt(depth) / (std::numbers::pi * law.radius) / law.yield_factor();
  }
};

}  // namespace carom::normal
