#pragma once

#include <array>
#include <limits>
#include <span>
#include <string_view>

#include "carom/math/types.h"

namespace carom {

/// How the contact point moves along a leg of the path. Reslip: it stopped and slips again, in another direction.
enum class ImpactMotion { Slip, Stick, Reslip };
enum class ImpactPhase { Compression, Restitution };

/// What happened. The first five are Wang & Kumar's cases (a) to (e).
enum class ImpactCase {
  SlipThenReslipInCompression,  // (a)
  SlipThenReslipInRestitution,  // (b)
  SlipThenStickInCompression,   // (c)
  SlipThenStickInRestitution,   // (d)
  Slip,                         // (e)
  StickFromRest,                // no initial slip, and friction holds
  SlipFromRest,                 // no initial slip, and friction cannot hold
  BrachFriction,                // the ratio of impulses is capped by friction
  BrachCritical,                // … by the ratio that stops the slip
  BrachEnergy,                  // … by the ratio of zero loss
  AverageStick,                 // sticking branch of a law of one jump: Aghili's, Walton's
  AverageSlip,                  // its slipping branch
  NoImpact                      // the contact separates, or only touches: no impulse
};

enum class ImpactVerdict {
  Consistent,
  GainsEnergy,       // by `energy_gain`
  OutsideCone,       // the tangential impulse is more than friction can give
  StillApproaching,  // the law's impulse is too small to separate the bodies
  NoSolution,        // the law has none; there is no impulse
  SingularInertia    // the contact point cannot move along the normal; there is no impulse
};

/// As written in tables and JSON: "a" … "e", "S0=0:stick", "brach:mu", …
[[nodiscard]] std::string_view name_of(ImpactCase kind);
[[nodiscard]] std::string_view name_of(ImpactVerdict verdict);
[[nodiscard]] std::string_view name_of(ImpactMotion motion);
[[nodiscard]] std::string_view name_of(ImpactPhase phase);

/// A corner of the path through impulse space, and how the path came there.
template <int kSize>
struct ImpactPoint {
  Eigen::Matrix<double, kSize, 1> impulse = Eigen::Matrix<double, kSize, 1>::Zero();   // since the start  [N·s]
  Eigen::Matrix<double, kSize, 1> velocity = Eigen::Matrix<double, kSize, 1>::Zero();  // [m/s]
  double normal_work{};  // ∫ v_n dP_n since the start: of the contact on the bodies  [J]
  ImpactMotion motion{ImpactMotion::Slip};
  ImpactPhase phase{ImpactPhase::Compression};
};

/// One impact at one contact. Components: tangential first, normal last; velocities of the body relative to the
/// surface, normal pointing from the surface to the body, impulses on the body.
template <int kSize>
struct [[nodiscard]] ImpactResultOf {
  using Vector = Eigen::Matrix<double, kSize, 1>;
  /// Start, end of slip, end of compression, end: a path has no other corners.
  static constexpr int kMaxPoints = 4;

  Vector velocity = Vector::Zero();  // after  [m/s]
  Vector impulse = Vector::Zero();   // [N·s]
  double dissipation{};              // energy lost, −½ (v + v')·P  [J]
  double normal_dissipation{};       // its normal part, −∫ v_n dP_n  [J]
  double energy_gain{};              // what a law that gains energy gains, else 0  [J]
  ImpactCase kind{ImpactCase::NoImpact};
  ImpactVerdict verdict{ImpactVerdict::Consistent};
  double compression_impulse{};                                      // P_C, normal  [N·s]
  double slip_end_impulse{std::numeric_limits<double>::infinity()};  // P_S, normal; infinite if slip never ends  [N·s]

  std::array<ImpactPoint<kSize>, kMaxPoints> points{};
  int point_count{};  // laws that know only the jump have two

  [[nodiscard]] std::span<const ImpactPoint<kSize>> path() const {
    return {points.data(), static_cast<std::size_t>(point_count)};
  }
};

using PlanarImpactResult = ImpactResultOf<2>;
using ImpactResult = ImpactResultOf<3>;

}  // namespace carom
