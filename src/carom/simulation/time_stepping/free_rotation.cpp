#include "carom/simulation/time_stepping/free_rotation.h"

#include <algorithm>
#include <cmath>

#include <Eigen/LU>

#include "carom/math/rotation.h"

namespace carom {
namespace {

// Turned in one step of the midpoint rule, whose equation then has one solution near the start  [rad];
constexpr double kMostTurned = 0.1;
// and so many of them at most: a body that turns faster than that is beyond what the step resolves.
constexpr double kMostParts = 1000.0;
constexpr double kLeastSquaredTurn = 1e-16;  // [rad²]

Matrix3 cross_matrix(const Vector3& a) {
  Matrix3 matrix;
  matrix << 0.0, -a.z(), a.y(), a.z(), 0.0, -a.x(), -a.y(), a.x(), 0.0;
  return matrix;
}

// One step of the midpoint rule by Newton's method in w_m: I w_m + (h/2) w_m × I w_m = I w.
Vector3 take_midpoint_step(const Matrix3& inertia, const Vector3& w, double step) {
  constexpr int kMostIterations = 20;
  const Vector3 momentum = inertia * w;
  Vector3 middle = w;
  for (int i = 0; i < kMostIterations; ++i) {
    const Vector3 own = inertia * middle;
    const Vector3 error = own + 0.5 * step * middle.cross(own) - momentum;
    const Matrix3 slope = inertia + 0.5 * step * (cross_matrix(middle) * inertia - cross_matrix(own));
    const Vector3 change = slope.partialPivLu().solve(error);
    middle -= change;
    // The error of the last change is the square of it: far below rounding.
    if (change.norm() <= 1e-9 * middle.norm()) break;
  }
  return 2.0 * middle - w;
}

bool turns_like_a_ball(const Matrix3& inertia) {
  const Matrix3 rest = inertia - inertia.trace() / 3.0 * Matrix3::Identity();
  return rest.norm() <= 1e-14 * inertia.norm();
}

}  // namespace

Vector3 turn_freely(const Matrix3& inertia, const Vector3& w, double time) {
  const double parts = std::clamp(std::ceil(time * w.norm() / kMostTurned), 1.0, kMostParts);
  Vector3 turned = w;
  for (int i = 0; i < static_cast<int>(parts); ++i) turned = take_midpoint_step(inertia, turned, time / parts);
  return turned;
}

std::vector<char> find_bodies_in_loops(const Model& model) {
  std::vector<char> in_loop(static_cast<std::size_t>(model.num_bodies()), 0);
  for (const Constraint& loop : model.constraints()) {
    for (const int body : {loop.body_a, loop.body_b}) in_loop[static_cast<std::size_t>(body)] = 1;
  }
  return in_loop;
}

FreeRotation::FreeRotation(const Model& model) {
  const std::vector<char> in_loop = find_bodies_in_loops(model);
  for (int i = 1; i < model.num_bodies(); ++i) {
    const Body& body = model.body(i);
    if (!body.alone || body.mass <= 0.0 || in_loop[static_cast<std::size_t>(i)] != 0) continue;
    Wobbler wobbler{.body = i, .velocity_start = body.velocity_start, .mass = body.mass};
    wobbler.center = as_eigen(body.mass_moment) / body.mass;
    const Matrix3 cross = cross_matrix(wobbler.center);
    wobbler.inertia = as_eigen(body.inertia) + body.mass * cross * cross;
    if (turns_like_a_ball(wobbler.inertia) && wobbler.center.isZero(0.0)) continue;
    if (!(wobbler.inertia.determinant() > 0.0)) continue;  // a particle, or a rod without thickness
    wobbler.inertia_inverse = wobbler.inertia.inverse();
    wobblers_.push_back(wobbler);
  }
}

void FreeRotation::correct(const Kinematics& kinematics, double step, VectorRef v_free) const {
  for (const Wobbler& body : wobblers_) correct(body, kinematics, step, v_free);
}

void FreeRotation::correct(const Wobbler& body, const Kinematics& kinematics, double step, VectorRef v_free) const {
  const BodyMotion& motion = kinematics.body(body.body);
  const Vector3 w_before = as_eigen(motion.w_WB);
  // Both differ by the square of the angle: below rounding where a body hardly turns, as in a stack at rest.
  if (step * step * w_before.squaredNorm() < kLeastSquaredTurn) return;
  // Velocities of a free joint are along the axes of F, for rotation and again for translation.
  Matrix3 R_WF;
  for (int k = 0; k < 3; ++k) R_WF.col(k) = as_eigen(kinematics.column(body.velocity_start + k).angular);
  auto w_F = v_free.segment<3>(body.velocity_start);
  auto v_F = v_free.segment<3>(body.velocity_start + 3);
  const Matrix3 R_WB = as_eigen(motion.R_WB);
  const Vector3 center = R_WB * body.center;

  // What the step has of it: α = −I⁻¹(ω × Iω), and of Bo −α × c − ω × (ω × c).
  const Vector3 w_B = R_WB.transpose() * w_before;
  const Vector3 alpha = -(R_WB * (body.inertia_inverse * w_B.cross(body.inertia * w_B)));
  const Vector3 w_forced = R_WF * w_F - step * alpha;
  const Vector3 v_forced = R_WF * v_F + step * (alpha.cross(center) + w_before.cross(w_before.cross(center)));
  const Vector3 v_center = v_forced + w_forced.cross(center);

  const Vector3 w_after = w_forced + R_WB * (turn_freely(body.inertia, w_B, step) - w_B);
  const Matrix3 turn = matrix_from_quaternion(quaternion_from_rotation_vector(step * w_after));
  w_F = R_WF.transpose() * w_after;
  v_F = R_WF.transpose() * (v_center - w_after.cross(turn * center));
}

}  // namespace carom
