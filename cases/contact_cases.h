#pragma once

#include "carom/model/model_builder.h"
#include "carom/simulation/contacts/contact_rule.h"

namespace carom::cases {

/// A mechanism with everything that may touch in it.
struct ContactCase {
  Model model;
  ContactSetup contacts;
};

/// A ball of 1 kg and 0.1 m dropped from 1 m on a plane: what the programs of other engines measure too.
[[nodiscard]] ContactCase make_bouncing_ball(const NormalLaw& normal, const FrictionLaw& friction);

/// The double pendulum of Gonthier et al. (2004), section 4.2, with point masses, whose tip strikes a plane.
[[nodiscard]] ContactCase make_striking_pendulum(const NormalLaw& normal, const FrictionLaw& friction);
/// The laws and numbers of the paper: 1e9 N/m^1.5.
[[nodiscard]] ContactCase make_gonthier_pendulum();

/// An arm of six joints, each held by a motor, that lifts its hand and puts it down on a table every second. The
/// hand touches with four points; the stiffness is one that steps of 1 ms carry.
[[nodiscard]] ContactCase make_tapping_arm();

/// A block of 1 kg and 0.1 m at rest on a slope [rad], on the four corners of its underside.
[[nodiscard]] ContactCase make_block_on_slope(double slope, const FrictionLaw& friction);

}  // namespace carom::cases
