#pragma once

#include <array>
#include <utility>

#include "cases/contact_cases.h"

namespace carom::cases {

/// The friction laws with bristles, which hold a block without letting it creep; each with something that damps it in
/// stick, so that it comes to rest. The friction angle of all is 16.7°.
inline const std::array<std::pair<const char*, FrictionLaw>, 4> kHoldingLaws{
    {{"cundall-strack", friction::CundallStrack{.friction = 0.3, .bristle_stiffness = 1e4, .bristle_damping = 20.0}},
     {"lugre",
      friction::LuGre{
          .static_coefficient = 0.3, .kinetic_coefficient = 0.3, .bristle_stiffness = 1e4, .bristle_damping = 20.0}},
     {"liang", friction::Liang{.friction = 0.3, .bristle_stiffness = 1e4, .viscous = 20.0}},
     {"gonthier", friction::Gonthier{.static_coefficient = 0.3,
                                     .kinetic_coefficient = 0.3,
                                     .bristle_stiffness = 1e4,
                                     .bristle_damping = 20.0,
                                     .stribeck_speed = 0.01,
                                     .dwell_time = 0.1}}}};

inline constexpr double kHeldSlope = 0.2;  // 11.5°  [rad]

/// How a block on a slope moves once it has settled.
struct Creep {
  double drift{};  // way along the slope divided by the time from settling to the end  [m/s]
  double speed{};  // at the end  [m/s]
};
[[nodiscard]] Creep measure_creep(const FrictionLaw& law, double settling, double duration);

}  // namespace carom::cases
