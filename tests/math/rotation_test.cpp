#include "carom/math/rotation.h"

#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

namespace carom {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
const Vector3 kAxis = Vector3(1.0, -2.0, 0.5).normalized();

TEST(Rotation, VectorAndQuaternionAndBackForEveryAngle) {
  for (const double angle :
       {0.0, 1e-300, 1e-16, 1e-9, 1e-5, 9.99e-4, 1.001e-3, 0.1, 1.0, 3.0, 3.14, std::numbers::pi}) {
    const Vector3 turn = angle * kAxis;
    const Quaternion q = quaternion_from_rotation_vector(turn);
    EXPECT_NEAR(q.norm(), 1.0, 4 * kEpsilon) << angle;
    const Vector3 back = rotation_vector_from_quaternion(q);
    // Relative, so that the smallest turns count too; at half a turn both senses are the same rotation.
    const double error = std::min((back - turn).norm(), angle > 3.14159 ? (back + turn).norm() : 1e300);
    EXPECT_LE(error, 16 * kEpsilon * angle) << angle;
    // Any positive norm, either sign.
    EXPECT_LE((rotation_vector_from_quaternion(3.0 * q) - back).norm(), 16 * kEpsilon * angle) << angle;
    if (angle < 3.14) {
      EXPECT_LE((rotation_vector_from_quaternion(-q) - back).norm(), 16 * kEpsilon * angle) << angle;
    }
  }
}

TEST(Rotation, LongTurnsComeBackTheShorterWay) {
  const Vector3 back = rotation_vector_from_quaternion(quaternion_from_rotation_vector(4.0 * kAxis));
  EXPECT_LT((back - (4.0 - 2.0 * std::numbers::pi) * kAxis).norm(), 32 * kEpsilon);
}

TEST(Rotation, MatrixQuaternionAndAxisAngleAgree) {
  for (double angle = -3.1; angle < 3.2; angle += 0.1) {
    const Matrix3 R = matrix_from_axis_angle(kAxis, angle);
    const Quaternion q = quaternion_from_rotation_vector(angle * kAxis);
    EXPECT_LT((matrix_from_quaternion(q) - R).norm(), 16 * kEpsilon) << angle;
    EXPECT_LT((matrix_from_quaternion(5.0 * q) - R).norm(), 16 * kEpsilon) << angle;
    const Quaternion again = quaternion_from_matrix(R);
    EXPECT_LT(std::min((again - q).norm(), (again + q).norm()), 16 * kEpsilon) << angle;
    EXPECT_LT((R * kAxis - kAxis).norm(), 8 * kEpsilon);
  }
}

TEST(Rotation, CompositionIsTheProductOfMatrices) {
  const Quaternion a = quaternion_from_rotation_vector({0.3, -1.0, 0.2}),
                   b = quaternion_from_rotation_vector({2.0, 0.1, 0.5});
  EXPECT_LT((matrix_from_quaternion(compose(a, b)) - matrix_from_quaternion(a) * matrix_from_quaternion(b)).norm(),
            16 * kEpsilon);
  EXPECT_LT((compose(a, conjugate(a)) - identity_quaternion()).norm(), 4 * kEpsilon);
}

// A turn with ω for a time h goes in front: exp(h ω) ∘ q. Central difference with h = 1e-5: h²/6 |ω/2|³ ≈ 2e-11.
TEST(Rotation, QuaternionRateIsThatOfATurnInOuterAxes) {
  const Quaternion q = quaternion_from_rotation_vector({0.7, 0.2, -0.4});
  const Vector3 w(1.0, -2.0, 0.5);
  const double h = 1e-5;
  const Quaternion difference =
      (compose(quaternion_from_rotation_vector(h * w), q) - compose(quaternion_from_rotation_vector(-h * w), q)) /
      (2 * h);
  EXPECT_LT((quaternion_rate(q, w) - difference).norm(), 1e-10);
}

TEST(Rotation, SkewIsTheCrossProduct) {
  const Vector3 a(1.0, 2.0, -3.0), b(0.5, -1.0, 4.0);
  EXPECT_EQ(Vector3(skew(a) * b), a.cross(b));
}

TEST(Rotation, PerpendicularIsOfLengthOneAndAtRightAngles) {
  for (const Vector3& unit :
       {kAxis, Vector3(Vector3::UnitX()), Vector3(Vector3::UnitY()), Vector3(-Vector3::UnitZ())}) {
    const Vector3 side = find_perpendicular(unit);
    EXPECT_NEAR(side.norm(), 1.0, 4 * kEpsilon);
    EXPECT_NEAR(side.dot(unit), 0.0, 4 * kEpsilon);
    EXPECT_EQ(side, find_perpendicular(unit));
  }
}

}  // namespace
}  // namespace carom
