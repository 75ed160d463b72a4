#include "carom/complementarity/cones/friction_cone.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "carom/complementarity/cones/local_friction.h"
#include "complementarity/random_problems.h"

namespace carom {
namespace {

using test::make_random;

bool is_in_cone(const FrictionCone& cone, const BlockVector& r, double margin) {
  bool inside = r[0] >= -margin;
  for (const Disc& disc : list_discs(cone, static_cast<int>(r.size()))) {
    inside = inside && VectorX(r.segment(disc.first, disc.count)).norm() <= disc.mu * r[0] + margin;
  }
  return inside;
}

// The nearest point p of a convex cone is the one with p ∈ K, p·(y − p) = 0 and y − p at an obtuse angle to all of K,
// whose extreme rays have the direction of y's own parts in the worst case.
TEST(FrictionCone, ProjectsOntoTheNearestPoint) {
  const FrictionCone cone{0.7, 0.2};
  for (const int size : {1, 2, 3, 5}) {
    for (unsigned seed = 0; seed < 200; ++seed) {
      const BlockVector y = make_random(size, 1, seed);
      const BlockVector p = project_on_cone(cone, y), rest = y - p;
      EXPECT_TRUE(is_in_cone(cone, p, 1e-15)) << size << " " << seed;
      EXPECT_NEAR(p.dot(rest), 0.0, 1e-15) << size << " " << seed;
      const BlockVector support = add_de_saxce_term(cone, rest);
      EXPECT_LE(support[0], 1e-15) << size << " " << seed;
    }
  }
}

TEST(FrictionCone, TheJacobianOfTheDiscsIsTheirDerivative) {
  const FrictionCone cone{0.7, 0.2};
  constexpr double kStep = 1e-6;
  for (const int size : {2, 3, 5}) {
    for (unsigned seed = 0; seed < 100; ++seed) {
      const BlockVector y = make_random(size, 1, seed);
      const BlockMatrix jacobian = project_on_discs(cone, y).jacobian;
      for (int j = 0; j < size; ++j) {
        BlockVector ahead = y, behind = y;
        ahead[j] += kStep;
        behind[j] -= kStep;
        const BlockVector column =
            (project_on_discs(cone, ahead).point - project_on_discs(cone, behind).point) / (2.0 * kStep);
        // Second-order differences: step² times third derivatives, which grow with 1/|y_t|².
        EXPECT_LT((column - jacobian.col(j)).norm(), 1e-8) << size << " " << seed;
      }
    }
  }
}

// The nearest point of a convex polygon is within it, and every corner lies on the far side of the line through it:
// (y − p)·(corner − p) ≤ 0. Derivatives by differences of 1e-6, away from kinks.
TEST(FrictionCone, ProjectsOntoTheNearestPointOfAPolygon) {
  for (const int corners : {2, 3, 4, 8, 16}) {
    for (unsigned seed = 0; seed < 200; ++seed) {
      const FrictionPolygon polygon{.corners = corners, .turn = 0.1 * seed, .radius = 1.0 + 0.01 * seed};
      const FrictionCone cone{.mu = 0.5, .polygon = polygon};
      BlockVector y = make_random(3, 1, seed);
      y[0] = std::abs(y[0]);
      const DiscProjection projected = project_on_discs(cone, y);
      const Eigen::Vector2d point = projected.point.tail<2>(), way = y.tail<2>() - point;
      for (int k = 0; k < corners; ++k) {
        const double angle = polygon.turn + 2.0 * std::numbers::pi * k / corners;
        const Eigen::Vector2d corner =
            cone.mu * polygon.radius * y[0] * Eigen::Vector2d(std::cos(angle), std::sin(angle));
        EXPECT_LT(way.dot(corner - point), 1e-14) << corners << " " << seed;
      }
      EXPECT_LE(point.norm(), cone.mu * polygon.radius * y[0] * (1.0 + 1e-14));
      for (int j = 0; j < 3; ++j) {
        BlockVector high = y, low = y;
        high[j] += 1e-6;
        low[j] -= 1e-6;
        const BlockVector column = (project_on_discs(cone, high).point - project_on_discs(cone, low).point) / 2e-6;
        // A kink between the two points gives a mean of the derivatives at its sides.
        const BlockMatrix ahead = project_on_discs(cone, high).jacobian, behind = project_on_discs(cone, low).jacobian;
        if ((ahead - behind).norm() > 1e-9) continue;
        EXPECT_LT((column - projected.jacobian.col(j)).norm(), 1e-8) << corners << " " << seed;
      }
    }
  }
}

// u = B r + q of the solution must satisfy Coulomb's law: r = P_K(r − u').
TEST(LocalFriction, SolvesEveryContactByItself) {
  int apart = 0, sticking = 0, sliding = 0;
  for (const int size : {1, 2, 3, 5, 6}) {
    for (unsigned seed = 0; seed < 500; ++seed) {
      const MatrixX A = make_random(size, size + 2, seed);
      const BlockMatrix B = A * A.transpose();
      const BlockVector q = make_random(size, 1, seed + 5000);
      const FrictionCone cone{0.1 + 0.001 * seed, 0.3, 0.2};
      const BlockVector r = solve_contact(cone, B, q, BlockVector::Zero(size));
      const BlockVector u = B * r + q;
      const BlockVector error = r - project_on_cone(cone, r - add_de_saxce_term(cone, u));
      // The impulse comes from B⁻¹, whose condition stays below 1e5 here.
      EXPECT_LT(error.norm(), 1e-11 * (1.0 + r.norm())) << size << " " << seed;
      (r[0] == 0.0 ? apart : u.norm() < 1e-10 ? sticking : sliding) += 1;
    }
  }
  EXPECT_GT(apart, 100);
  EXPECT_GT(sticking, 100);
  EXPECT_GT(sliding, 100);
}

// The search for the ratio of sliding starts from the impulse before: an exact one, a wild one and none lead to the
// same.
TEST(LocalFriction, TheImpulseBeforeDoesNotChangeTheSolution) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    const MatrixX A = make_random(3, 5, seed);
    const BlockMatrix B = A * A.transpose();
    BlockVector q = make_random(3, 1, seed + 5000);
    q[0] = -std::abs(q[0]);
    const FrictionCone cone{std::pow(10.0, 2.0 * make_random(1, 1, seed + 9000)(0, 0))};  // 0.01 to 100
    const BlockVector r = solve_contact(cone, B, q, BlockVector::Zero(3));
    for (const double factor : {1.0, 1.0 + 1e-12, 1e-9, 1e9}) {
      const BlockVector again = solve_contact(cone, B, q, factor * r);
      // Each α is right to round-off, and det(B + α E) magnifies that by the condition of B, below 1e5.
      EXPECT_LT((again - r).norm(), 1e-11 * (1.0 + r.norm())) << seed << " " << factor;
    }
  }
}

}  // namespace
}  // namespace carom
