#include "carom/analysis/remembered_impact.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "carom/analysis/embedded_step.h"
#include "carom/contact/normal/normal_contact.h"

namespace carom {
namespace {

// In units of the depth X = (m v²/k)^(1/(p+1)) of the spring as which the law begins, the time X/v and the speed v.
// With u = s² and dt = 2 s dτ what begins as a power of the depth is smooth at the touch-down:
//
//   ds/dτ = w,   dw/dτ = −2 s f,   dt/dτ = 2 s.
using State = std::array<double, 3>;  // s, w, t

class Impact {
 public:
  Impact(const NormalLaw& law, double mass, double speed) : contact_(law, speed), speed_(speed) {
    const NormalResponse& spring = contact_.response();
    const double energy = mass * speed * speed;
    depth_ = std::pow(energy / spring.stiffness, 1.0 / (spring.exponent + 1.0));
    force_ = energy / depth_;
  }

  [[nodiscard]] RememberedImpact run() {
    constexpr double kTolerance = 1e-12;
    constexpr int kMostSteps = 200'000;
    State state{0.0, 1.0, 0.0};
    double h = 1e-3;
    for (int i = 0; i < kMostSteps; ++i) {
      const EmbeddedStep<3> step = try_step(state, h);
      const double next = h * std::clamp(0.9 * std::pow(kTolerance / std::max(step.error, 1e-300), 0.2), 0.2, 5.0);
      if (step.error <= kTolerance) {
        if (is_over(step.state)) return finish(find_end(state, h, [&](const State& s) { return is_over(s); }));
        const bool turns = has_turned(step.state);
        state = turns ? find_end(state, h, [&](const State& s) { return has_turned(s); }) : step.state;
        note(state);
        if (turns) contact_.look(depth(state), depth_rate(state));
      }
      h = next;
    }
    return result_;
  }

 private:
  [[nodiscard]] double depth(const State& state) const { return depth_ * state[0] * std::abs(state[0]); }
  [[nodiscard]] double depth_rate(const State& state) const { return speed_ * state[1]; }
  [[nodiscard]] double calc_force(const State& state) const {
    return contact_.at_present().unclipped(depth(state), depth_rate(state));
  }

  [[nodiscard]] EmbeddedStep<3> try_step(const State& state, double h) const {
    const auto calc = [&](double /*t*/, const State& y) {
      const double s = std::max(y[0], 0.0);
      return State{y[1], -2.0 * s * calc_force(y) / force_, 2.0 * s};
    };
    return try_embedded_step(calc, 0.0, state, h);
  }

  [[nodiscard]] bool has_turned(const State& state) const {
    return contact_.at_present().turn_margin(depth(state), depth_rate(state)) < 0.0;
  }
  // On the way out, and nothing pushes any more.
  [[nodiscard]] bool is_over(const State& state) const {
    return depth_rate(state) < 0.0 && (state[0] <= 0.0 || calc_force(state) <= 0.0);
  }

  // The first state within a step of length h of which `what` is true, by halving it.
  template <class What>
  [[nodiscard]] State find_end(const State& before, double h, const What& what) const {
    double low = 0.0, high = h;
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (low + high);
      (what(try_step(before, middle).state) ? high : low) = middle;
    }
    return try_step(before, high).state;
  }

  void note(const State& state) {
    result_.peak_depth = std::max(result_.peak_depth, depth(state));
    result_.peak_force = std::max(result_.peak_force, calc_force(state));
  }

  [[nodiscard]] RememberedImpact finish(const State& end) {
    result_.restitution = -end[1];
    result_.duration = end[2] * depth_ / speed_;
    return result_;
  }

  TrialContact contact_;
  double speed_, depth_{}, force_{};  // units  [m/s], [m], [N]
  RememberedImpact result_;
};

}  // namespace

RememberedImpact calc_remembered_impact(const NormalLaw& law, double mass, double speed) {
  return Impact(law, mass, speed).run();
}

}  // namespace carom
