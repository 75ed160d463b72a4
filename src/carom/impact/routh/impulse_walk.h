#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/impact/contact_inertia.h"
#include "carom/impact/impact_law.h"
#include "carom/impact/impact_result.h"

namespace carom::impact {

/// A straight piece of the path: everything is linear in the normal impulse p.
template <int kTangential>
struct StraightLeg {
  using Vector = Eigen::Matrix<double, kTangential, 1>;

  Vector ratio;                                            // dP_t/dp  [-]
  Vector slip_rate;                                        // dv_t/dp  [1/kg]
  double normal_rate;                                      // dv_n/dp  [1/kg]
  double length{std::numeric_limits<double>::infinity()};  // in p, to the end of slip  [N·s]
  ImpactMotion motion;
};

/// Where the impact stands after a normal impulse p.
template <int kTangential>
struct WalkState {
  using Vector = Eigen::Matrix<double, kTangential, 1>;

  Vector tangential_impulse;  // P_t  [N·s]
  double normal_impulse;      // p  [N·s]
  Vector slip;                // v_t  [m/s]
  double normal_velocity;     // v_n, C in Wang & Kumar's notation  [m/s]
  double normal_work;         // ∫ v_n dp  [J]
};

/// The end of an impact as its hypothesis has it, known once compression has ended. It is the same question on a
/// straight leg and on a turning one: when does one of v_n, p and the normal work reach its value at the end?
struct RestitutionEnd {
  Hypothesis hypothesis;
  double normal_velocity{};  // of Newton: C_f  [m/s]
  double normal_impulse{};   // of Poisson: P_T  [N·s]
  double normal_work{};      // of Stronge: −(1 − e²) W_C  [J]

  /// How much further along a straight piece on which the normal velocity starts with `velocity` and grows with `rate`.
  [[nodiscard]] double distance(double velocity, double rate, double impulse, double work) const {
    switch (hypothesis) {
      case Hypothesis::Newton:
        if (velocity >= normal_velocity) return 0.0;
        return rate > 0.0 ? (normal_velocity - velocity) / rate : std::numeric_limits<double>::infinity();
      case Hypothesis::Poisson:
        return std::max(normal_impulse - impulse, 0.0);
      case Hypothesis::Stronge:
        break;
    }
    // v x + ½ r x² = the work that is left, solved without cancellation.
    const double left = normal_work - work;
    if (left <= 0.0) return 0.0;
    const double square = velocity * velocity + 2.0 * rate * left;
    const double sum = square > 0.0 ? velocity + std::sqrt(square) : 0.0;
    return sum > 0.0 ? 2.0 * left / sum : std::numeric_limits<double>::infinity();
  }
};

/// Follows one impact from corner to corner and notes them. Pieces of the path are given in turn until `done`.
template <int kTangential>
class ImpulseWalk {
 public:
  static constexpr int kSize = kTangential + 1;
  using State = WalkState<kTangential>;
  using Velocity = Eigen::Matrix<double, kSize, 1>;

  ImpulseWalk(Hypothesis hypothesis, double restitution, const Velocity& velocity, ImpactResultOf<kSize>& result)
      : state_{State::Vector::Zero(), 0.0, velocity.template head<kTangential>(), velocity(kTangential), 0.0},
        end_{hypothesis},
        restitution_(restitution),
        approach_velocity_(velocity(kTangential)),
        result_(result) {
    result_.point_count = 0;
    add_point(ImpactMotion::Slip);
  }

  [[nodiscard]] const State& state() const { return state_; }
  [[nodiscard]] ImpactPhase phase() const { return phase_; }
  [[nodiscard]] const RestitutionEnd& end() const { return end_; }
  [[nodiscard]] bool done() const { return done_; }

  [[nodiscard]] bool at_rest() const { return state_.slip.isZero(0.0); }

  /// The little slip there is, if any, is taken to have stopped at once.
  void start_from_rest() {
    state_.slip.setZero();
    result_.slip_end_impulse = 0.0;
  }

