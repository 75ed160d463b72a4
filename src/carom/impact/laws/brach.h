#pragma once

#include "carom/contact/law_info.h"
#include "carom/impact/impact_result.h"
#include "carom/impact/laws/group_form.h"
#include "carom/impact/laws/shared_keys.h"

namespace carom::impact {

/// Newton's law for the normal and one ratio of the impulses, P_t = −r P_n, limited by three caps: friction, the ratio
/// that stops the slip, and the ratio at which no energy is lost.
struct Brach {
  static constexpr LawInfo kInfo{"brach", "Newton's law and one ratio of impulses under three caps",
                                 "P_t = -r P_n, |r| = min(mu, r that stops slip, r of zero loss), C_f = -e C_0",
                                 "wang1992"};
  static constexpr SimultaneousForm kGroupForm = SimultaneousForm::Newton;
  static constexpr bool kForOneContact = true;  // its ratio of impulses has no counterpart

  Restitution restitution{0.0};  // e at the approach speed, within [0, 1]  [-]
  double friction{};             // μ  [-]

  static void declare(LawKeys<Brach>& keys) { add_coefficients(keys); }
};

/// In space the ratio is taken along the direction of the impulse that stops the slip.
PlanarImpactResult resolve(const Brach& law, const Eigen::Matrix2d& inverse_inertia, const Eigen::Vector2d& velocity);
ImpactResult resolve(const Brach& law, const Matrix3& inverse_inertia, const Vector3& velocity);

}  // namespace carom::impact
