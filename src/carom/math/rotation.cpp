#include "carom/math/rotation.h"

#include <cmath>

#include <Eigen/Geometry>

namespace carom {

Quaternion quaternion_from_rotation_vector(const Vector3& rotation_vector) {
  const double angle = rotation_vector.norm();
  // sin(θ/2)/θ = 1/2 − θ²/48 + θ⁴/3840 − …: below 1e-3 the next term is under 1e-21.
  const double scale = angle < 1e-3 ? 0.5 - angle * angle / 48.0 + angle * angle * angle * angle / 3840.0
                                    : std::sin(0.5 * angle) / angle;
  Quaternion q;
  q << std::cos(0.5 * angle), scale * rotation_vector;
  return q;
}

Vector3 rotation_vector_from_quaternion(const Quaternion& q) {
  const Vector3 imaginary = q.tail<3>();
  const double sine = imaginary.norm();
  const double sign = q[0] < 0.0 ? -1.0 : 1.0;  // the shorter way round
  // 2 atan(s/c)/s = (2/c)(1 − (s/c)²/3 + …) near zero
  const double cosine = std::abs(q[0]);
  if (sine < 1e-5 * cosine) {
    const double ratio = sine / cosine;
    return (sign * 2.0 / cosine) * (1.0 - ratio * ratio / 3.0) * imaginary;
  }
  return (sign * 2.0 * std::atan2(sine, cosine) / sine) * imaginary;
}

Quaternion quaternion_from_matrix(const Matrix3& R) {
  const Eigen::Quaterniond q(R);
  return Quaternion(q.w(), q.x(), q.y(), q.z()).normalized();
}

Matrix3 matrix_from_quaternion(const Quaternion& q) {
  const Quaternion u = q.normalized();
  return Eigen::Quaterniond(u[0], u[1], u[2], u[3]).toRotationMatrix();
}

Quaternion compose(const Quaternion& a, const Quaternion& b) {
  const Vector3 u = a.tail<3>();
  const Vector3 v = b.tail<3>();
  Quaternion product;
  product << a[0] * b[0] - u.dot(v), a[0] * v + b[0] * u + u.cross(v);
  return product;
}

Quaternion conjugate(const Quaternion& q) { return {q[0], -q[1], -q[2], -q[3]}; }

Quaternion quaternion_rate(const Quaternion& q, const Vector3& angular_velocity) {
  Quaternion omega;
  omega << 0.0, 0.5 * angular_velocity;
  return compose(omega, q);
}

Matrix3 matrix_from_axis_angle(const Vector3& axis, double angle) {
  return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
}

Matrix3 skew(const Vector3& r) {
  Matrix3 m;
  m << 0.0, -r.z(), r.y(), r.z(), 0.0, -r.x(), -r.y(), r.x(), 0.0;
  return m;
}

Vector3 find_perpendicular(const Vector3& unit) {
  // Against the axis that it is least aligned with, so that the cross product is never short.
  int least = 0;
  unit.cwiseAbs().minCoeff(&least);
  return unit.cross(Vector3::Unit(least)).normalized();
}

}  // namespace carom
