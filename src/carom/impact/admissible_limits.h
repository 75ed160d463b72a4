#pragma once

#include <cmath>
#include <limits>
#include <optional>

#include "carom/math/types.h"

namespace carom {

/// |i_t|/i_n: the friction that an impulse needs. Infinite for an impulse that pulls.
template <class Vector>
[[nodiscard]] double calc_cone_ratio(const Vector& impulse) {
  constexpr int kTangential = Vector::RowsAtCompileTime - 1;
  const double normal = impulse(kTangential), tangential = impulse.template head<kTangential>().norm();
  if (tangential == 0.0 && normal >= 0.0) return 0.0;
  return normal > 0.0 ? tangential / normal : std::numeric_limits<double>::infinity();
}

/// G is here what [aghili] calls so, the inverse of the Delassus matrix.
/// μ_cr(e): the least friction with which an impact sticks, |ξ_t + e v_n G_tn|/|ξ_n + e v_n G_nn| with ξ = G v.
/// Deviation A1 from [aghili, Eq. (23)]: printed as |ξ_t|/(|ξ_n|(1 + e)), which takes G and I + E to commute.
/// Deviation A2: infinite where the sticking impulse would pull. Order: tangential first, normal last.
[[nodiscard]] double calc_critical_friction(const Eigen::Matrix2d& inverse_inertia, const Eigen::Vector2d& velocity,
                                            double restitution);
[[nodiscard]] double calc_critical_friction(const Matrix3& inverse_inertia, const Vector3& velocity,
                                            double restitution);
[[nodiscard]] double calc_printed_critical_friction(const Eigen::Matrix2d& inverse_inertia,
                                                    const Eigen::Vector2d& velocity, double restitution);
[[nodiscard]] double calc_printed_critical_friction(const Matrix3& inverse_inertia, const Vector3& velocity,
                                                    double restitution);

/// Restitutions from `least` to `most`, within [0, 1].
struct RestitutionRange {
  double least{}, most{};  // [-]
};
/// The restitutions with which friction of at most `most_friction` makes the impact stick, μ_cr(e) ≤ most_friction;
/// none where slip cannot be avoided.                                                                  [aghili, Eq.
/// (25)] Deviation A6: printed for μ = 1 as "slip cannot be avoided if a > 1 and e < a − 1" with a = |ξ_t|/|ξ_n|, from
/// (23). By the corrected (23) the sticking impulse is a straight line in e, −(ξ + e v_n G e_n), of which the cone
/// holds one piece: more restitution can end sticking as well as begin it.
[[nodiscard]] std::optional<RestitutionRange> find_sticking_restitutions(const Eigen::Matrix2d& inverse_inertia,
                                                                         const Eigen::Vector2d& velocity,
                                                                         double most_friction = 1.0);
[[nodiscard]] std::optional<RestitutionRange> find_sticking_restitutions(const Matrix3& inverse_inertia,
                                                                         const Vector3& velocity,
                                                                         double most_friction = 1.0);
/// The same as printed: from a/most_friction − 1 on.
[[nodiscard]] std::optional<RestitutionRange> find_printed_sticking_restitutions(const Eigen::Matrix2d& inverse_inertia,
                                                                                 const Eigen::Vector2d& velocity,
                                                                                 double most_friction = 1.0);
[[nodiscard]] std::optional<RestitutionRange> find_printed_sticking_restitutions(const Matrix3& inverse_inertia,
                                                                                 const Vector3& velocity,
                                                                                 double most_friction = 1.0);

/// The bounds of the regions in which Aghili's law loses energy.
struct AdmissibleLimits {
  double restitution{};               // e* = √(vᵀGv/(G_nn v_n²)): sticking impacts gain energy above it  [-]
  double restitution_any_velocity{};  // e* = 1/√(G_nn D_nn): the same for every velocity  [-]
  double friction{};                  // μ* = D_nn/|D_nt|: slipping impacts may have no impulse above it  [-]
};
[[nodiscard]] AdmissibleLimits calc_admissible_limits(const Eigen::Matrix2d& inverse_inertia,
                                                      const Eigen::Vector2d& velocity);
[[nodiscard]] AdmissibleLimits calc_admissible_limits(const Matrix3& inverse_inertia, const Vector3& velocity);

/// Where a pair of friction and restitution lies.                              [aghili, Eq. (41), with A1 and A2]
enum class AdmissibleRegion { Inadmissible, Stick, Slip };
[[nodiscard]] AdmissibleRegion classify(const AdmissibleLimits& limits, double critical_friction, double friction,
                                        double restitution);

}  // namespace carom