  /// Goes along the leg to its end or to the end of the impact, whichever is first; an endless leg on which neither
  /// the compression nor the restitution ends leaves the walk undone.
  void walk(const StraightLeg<kTangential>& leg) {
    double left = leg.length;
    if (phase_ == ImpactPhase::Compression) {
      const double to_end = leg.normal_rate > 0.0 ? -state_.normal_velocity / leg.normal_rate : kInfinite;
      if (to_end > left || to_end == kInfinite) return finish_leg(leg, left);
      advance(leg, to_end);
      state_.normal_velocity = 0.0;
      end_compression(leg.motion);
      if (done_) return;
      left -= to_end;
    }
    const double to_end =
        end_.distance(state_.normal_velocity, leg.normal_rate, state_.normal_impulse, state_.normal_work);
    if (to_end > left || to_end == kInfinite) return finish_leg(leg, left);
    advance(leg, to_end);
    finish(leg.motion);
  }

  /// Friction holds a contact that cannot move along its normal without slipping: no impulse parts the bodies any more,
  /// and the impact ends here under Newton's and Stronge's hypotheses; Poisson's impulse still grows to its end, to no
  /// effect. An approach of up to `rounding` has ended together with the slip. More than that is left undone: surfaces
  /// that are driven into each other.
  void hold(const StraightLeg<kTangential>& leg, double rounding) {
    if (phase_ == ImpactPhase::Compression) {
      if (state_.normal_velocity < -rounding) return;
      state_.normal_velocity = 0.0;
      end_compression(leg.motion);
      if (done_) return;
    }
    if (end_.hypothesis == Hypothesis::Poisson) {
      advance(leg, end_.distance(state_.normal_velocity, 0.0, state_.normal_impulse, state_.normal_work));
    }
    finish(leg.motion);
  }

  /// For pieces that are followed elsewhere: the state at their end, or at the corner that was found within.
  void move_to(const State& state) { state_ = state; }
  void end_compression(ImpactMotion motion) {
    phase_ = ImpactPhase::Restitution;
    result_.compression_impulse = state_.normal_impulse;
    end_.normal_velocity = -restitution_ * approach_velocity_;
    end_.normal_impulse = (1.0 + restitution_) * state_.normal_impulse;
    end_.normal_work = (1.0 - restitution_ * restitution_) * state_.normal_work;
    // The end is known to be here: nothing is left to a rounding error.
    if (restitution_ == 0.0 || (end_.hypothesis == Hypothesis::Newton && approach_velocity_ == 0.0)) {
      phase_ = ImpactPhase::Compression;
      return finish(motion);
    }
    add_point(motion, ImpactPhase::Compression);
  }
  void finish(ImpactMotion motion) {
    done_ = true;
    add_point(motion, phase_);
  }
  void end_slip() {
    state_.slip.setZero();
    result_.slip_end_impulse = state_.normal_impulse;
    add_point(ImpactMotion::Slip, phase_);
  }

 private:
  static constexpr double kInfinite = std::numeric_limits<double>::infinity();

  void finish_leg(const StraightLeg<kTangential>& leg, double left) {
    if (left == kInfinite) return;
    advance(leg, left);
    end_slip();
  }
  void advance(const StraightLeg<kTangential>& leg, double step) {
    state_.tangential_impulse += step * leg.ratio;
    state_.normal_impulse += step;
    state_.normal_work += step * (state_.normal_velocity + 0.5 * step * leg.normal_rate);
    state_.slip += step * leg.slip_rate;
    state_.normal_velocity += step * leg.normal_rate;
  }
  void add_point(ImpactMotion motion, ImpactPhase phase = ImpactPhase::Compression) {
    ImpactPoint<kSize>& point = result_.points[static_cast<std::size_t>(result_.point_count++)];
    point.impulse << state_.tangential_impulse, state_.normal_impulse;
    point.velocity << state_.slip, state_.normal_velocity;
    point.normal_work = state_.normal_work;
    point.motion = motion;
    point.phase = phase;
  }

  State state_;
  RestitutionEnd end_;
  double restitution_;
  double approach_velocity_;
  ImpactPhase phase_{ImpactPhase::Compression};
  bool done_{false};
  ImpactResultOf<kSize>& result_;
};

}  // namespace carom::impact
