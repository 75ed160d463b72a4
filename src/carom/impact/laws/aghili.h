#pragma once

#include <optional>

#include "carom/contact/law_info.h"
#include "carom/impact/impact_result.h"
#include "carom/impact/laws/group_form.h"
#include "carom/impact/laws/shared_keys.h"

namespace carom::impact {

template <class Law>
void add_average_slip_keys(LawKeys<Law>& keys) {
  add_coefficients(keys);
  add_static_friction(keys);
  keys.add("tangential_restitution", &Law::tangential_restitution, dimensions::kNumber,
           "the same for the slip of an impact that sticks")
      .between(0.0, 1.0);
}

/// Newton's law in one jump: the whole impact sticks if the impulse that stops the slip lies in the friction cone, and
/// slips otherwise, along the average of the slip velocities before and after.
struct Aghili {
  static constexpr LawInfo kInfo{"aghili", "one jump: sticks if mu_s >= mu_cr, else slips along the average slip",
                                 "i = -inv(G)(I + E)v if |i_t| <= mu_s i_n, else i_t = -mu_d i_n dir(v_t + v_t')",
                                 "aghili"};
  static constexpr SimultaneousForm kGroupForm = SimultaneousForm::Average;
  static constexpr bool kForOneContact = false;

  Restitution restitution{0.0};             // e at the approach speed, within [0, 1]  [-]
  double friction{};                        // μ_d  [-]
  std::optional<double> static_friction{};  // μ_s, at least μ_d; absent: the same  [-]
  double tangential_restitution{};          // e_t of a sticking impact, within [0, 1]  [-]

  static void declare(LawKeys<Aghili>& keys) { add_average_slip_keys(keys); }
  void check(ParameterChecks& checks) const { check_static_friction(checks, friction, static_friction); }
};

/// Aghili's law with the discriminator as printed, which takes G⁻¹ and I + E to commute. For comparison only: its
/// impulse can leave the friction cone.
struct AghiliPrinted {
  static constexpr LawInfo kInfo{"aghili-printed", "aghili with the discriminator as printed; for comparison only",
                                 "as aghili, but sticks if mu_s >= |xi_t| / (|xi_n| (1 + e)), xi = inv(G) v", "aghili"};
  static constexpr SimultaneousForm kGroupForm = SimultaneousForm::Average;
  static constexpr bool kForOneContact = true;  // the printed discriminator is no law

  Restitution restitution{0.0};             // e at the approach speed, within [0, 1]  [-]
  double friction{};                        // μ_d  [-]
  std::optional<double> static_friction{};  // μ_s, at least μ_d; absent: the same  [-]
  double tangential_restitution{};          // e_t of a sticking impact, within [0, 1]  [-]

  static void declare(LawKeys<AghiliPrinted>& keys) { add_average_slip_keys(keys); }
  void check(ParameterChecks& checks) const {
    check_static_friction(checks, friction, static_friction);
    checks.warn("'aghili-printed' keeps a mistake of the paper for comparison; 'aghili' is the corrected law");
  }
};

PlanarImpactResult resolve(const Aghili& law, const Eigen::Matrix2d& inverse_inertia, const Eigen::Vector2d& velocity);
ImpactResult resolve(const Aghili& law, const Matrix3& inverse_inertia, const Vector3& velocity);
PlanarImpactResult resolve(const AghiliPrinted& law, const Eigen::Matrix2d& inverse_inertia,
                           const Eigen::Vector2d& velocity);
ImpactResult resolve(const AghiliPrinted& law, const Matrix3& inverse_inertia, const Vector3& velocity);

}  // namespace carom::impact
