#pragma once

#include <array>
#include <cstddef>

#include "carom/impact/routh/impulse_walk.h"

namespace carom::impact {

/// Coefficients of a power series in τ from the start of a step.
inline constexpr std::size_t kSlipOrder = 18;
using Series = std::array<double, kSlipOrder + 2>;

/// What ends compression or restitution when it rises to its value there.
enum class Rising { NormalVelocity, NormalImpulse, NormalWork };

/// One step along slip whose direction turns, as power series in τ with dp = |v_t| dτ; see walk_turning_slip().
class SlipSeries {
 public:
  /// A moment within the step.
  struct Mark {
    double tau{};
    WalkState<2> state{};
  };

  SlipSeries(const ContactInertia<2>& inertia, double friction) : inertia_(inertia), friction_(friction) {}

  /// Puts the start of the step here.
  void expand(const WalkState<2>& start);

  /// The step on which the last terms are as small as the tolerance.
  [[nodiscard]] double find_step() const;

  /// Velocities follow from impulses by v = v₀ + G P, and the normal work from all work less that of friction: three
  /// impulses and ∫|v_t|² are all that is summed.
  [[nodiscard]] Mark calc_mark(double tau) const;

  /// Where the quantity first rises to the target between two moments; −1 if it does not.
  [[nodiscard]] double find_rise(Rising what, double target, const Mark& from, const Mark& to) const;

 private:
  template <std::size_t n>
  void add_term(const Eigen::Matrix2d& a, double half_inverse);
  [[nodiscard]] double calc_rate(Rising what, const WalkState<2>& state) const;
  [[nodiscard]] Series make_series(Rising what) const;
  [[nodiscard]] Series make_normal_velocity() const;

  ContactInertia<2> inertia_;
  double friction_;
  WalkState<2> start_{};
  Series slip_x_{}, slip_y_{}, speed_{};  // v_t and |v_t|  [m/s]
  Series square_{};                       // |v_t|²
};

}  // namespace carom::impact
