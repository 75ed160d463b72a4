#pragma once

#include "carom/contact/law_info.h"
#include "carom/impact/impact_result.h"
#include "carom/impact/laws/group_form.h"
#include "carom/impact/laws/shared_keys.h"

namespace carom::impact {

/// Hard spheres with three coefficients: the impact turns the slip round, v_t' = −β₀ v_t, if friction can give the
/// impulse for it, and else slides, with the whole impulse of friction against the slip before.
///                                                                                        [walton1993, foerster1994]
/// For two spheres with P_n = (1 + e) m |v_n| that is P_t = min(μ P_n, (1 + β₀) 2/7 m |v_t|), m the reduced mass; for
/// other bodies the impulses are those of their inertia. Where several contacts collide at once it has the form of
/// Aghili's law, which slides against the average of the slip.
struct Walton {
  static constexpr LawInfo kInfo{"walton", "hard spheres: restitution, friction, and restitution of the slip",
                                 "v_t' = -beta0 v_t if |P_t| <= mu P_n, else P_t = -mu P_n dir(v_t); v_n' = -e v_n",
                                 "walton1993"};
  static constexpr SimultaneousForm kGroupForm = SimultaneousForm::Average;
  static constexpr bool kForOneContact = false;

  Restitution restitution{0.0};     // e at the approach speed, within [0, 1]  [-]
  double friction{};                // μ  [-]
  double tangential_restitution{};  // β₀ of an impact that does not slide, within [0, 1]  [-]

  static void declare(LawKeys<Walton>& keys) {
    add_coefficients(keys);
    keys.add("tangential_restitution", &Walton::tangential_restitution, dimensions::kNumber,
             "β₀: the part of the slip that an impact which does not slide turns round")
        .between(0.0, 1.0);
  }
};

PlanarImpactResult resolve(const Walton& law, const Eigen::Matrix2d& inverse_inertia, const Eigen::Vector2d& velocity);
ImpactResult resolve(const Walton& law, const Matrix3& inverse_inertia, const Vector3& velocity);

}  // namespace carom::impact
