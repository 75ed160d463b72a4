#include "carom/simulation/compliant/patches/patch_contact.h"

#include <algorithm>
#include <cmath>

#include "carom/math/rotation.h"
#include "carom/simulation/compliant/patches/surface_curvature.h"

namespace carom {

namespace {

// Long against any viscosity  [s].
constexpr double kForEver = 1e100;

// Why surfaces do not touch in a point; empty if they do.
std::string describe_no_point(const ContactPoint& contact, const TouchingCurvatures& curvatures) {
  if (std::isinf(contact.curvature_1)) {
    return "an edge or a corner touches there, which has no smooth area for a patch; use a `normal` law and `friction` "
           "instead, or a shape with that edge rounded";
  }
  if (curvatures.round()) return {};
  return "the surfaces touch along a line there, and a patch needs a point; use a `normal` law and `friction` instead";
}

}  // namespace

TouchingCurvatures PatchContact::calc_curvatures(const PatchSight& at, const Frame& frame) const {
  const ContactPoint& contact = at.contact;
  Eigen::Matrix<double, 3, 2> axes;
  axes << frame.first, frame.second();
  const SurfaceCurvature a = calc_surface_curvature(at.a, -contact.normal, contact.point_a);
  const SurfaceCurvature b = calc_surface_curvature(at.b, contact.normal, contact.point_b);
  return {.of_a = axes.transpose() * a.tensor * axes,
          .of_b = axes.transpose() * b.tensor * axes,
          .slant_a = axes.transpose() * a.slant,
          .slant_b = axes.transpose() * b.slant,
          .room = std::min(a.room, b.room)};
}

double PatchContact::calc_material_spin(const PatchSight& at) const {
  return at.contact.normal.dot((1.0 - share_b_) * at.a.motion.w_WB + share_b_ * at.b.motion.w_WB);
}

// Carried along without turning about the normal, and then turned with the material.
PatchContact::Frame PatchContact::turn_frame(const PatchSight& to, double dt) const {
  Frame frame{.normal = to.contact.normal, .first = frame_.first, .spin = calc_material_spin(to)};
  frame.first = (frame.first - frame.normal * frame.normal.dot(frame.first)).normalized();
  const double angle = 0.5 * dt * (frame_.spin + frame.spin);
  frame.first = std::cos(angle) * frame.first + std::sin(angle) * frame.second();
  return frame;
}

void PatchContact::fill_profile(const Matrix2& curvature, const Vector2& centre) {
  const PatchGrid& grid = patch_.grid();
  for (int i = 0; i < grid.size(); ++i) {
    const Vector2 from_centre(grid.x(i) - centre.x(), grid.y(i) - centre.y());
    profile_[i] = 0.5 * from_centre.dot(curvature * from_centre);
  }
}

// Nothing presses: the grid is put where the bodies will touch.
void PatchContact::place(const PatchSight& at) {
  frame_ = {
      .normal = at.contact.normal, .first = find_perpendicular(at.contact.normal), .spin = calc_material_spin(at)};
  centre_.setZero();
  curvatures_ = calc_curvatures(at, frame_);
  if (curvatures_.round()) fill_profile(curvatures_.both(), centre_);
  patch_.rest_at({.depth = -at.contact.gap}, profile_);
  largest_ = 0.0;
}

std::string PatchContact::press(double time, const PatchSight& at) {
  place(at);
  if (std::string reason = describe_no_point(at.contact, curvatures_); !reason.empty()) return reason;
  patch_.rest_at({}, profile_);
  PatchReport report = patch_.advance({.depth = -at.contact.gap}, kForEver);
  if (!report.converged) return report.sentence;
  patch_.restart_account();
  now_ = {.time = time, .load = {.normal = report.normal_force}, .energy = patch_.energy(), .stick_fraction = 1.0};
  before_ = now_;
  largest_ = measure(now_.load);
  return {};
}

void PatchContact::begin_step(double time, const PatchSight& at) {
  slip_path_ = at.slip_path;
  turn_path_ = at.turn_path;
  if (patch_.is_at_rest()) place(at);
  frame_.spin = calc_material_spin(at);
  now_.time = time;
  held_.normal = std::max(1.5 * now_.load.normal - 0.5 * before_.load.normal, 0.0);
  held_.friction = 1.5 * now_.load.friction - 0.5 * before_.load.friction;
  held_.torque = 1.5 * now_.load.torque - 0.5 * before_.load.torque;
  stepping_ = true;
  solved_ = false;
}

bool PatchContact::pushes() const { return measure(held_) > 0.0 || measure(before_.load) > 0.0; }

double PatchContact::measure(const Load& load) const {
  return std::abs(load.normal) + load.friction.norm() + load.torque.norm() / width_;
}

// The pressure of an element at ρ from the contact point does the work p (δ̇ + ρ·C ċ), with C ċ = ω × n + slope · slip
// the way of the contact point over the material. That is the power of p n at ρ, and of a force −slopeᵀ ∫ p ρ against
// the slip: a ball that ploughs through a viscous surface is held back by its front.
PatchContact::Load PatchContact::make_load(const PatchLoad& load, const Vector2& centre, const Frame& frame,
                                           const PatchRolling& rolling, const PatchRolling::Load& change) const {
  const Vector2 shear(load.shear_x, load.shear_y);
  const PatchRolling::Load tilt =
      rolling.calc_load_of_moment(Vector2(load.moment_x, load.moment_y) - load.normal * centre);
  const Vector2 roll = tilt.of_roll + change.of_roll;
  const double torque = load.torque - (centre.x() * shear.y() - centre.y() * shear.x()) + change.of_spin;
  return {.normal = load.normal,
          .friction = -frame.in_world(shear + tilt.of_slip + change.of_slip),
          .torque = frame.in_world({roll.y(), -roll.x()}) - torque * frame.normal};
}

// Surfaces that were not round where the step began: nothing presses yet.
void PatchContact::begin_with(const TouchingCurvatures& curvatures) {
  curvatures_ = curvatures;
  fill_profile(curvatures_.both(), centre_);
  patch_.rest_at(patch_.motion(), profile_);
}

PatchContact::Trial PatchContact::try_step(const PatchSight& to, double dt) {
  const Load used = held_;
  held_ = {};
  solved_ = to.contact.gap < 0.0 || !patch_.is_at_rest();
  if (!solved_) return {.change = measure(used) > 0.0 ? 1.0 : 0.0};
  next_frame_ = turn_frame(to, dt);
  next_curvatures_ = calc_curvatures(to, next_frame_);
  if (std::string reason = describe_no_point(to.contact, next_curvatures_); !reason.empty()) {
    return {.failure = std::move(reason)};
  }
  if (!curvatures_.round()) begin_with(next_curvatures_);

  // The motion of A against B, and the way of the contact point over the material.
  const Vector3 turned = to.turn_path - turn_path_;
  const double spun = turned.dot(next_frame_.normal);
  const Vector2 slipped = next_frame_.express(to.slip_path - slip_path_);
  const PatchRolling rolling(
      curvatures_, next_curvatures_, share_b_,
      {.slipped = slipped, .rolled = next_frame_.express(turned.cross(next_frame_.normal)), .spun = spun});
  next_centre_ = centre_ + rolling.way();
  const Vector2 middle = 0.5 * (centre_ + next_centre_);
  const PatchMotion& from = patch_.motion();
  const PatchMotion motion{.depth = -to.contact.gap,
                           .shift_x = from.shift_x + slipped.x() + spun * middle.y(),
                           .shift_y = from.shift_y + slipped.y() - spun * middle.x(),
                           .spin = from.spin + spun};
  fill_profile(next_curvatures_.both(), next_centre_);
  PatchReport report = patch_.try_step(motion, profile_, dt);
  if (!report.converged) return {.failure = std::move(report.sentence)};

  const PatchRolling::Load change = rolling.calc_load_of_change(report.mean, middle, width_);
  held_ = make_load(report.mean, middle, next_frame_, rolling, change);
  const PatchLoad at_end{.normal = report.normal_force,
                         .shear_x = report.shear_x,
                         .shear_y = report.shear_y,
                         .torque = report.torque,
                         .moment_x = -report.tilt_y,
                         .moment_y = report.tilt_x};
  next_.load = make_load(at_end, next_centre_, next_frame_, rolling, change);
  next_.stick_fraction = report.stick_fraction;
  near_edge_ = report.near_edge;
  largest_ = std::max(largest_, measure(held_));
  const Load changed{held_.normal - used.normal, held_.friction - used.friction, held_.torque - used.torque};
  return {.change = largest_ > 0.0 ? measure(changed) / largest_ : 0.0};
}

void PatchContact::accept_step(double time) {
  stepping_ = false;
  before_ = now_;
  now_.time = time;
  if (!solved_) {
    now_.load = {};
    now_.energy = patch_.energy();
    return;
  }
  patch_.accept();
  frame_ = next_frame_;
  curvatures_ = next_curvatures_;
  watch_area(time);
  // The grid follows by whole elements.
  const PatchGrid& grid = patch_.grid();
  const auto limit = [](double elements) { return static_cast<int>(std::clamp(std::round(elements), -1e6, 1e6)); };
  const int columns = limit(next_centre_.x() / grid.dx), rows = limit(next_centre_.y() / grid.dy);
  centre_ = next_centre_ - Vector2(columns * grid.dx, rows * grid.dy);
  if (columns != 0 || rows != 0) {
    fill_profile(curvatures_.both(), centre_);
    patch_.shift_elements(columns, rows, profile_);
  }
  now_.load = next_.load;
  now_.stick_fraction = next_.stick_fraction;
  now_.energy = patch_.energy();
}

}  // namespace carom
