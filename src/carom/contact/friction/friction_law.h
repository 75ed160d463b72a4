#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "carom/contact/friction/coulomb.h"
#include "carom/contact/friction/cundall_strack.h"
#include "carom/contact/friction/custom.h"
#include "carom/contact/friction/dahl.h"
#include "carom/contact/friction/gonthier.h"
#include "carom/contact/friction/liang.h"
#include "carom/contact/friction/lugre.h"
#include "carom/contact/friction/none.h"

namespace carom {

/// Every friction law. Slip is the velocity of A relative to B in the tangent plane [m/s]; forces act on A. A new one
/// is a file and a line here: docs/add-a-law.md. The last is for programs that bring their own.
using FrictionLaw = std::variant<friction::None, friction::Coulomb, friction::CundallStrack, friction::LuGre,
                                 friction::Liang, friction::Gonthier, friction::Dahl, friction::Custom>;

/// The force on A and the rates of the memory. With zero normal force there is no force. A negative one is what trial
/// stages of a step see past a release, before it is cut there: everything goes on without a jump.
[[nodiscard]] FrictionForce calc_friction(const FrictionLaw& law, const Vector3& slip, double normal_force,
                                          const FrictionMemory& memory, ForceCut cut = ForceCut::AsNeeded);

/// From −1 to 1: positive where the law cuts its force at a limit, zero at the corner. −1 for a law that has none or
/// does not tell.
[[nodiscard]] double calc_cut_margin(const FrictionLaw& law, const Vector3& slip, double normal_force,
                                     const FrictionMemory& memory);

/// To be called after each accepted step: brings the bristles back within what the normal force can hold, and returns
/// which part of ½ k z² that took away, 0 to 1.
[[nodiscard]] double limit_memory(const FrictionLaw& law, FrictionMemory& memory, double normal_force);

/// How near the contact is to sliding, by the law's own measure: the part of its friction that is used up, or the slip
/// against the speed from which on the law only slides. From 1 on it counts as sliding. What reports and recordings
/// say, no part of the motion; the normal force is above zero.
[[nodiscard]] double calc_slide_ratio(const FrictionLaw& law, const Vector3& slip, double normal_force,
                                      const FrictionMemory& memory);

/// With a normal force and at speeds of slip up to the given one.
[[nodiscard]] FrictionGradient calc_gradient(const FrictionLaw& law, double normal_force, double slip_speed);
[[nodiscard]] bool has_bristle(const FrictionLaw& law);
[[nodiscard]] bool has_dwell(const FrictionLaw& law);

/// Throws InputError naming key, value and range; returns sentences about what is allowed but doubtful.
[[nodiscard]] std::vector<std::string> validate(const FrictionLaw& law);

[[nodiscard]] const LawInfo& info(const FrictionLaw& law);
/// Those that scenes can choose, in the order of the variant.
[[nodiscard]] std::span<const LawInfo> list_friction_laws();

}  // namespace carom
