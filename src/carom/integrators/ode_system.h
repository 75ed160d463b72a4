#pragma once

#include <span>

namespace carom {

/// What a rate evaluation can answer. A recoverable failure asks an adaptive method for a smaller step.
enum class RateStatus { Ok, Recoverable, Fatal };

/// How y is divided: y = (positions | velocities | the rest). Methods that treat positions and velocities differently
/// (both Euler methods) need it; a system without this structure has everything in the rest.
struct Partition {
  int positions{};   // coordinates q, perhaps more than velocities (unit quaternions have four for three)
  int velocities{};  // v
};

/// ẏ = f(t, y) on a manifold embedded in Rⁿ (unit quaternions, closed loops, driven joints).
///
/// One virtual call per evaluation, none inside. An evaluation must not allocate and must not keep a reference.
class OdeSystem {
 public:
  virtual ~OdeSystem() = default;

  [[nodiscard]] virtual int size() const = 0;
  /// The rate depends on the first of y alone, as many as this: the rest are integrals along the way.
  [[nodiscard]] virtual int num_active() const { return size(); }
  [[nodiscard]] virtual Partition partition() const { return {}; }

  /// Writes ẏ at (t, y). Defined also near the manifold, not only on it.
  [[nodiscard]] virtual RateStatus calc_rate(double time, std::span<const double> y, std::span<double> rate) = 0;

  /// The rate depends on the time itself, not only through y.
  [[nodiscard]] virtual bool depends_on_time() const { return false; }
  /// The same with what depends on time alone at its mean over a step that begins there: a method of order one then
  /// loses none of it, however short.
  [[nodiscard]] virtual RateStatus calc_mean_rate(double time, double /*step*/, std::span<const double> y,
                                                  std::span<double> rate) {
    return calc_rate(time, y, rate);
  }

  /// q ← q ⊞ h v: moves along the exponential map for a constant velocity, so that quaternions stay of norm one.
  /// Called only where partition() has positions.
  virtual void move_positions(std::span<double> q, std::span<const double> v, double step) const;

  /// How far y has left the manifold, as the largest residual of its defining equations (0: none, or on it).
  [[nodiscard]] virtual double calc_drift(double /*time*/, std::span<const double> /*y*/) { return 0.0; }

  /// Moves y to a nearby point of the manifold. False where none was found: y is then left as it was.
  [[nodiscard]] virtual bool project(double /*time*/, std::span<double> /*y*/) { return true; }
};

}  // namespace carom
