#include "carom/simulation/compliant/patch_contact.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include <fmt/format.h>

#include "carom/base/input_error.h"
#include "carom/math/rotation.h"
#include "carom/simulation/compliant/surface_curvature.h"

namespace carom {

namespace {

// Long against any viscosity  [s].
constexpr double kForEver = 1e100;

[[noreturn]] void refuse_patch(const ContactRule& rule, const std::string& reason) {
  throw InputError("contact " + rule.name(), reason);
}

std::optional<ElasticMaterial> find_patch_material(const ContactSetup& setup, const std::string& surface) {
  const auto found =
      std::ranges::find_if(setup.materials, [&](const SurfaceMaterial& own) { return own.surface == surface; });
  if (found == setup.materials.end()) return std::nullopt;
  return found->material;
}

PairCompliance make_compliance_of(const ContactSetup& setup, const ContactRule& rule) {
  const auto a = find_patch_material(setup, rule.surface_a), b = find_patch_material(setup, rule.surface_b);
  if (!a && !b) {
    refuse_patch(rule, fmt::format("is a patch between two rigid surfaces: give '{}' or '{}' a material in [[surface]]",
                                   rule.surface_a, rule.surface_b));
  }
  return make_pair_compliance(a, b);
}

// The largest curvature that a shape shows to a grid  [1/m].
double find_largest_curvature(const CollisionShape& shape) {
  if (shape.type == ShapeType::Plane) return 0.0;
  if (shape.type != ShapeType::Ellipsoid) return shape.curvature;
  const double least = shape.half_size.minCoeff();
  return shape.half_size.maxCoeff() / (least * least);
}

PatchOptions make_options_of(const ContactSetup& setup, const ContactRule& rule, const CollisionShape& a,
                             const CollisionShape& b) {
  const PatchLaw& law = *rule.patch;
  validate(law, "contact " + rule.name() + ", patch");
  if (!can_touch_roundly(a, b)) {
    refuse_patch(rule, fmt::format("is a patch, and a {} and a {} do not touch with round surfaces", name_of(a.type),
                                   name_of(b.type)));
  }
  const double curvature = std::max(find_largest_curvature(a), find_largest_curvature(b));
  if (0.5 * law.width * curvature > 1.0) {
    refuse_patch(rule, fmt::format("has a patch {:g} m wide on surfaces with a radius of {:g} m: it must be small "
                                   "against the bodies",
                                   law.width, 1.0 / curvature));
  }
  const PatchGrid grid = make_square_grid(law.elements, 0.5 * law.width);
  return {.grid = grid,
          .influence = make_half_space_influence(make_compliance_of(setup, rule), grid.dx, grid.dy),
          .profile = PatchField::Zero(grid.size()),
          .friction = law.friction,
          .smoothing = law.smoothing,
          .viscosity = law.viscosity,
          .tolerance = law.tolerance};
}

// How much of the displacement under a pressure is B's.
double calc_share_b(const ContactSetup& setup, const ContactRule& rule) {
  const auto b = find_patch_material(setup, rule.surface_b);
  return b ? make_pair_compliance(std::nullopt, b).direct / make_compliance_of(setup, rule).direct : 0.0;
}

}  // namespace

PatchContact::PatchContact(const ContactSetup& setup, const ContactRule& rule, const CollisionShape& a,
                           const CollisionShape& b)
    : patch_(make_options_of(setup, rule, a, b)),
      share_b_(calc_share_b(setup, rule)),
      contact_modulus_(1.0 / (std::numbers::pi * make_compliance_of(setup, rule).direct)),
      width_(rule.patch->width),
      profile_(PatchField::Zero(patch_.grid().size())) {}

bool PatchContact::Curvatures::round() const {
  return both.allFinite() && both.trace() > 0.0 && both.determinant() > 1e-12 * both.trace() * both.trace();
}

PatchContact::Curvatures PatchContact::calc_curvatures(const PatchSight& at, const Frame& frame) const {
  const ContactPoint& contact = at.contact;
  Eigen::Matrix<double, 3, 2> axes;
  axes << frame.first, frame.second();
  const auto express = [&](const Matrix3& tensor) -> Matrix2 { return axes.transpose() * tensor * axes; };
  const Matrix2 of_a = express(calc_curvature_tensor(at.a, -contact.normal, contact.point));
  const Matrix2 of_b = express(calc_curvature_tensor(at.b, contact.normal, contact.point));
  return {of_a + of_b, of_b};
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
  if (const Curvatures curvatures = calc_curvatures(at, frame_); curvatures.round()) {
    fill_profile(curvatures.both, centre_);
  }
  patch_.rest_at({.depth = -at.contact.gap}, profile_);
  largest_ = 0.0;
}

std::string PatchContact::press(double time, const PatchSight& at) {
  place(at);
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
                                           const Matrix2& slope) const {
  const Vector2 shear(load.shear_x, load.shear_y);
  const Vector2 moment = Vector2(load.moment_x, load.moment_y) - load.normal * centre;
  const double torque = load.torque - (centre.x() * shear.y() - centre.y() * shear.x());
  return {.normal = load.normal,
          .friction = -frame.in_world(shear + slope.transpose() * moment),
          .torque = frame.in_world({moment.y(), -moment.x()}) - torque * frame.normal};
}

PatchContact::Trial PatchContact::try_step(const PatchSight& to, double dt) {
  const Load used = held_;
  held_ = {};
  solved_ = to.contact.gap < 0.0 || !patch_.is_at_rest();
  if (!solved_) return {.change = measure(used) > 0.0 ? 1.0 : 0.0};
  next_frame_ = turn_frame(to, dt);
  const Curvatures curvatures = calc_curvatures(to, next_frame_);
  if (!curvatures.round()) return {.failure = "the surfaces do not touch in a point there, which a patch needs"};

  // The way of the contact point over the material, and the motion of A against B.
  const Matrix2 slope = share_b_ * curvatures.both - curvatures.of_b;
  const Vector3 turned = to.turn_path - turn_path_;
  const Vector2 slipped = next_frame_.express(to.slip_path - slip_path_);
  const Vector2 rolled = next_frame_.express(turned.cross(next_frame_.normal));
  const double spun = turned.dot(next_frame_.normal);
  next_centre_ = centre_ + curvatures.both.inverse() * (rolled + slope * slipped);
  const Vector2 middle = 0.5 * (centre_ + next_centre_);
  const PatchMotion& from = patch_.motion();
  const PatchMotion motion{.depth = -to.contact.gap,
                           .shift_x = from.shift_x + slipped.x() + spun * middle.y(),
                           .shift_y = from.shift_y + slipped.y() - spun * middle.x(),
                           .spin = from.spin + spun};
  next_curvature_ = curvatures.both;
  fill_profile(next_curvature_, next_centre_);
  PatchReport report = patch_.try_step(motion, profile_, dt);
  if (!report.converged) return {.failure = std::move(report.sentence)};

  held_ = make_load(report.mean, middle, next_frame_, slope);
  const PatchLoad at_end{.normal = report.normal_force,
                         .shear_x = report.shear_x,
                         .shear_y = report.shear_y,
                         .torque = report.torque,
                         .moment_x = -report.tilt_y,
                         .moment_y = report.tilt_x};
  next_.load = make_load(at_end, next_centre_, next_frame_, slope);
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
  // The grid follows by whole elements.
  const PatchGrid& grid = patch_.grid();
  const auto limit = [](double elements) { return static_cast<int>(std::clamp(std::round(elements), -1e6, 1e6)); };
  const int columns = limit(next_centre_.x() / grid.dx), rows = limit(next_centre_.y() / grid.dy);
  centre_ = next_centre_ - Vector2(columns * grid.dx, rows * grid.dy);
  if (columns != 0 || rows != 0) {
    fill_profile(next_curvature_, centre_);
    patch_.shift_elements(columns, rows, profile_);
  }
  now_.load = next_.load;
  now_.stick_fraction = next_.stick_fraction;
  now_.energy = patch_.energy();
  if (near_edge_ && near_edge_since_ < 0.0) near_edge_since_ = time;
}

PatchContact::Load PatchContact::load(double time) const {
  if (stepping_) return held_;
  if (time >= now_.time) return now_.load;
  const double part = std::clamp((time - before_.time) / (now_.time - before_.time), 0.0, 1.0);
  const Load &from = before_.load, &to = now_.load;
  return {from.normal + part * (to.normal - from.normal), from.friction + part * (to.friction - from.friction),
          from.torque + part * (to.torque - from.torque)};
}

PatchEnergy PatchContact::energy(double time) const {
  if (time >= now_.time) return now_.energy;
  const double part = std::clamp((time - before_.time) / (now_.time - before_.time), 0.0, 1.0);
  const PatchEnergy &from = before_.energy, &to = now_.energy;
  const auto between = [&](double PatchEnergy::*row) { return from.*row + part * (to.*row - from.*row); };
  return {.work = between(&PatchEnergy::work),
          .stored = between(&PatchEnergy::stored),
          .friction = between(&PatchEnergy::friction),
          .viscous = between(&PatchEnergy::viscous),
          .rim = between(&PatchEnergy::rim)};
}

double PatchContact::force_rate() const {
  return now_.time > before_.time ? (now_.load.normal - before_.load.normal) / (now_.time - before_.time) : 0.0;
}

double PatchContact::calc_stiffness(const ContactPoint& contact) const {
  const bool round = std::isfinite(contact.curvature_1) && contact.curvature_2 > 0.0;
  return round ? calc_hertz_ellipse(contact_modulus_, contact.curvature_1, contact.curvature_2).stiffness : 0.0;
}

}  // namespace carom
