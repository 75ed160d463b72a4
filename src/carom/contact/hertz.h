#pragma once

namespace carom {

// Hertz' contact of smooth bodies: small against their radii of curvature, elastic, without friction. The force is
// k x^(3/2); k comes from the materials and from the curvatures where the bodies touch.  [johnson1985, chapter 4]

struct ElasticMaterial {
  double young{};    // E > 0  [Pa]
  double poisson{};  // ν, −1 < ν ≤ 1/2  [-]
};

/// E*, 1/E* = (1 − ν₁²)/E₁ + (1 − ν₂²)/E₂ [Pa].                                            [azad2014, Eq. (6)]
[[nodiscard]] double calc_contact_modulus(const ElasticMaterial& a, const ElasticMaterial& b);

/// k = 4/3 E* √R [N/m^1.5] of a circular contact with the equivalent radius R > 0 [m], 1/R the sum of both bodies'
/// curvatures.                                                                       [azad2014, Eqs. (5), (10)]
[[nodiscard]] double calc_hertz_stiffness(double contact_modulus, double equivalent_radius);

/// A contact whose undeformed gap is (κ₁ x² + κ₂ y²)/2: its area is an ellipse.
struct HertzEllipse {
  double stiffness{};    // k of f = k x^(3/2)  [N/m^1.5]
  double axis_ratio{};   // b/a ≤ 1, minor to major semi-axis of the area  [-]
  double area_radius{};  // a² = area_radius · depth for the major semi-axis  [m]
};

/// κ₁, κ₂ > 0: the principal relative curvatures [1/m], sums over both bodies, in any order, their ratio to 1e12.
/// A line contact (one curvature zero) has no such k: its approach depends on the size of the bodies.
[[nodiscard]] HertzEllipse calc_hertz_ellipse(double contact_modulus, double curvature_1, double curvature_2);

}  // namespace carom
