#pragma once

#include <cmath>
#include <optional>

#include "carom/math/types.h"

namespace carom::impact {

/// The blocks of a contact's inverse inertia: v_t = … + A P_t + b P_n, v_n = … + b·P_t + c P_n.
template <int kTangential>
struct ContactInertia {
  using Vector = Eigen::Matrix<double, kTangential, 1>;
  using Matrix = Eigen::Matrix<double, kTangential, kTangential>;

  Matrix tangential;  // A  [1/kg]
  Vector coupling;    // b  [1/kg]
  double normal;      // c  [1/kg]

  explicit ContactInertia(const Eigen::Matrix<double, kTangential + 1, kTangential + 1>& inverse_inertia)
      : tangential(inverse_inertia.template topLeftCorner<kTangential, kTangential>()),
        coupling(inverse_inertia.template topRightCorner<kTangential, 1>()),
        normal(inverse_inertia(kTangential, kTangential)) {}
};

/// Of the normal mobility: what is left of it when the tangential motion is held counts as nothing below this part. The
/// mechanism then has no motion along the normal that is not also one along the surface (a rod on a hinge, a linkage of
/// one degree of freedom), and the rest is rounding of its inverse inertia.
inline constexpr double kLockedPart = 1e-10;

/// A⁺ x. Along a direction in which the contact cannot move, 0.
[[nodiscard]] inline Eigen::Matrix<double, 1, 1> solve_tangential(const ContactInertia<1>& inertia,
                                                                  const Eigen::Matrix<double, 1, 1>& x) {
  const double a = inertia.tangential(0, 0);
  return Eigen::Matrix<double, 1, 1>(a > 0.0 ? x(0) / a : 0.0);
}

[[nodiscard]] inline Eigen::Vector2d solve_tangential(const ContactInertia<2>& inertia, const Eigen::Vector2d& x) {
  const Eigen::Matrix2d& a = inertia.tangential;
  const double trace = a.trace();
  const double determinant = a(0, 0) * a(1, 1) - a(0, 1) * a(0, 1);
  // A planar mechanism seen in space, or a point that moves along one line only: A = λ u uᵀ, and λ is its trace.
  constexpr double kSingular = 1e-12;
  if (determinant > kSingular * trace * trace) {
    return Eigen::Vector2d(a(1, 1) * x(0) - a(0, 1) * x(1), a(0, 0) * x(1) - a(0, 1) * x(0)) / determinant;
  }
  if (trace > 0.0) return a * x / (trace * trace);
  return Eigen::Vector2d::Zero();
}

/// What is left of the normal mobility when the tangential motion is held: c − b·A⁺b  [1/kg].
template <int kTangential>
[[nodiscard]] double calc_held_mobility(const ContactInertia<kTangential>& inertia) {
  return inertia.normal - inertia.coupling.dot(solve_tangential(inertia, inertia.coupling));
}

/// The impulse that changes the velocity by `change`, if there is one: the normal motion must be free when the
/// tangential one is held, and no change be asked for along a direction in which the contact cannot move.
template <int kTangential>
[[nodiscard]] std::optional<Eigen::Matrix<double, kTangential + 1, 1>> find_impulse(
    const ContactInertia<kTangential>& inertia, const Eigen::Matrix<double, kTangential + 1, 1>& change) {
  const Eigen::Matrix<double, kTangential, 1> held = solve_tangential(inertia, inertia.coupling);
  const double normal = inertia.normal - inertia.coupling.dot(held);
  if (!(normal > kLockedPart * inertia.normal)) return std::nullopt;
  const Eigen::Matrix<double, kTangential, 1> tangential =
      solve_tangential(inertia, Eigen::Matrix<double, kTangential, 1>(change.template head<kTangential>()));
  Eigen::Matrix<double, kTangential + 1, 1> impulse;
  impulse(kTangential) = (change(kTangential) - inertia.coupling.dot(tangential)) / normal;
  impulse.template head<kTangential>() = tangential - held * impulse(kTangential);
  const Eigen::Matrix<double, kTangential, 1> reached =
      inertia.tangential * impulse.template head<kTangential>() + inertia.coupling * impulse(kTangential);
  constexpr double kMissed = 1e-6;  // of the change: far above rounding, far below a direction that is locked
  const double missed = (reached - change.template head<kTangential>()).cwiseAbs().maxCoeff();
  if (!(missed <= kMissed * change.cwiseAbs().maxCoeff())) return std::nullopt;
  return impulse;
}

/// The direction in which a contact at rest begins to slip when friction μ cannot hold it: the unit vector u for which
/// the slip grows along itself, b − μ A u = α u with α > 0. There is one, because |(α I + μ A)⁻¹ b| falls with α.
[[nodiscard]] inline Eigen::Matrix<double, 1, 1> find_reslip_direction(const ContactInertia<1>& inertia, double /*μ*/) {
  return Eigen::Matrix<double, 1, 1>(std::copysign(1.0, inertia.coupling(0)));
}
[[nodiscard]] Eigen::Vector2d find_reslip_direction(const ContactInertia<2>& inertia, double friction);

}  // namespace carom::impact
