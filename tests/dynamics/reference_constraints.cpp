#include "dynamics/reference_constraints.h"

namespace carom::testing_support {
namespace {

// The sum of the sizes of the products in a·b, with their derivatives.
Jet calc_dot_scale(const JetVector3& a, const JetVector3& b) {
  const double a0 = value_of(a).norm(), a1 = rate_of(a).norm(), a2 = acceleration_of(a).norm();
  const double b0 = value_of(b).norm(), b1 = rate_of(b).norm(), b2 = acceleration_of(b).norm();
  return {a0 * b0, a1 * b0 + a0 * b1, a2 * b0 + 2.0 * a1 * b1 + a0 * b2};
}

// Sizes of two vectors that are subtracted.
Jet calc_size(const JetVector3& a, const JetVector3& b) {
  return {value_of(a).norm() + value_of(b).norm(), rate_of(a).norm() + rate_of(b).norm(),
          acceleration_of(a).norm() + acceleration_of(b).norm()};
}

ReferenceRow dot_row(const JetVector3& u, const JetVector3& end, const JetVector3& start) {
  const Jet size = calc_size(end, start);
  const double u1 = rate_of(u).norm(), u2 = acceleration_of(u).norm();
  return {u.dot(end - start),
          Jet(size.value, size.rate + u1 * size.value, size.acceleration + 2.0 * u1 * size.rate + u2 * size.value)};
}

ReferenceRow perpendicular_row(const JetVector3& u, const JetVector3& s) { return {u.dot(s), calc_dot_scale(u, s)}; }

ReferenceRow distance_row(const JetVector3& end, const JetVector3& start, double length) {
  const JetVector3 d = end - start;
  const Jet distance = sqrt(d.dot(d));
  const Jet size = calc_size(end, start);
  const double sharpness = size.value / distance.value;  // a direction errs by this many ε
  return {distance - Jet(length),
          Jet(size.value, sharpness * size.rate,
              sharpness * (size.acceleration + sharpness * size.rate * size.rate / distance.value))};
}

// A velocity v(t)·u(t), as a row whose rate is the velocity.
ReferenceRow velocity_row(double velocity, double rate, double velocity_scale, double rate_scale) {
  return {{0.0, velocity, rate}, {1.0, velocity_scale, rate_scale}};
}

std::vector<ReferenceRow> rolling_rows(const Constraint& constraint, const ReferencePose& B) {
  const Vector3 n = constraint.R_AC.col(2);
  const JetVector3 center = B.point(constraint.p_BD);
  JetVector3 arm = (-constraint.radius * n).cast<Jet>();
  double sharpness = 1.0;
  if (constraint.type == ConstraintType::RollingDisk) {
    const JetVector3 axis = B.direction(constraint.R_BD.col(2));
    const JetVector3 s = n.cast<Jet>() - axis * axis.dot(n.cast<Jet>());
    const Jet length = sqrt(s.dot(s));
    arm = s * (Jet(-constraint.radius) / length);
    sharpness = 1.0 / length.value;
  }
  // v = v_D + w × arm and its rate
  const Vector3 w = B.angular_velocity(), alpha = B.angular_acceleration();
  const Vector3 velocity = rate_of(center) + w.cross(value_of(arm));
  const Vector3 rate = acceleration_of(center) + alpha.cross(value_of(arm)) + w.cross(rate_of(arm));
  const double velocity_scale = rate_of(B.p_WB).norm() + w.norm() * (constraint.p_BD.norm() + constraint.radius);
  const double reach = constraint.p_BD.norm() + sharpness * constraint.radius;
  const double rate_scale = acceleration_of(B.p_WB).norm() + (alpha.norm() + w.squaredNorm()) * reach * sharpness;

  std::vector<ReferenceRow> rows{dot_row(n.cast<Jet>(), center + arm, constraint.p_AC.cast<Jet>())};
  rows[0].scale.rate += velocity_scale;
  rows[0].scale.acceleration += rate_scale;
  for (const int k : {0, 1}) {
    const Vector3 t = constraint.R_AC.col(k);
    rows.push_back(velocity_row(t.dot(velocity), t.dot(rate), velocity_scale, rate_scale));
  }
  return rows;
}

ReferenceRow skate_row(const Constraint& constraint, const ReferencePose& A) {
  const JetVector3 u = A.direction(constraint.R_AC.col(0)), p = A.point(constraint.p_AC);
  const Vector3 v = rate_of(p), a = acceleration_of(p);
  const double w = A.angular_velocity().norm();
  return velocity_row(value_of(u).dot(v), value_of(u).dot(a) + rate_of(u).dot(v), v.norm(), a.norm() + w * v.norm());
}

ReferenceRow coupling_row(const Constraint& constraint, const VectorX& q, const VectorX& v, const VectorX& v_rate) {
  const Jet a(q[constraint.position_a], v[constraint.velocity_a], v_rate[constraint.velocity_a]);
  const Jet b(q[constraint.position_b], v[constraint.velocity_b], v_rate[constraint.velocity_b]);
  const double ratio = std::abs(constraint.ratio);
  return {
      b - Jet(constraint.ratio) * a - Jet(constraint.offset),
      Jet(std::abs(b.value) + ratio * std::abs(a.value) + std::abs(constraint.offset),
          std::abs(b.rate) + ratio * std::abs(a.rate), std::abs(b.acceleration) + ratio * std::abs(a.acceleration))};
}

}  // namespace

std::vector<ReferenceRow> calc_reference_rows(const Constraint& constraint, const std::vector<ReferencePose>& poses,
                                              const VectorX& q, const VectorX& v, const VectorX& v_rate) {
  const ReferencePose& A = poses[static_cast<std::size_t>(constraint.body_a)];
  const ReferencePose& B = poses[static_cast<std::size_t>(constraint.body_b)];
  const JetVector3 C = A.point(constraint.p_AC), D = B.point(constraint.p_BD);
  const auto c = [&](int k) { return A.direction(constraint.R_AC.col(k)); };
  const auto d = [&](int k) { return B.direction(constraint.R_BD.col(k)); };

  std::vector<ReferenceRow> rows;
  const auto add_point = [&] {
    for (int k = 0; k < 3; ++k) rows.push_back(dot_row(Vector3::Unit(k).cast<Jet>(), D, C));
  };
  const auto add_line = [&] {
    for (int k = 0; k < 2; ++k) rows.push_back(dot_row(c(k), D, C));
  };
  const auto add_axis = [&] {
    for (int k = 0; k < 2; ++k) rows.push_back(perpendicular_row(c(k), d(2)));
  };
  switch (constraint.type) {
    case ConstraintType::Point:
      add_point();
      break;
    case ConstraintType::Hinge:
      add_point();
      add_axis();
      break;
    case ConstraintType::Weld:
      add_point();
      add_axis();
      rows.push_back(perpendicular_row(c(0), d(1)));
      break;
    case ConstraintType::Line:
      add_line();
      break;
    case ConstraintType::Distance:
      rows.push_back(distance_row(D, C, constraint.length));
      break;
    case ConstraintType::Cylindrical:
      add_line();
      add_axis();
      break;
    case ConstraintType::Prismatic:
      add_line();
      add_axis();
      rows.push_back(perpendicular_row(c(0), d(1)));
      break;
    case ConstraintType::Coupling:
      rows.push_back(coupling_row(constraint, q, v, v_rate));
      break;
    case ConstraintType::Skate:
      rows.push_back(skate_row(constraint, A));
      break;
    case ConstraintType::RollingSphere:
    case ConstraintType::RollingDisk:
      rows = rolling_rows(constraint, B);
      break;
  }
  return rows;
}

}  // namespace carom::testing_support
