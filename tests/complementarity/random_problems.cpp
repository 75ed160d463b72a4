#include "complementarity/random_problems.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>

namespace carom::test {

MatrixX make_random(int rows, int columns, unsigned seed) {
  std::mt19937_64 engine(seed);
  MatrixX m(rows, columns);
  for (double& value : m.reshaped()) value = 0x1p-63 * static_cast<double>(static_cast<std::int64_t>(engine()));
  return m;
}

KnownLcp make_redundant_lcp(int size, unsigned seed) {
  KnownLcp known;
  const MatrixX J = make_random(size, std::max(size / 2, 1), seed);
  known.M = J * J.transpose();
  const VectorX both = make_random(size, 1, seed + 1000);
  known.z = both.cwiseMax(0.0);
  known.w = (-both).cwiseMax(0.0);
  known.q = known.w - known.M * known.z;
  return known;
}

// Body k is a unit cube of height k above the ground: four corners rest on the body below, or on the ground.
Pile make_pile(int bodies, int block_size, double mass_ratio, unsigned seed) {
  constexpr int kCorners = 4;
  Pile pile;
  pile.block_size = block_size;
  pile.contacts = kCorners * bodies;
  pile.velocities = 6 * bodies;
  pile.q = VectorX::Zero(block_size * pile.contacts);
  pile.mu = VectorX::Constant(pile.contacts, 0.5) + 0.4 * make_random(pile.contacts, 1, seed);
  if (block_size == 5) pile.mu_rolling = VectorX::Constant(pile.contacts, 0.05);
  VectorX free_velocity = 0.1 * make_random(pile.velocities, 1, seed + 1);
  for (int body = 0; body < bodies; ++body) free_velocity[6 * body + 2] -= 0.3;  // down

  for (int body = 0; body < bodies; ++body) {
    for (int corner = 0; corner < kCorners; ++corner) {
      const double x = corner % 2 == 0 ? -0.5 : 0.5, y = corner < 2 ? -0.5 : 0.5;
      for (const int side : {0, 1}) {
        const int part_body = body - side;
        if (part_body < 0) continue;
        // Velocity of the corner of a body, whose centre is half a unit above or below it.
        const Vector3 arm(x, y, side == 0 ? -0.5 : 0.5);
        Eigen::Matrix<double, 3, 6> point;
        point.leftCols<3>().setIdentity();
        point.rightCols<3>() << 0, arm[2], -arm[1], -arm[2], 0, arm[0], arm[1], -arm[0], 0;
        MatrixX J = MatrixX::Zero(block_size, 6);
        J.row(0) = point.row(2);
        for (int t = 1; t < std::min(block_size, 3); ++t) J.row(t) = point.row(t - 1);
        if (block_size == 5) J.bottomRightCorner(2, 3).leftCols(2).setIdentity();
        if (side == 1) J = -J;
        const double mass = std::pow(mass_ratio, static_cast<double>(part_body) / std::max(bodies - 1, 1));
        VectorX inverse_mass(6);
        inverse_mass << 1, 1, 1, 6, 6, 6;
        inverse_mass /= mass;
        const int contact = kCorners * body + corner;
        pile.q.segment(contact * block_size, block_size) += J * free_velocity.segment(6 * part_body, 6);
        pile.parts.push_back({contact, 6 * part_body, J, inverse_mass.asDiagonal() * J.transpose()});
      }
    }
  }
  return pile;
}

namespace {

// Of a contact at some arm from the centre of a body, along and across its normal.
MatrixX make_contact_rows(const Matrix3& R, const Vector3& arm, int block_size) {
  Eigen::Matrix<double, 3, 6> point;
  point.leftCols<3>().setIdentity();
  point.rightCols<3>() << 0, arm[2], -arm[1], -arm[2], 0, arm[0], arm[1], -arm[0], 0;
  const MatrixX rows = (R * point).topRows(block_size);
  if (block_size == 3) return rows;
  // In the plane x, y bodies turn about z alone.
  MatrixX planar(2, 3);
  planar << rows.leftCols(2), rows.rightCols(1);
  return planar;
}

}  // namespace

Pile make_scattered_contacts(int block_size, double mass_ratio, unsigned seed) {
  std::mt19937_64 engine(seed);
  const auto below = [&](int n) { return static_cast<int>(engine() % static_cast<unsigned>(n)); };
  const auto number = [&] { return 0x1p-63 * static_cast<double>(static_cast<std::int64_t>(engine())); };
  const auto point = [&] { return Vector3(number(), number(), block_size == 2 ? 0.0 : number()); };
  const int freedoms = block_size == 2 ? 3 : 6, bodies = 1 + below(4);
  Pile pile;
  pile.block_size = block_size;
  pile.contacts = 1 + below(8);
  pile.velocities = freedoms * bodies;
  pile.q = VectorX::Zero(block_size * pile.contacts);
  pile.mu = VectorX::Zero(pile.contacts);
  const int friction = below(4);
  for (double& mu : pile.mu) mu = friction == 0 ? 0.0 : friction == 1 ? 100.0 : std::pow(10.0, 2.0 * number());
  VectorX masses(bodies), velocities(pile.velocities);
  for (double& mass : masses) mass = std::pow(mass_ratio, 0.5 * number());
  for (double& velocity : velocities) velocity = number();

  int a = 0, b = -1;
  Matrix3 R = Matrix3::Identity();
  Vector3 arm_a, arm_b;
  for (int contact = 0; contact < pile.contacts; ++contact) {
    // Some contacts are those before once more, or are parallel to them.
    const int kind = contact == 0 ? 2 : below(6);
    if (kind >= 2) {
      a = below(bodies);
      b = below(bodies + 1) - 1;  // −1: the ground
      if (b == a) b = -1;
      const Vector3 normal = point().normalized();
      R.row(0) = normal;
      R.row(1) = block_size == 2 ? Vector3(-normal[1], normal[0], 0.0) : normal.unitOrthogonal();
      R.row(2) = normal.cross(Vector3(R.row(1)));
      arm_b = point();
    }
    if (kind >= 1) arm_a = point();
    for (const int side : {0, 1}) {
      const int body = side == 0 ? a : b;
      if (body < 0) continue;
      const MatrixX J = (side == 0 ? 1.0 : -1.0) * make_contact_rows(R, side == 0 ? arm_a : arm_b, block_size);
      VectorX inverse_mass = VectorX::Constant(freedoms, 1.0 / masses[body]);
      inverse_mass.tail(block_size == 2 ? 1 : 3) *= 6.0;
      pile.q.segment(contact * block_size, block_size) += J * velocities.segment(freedoms * body, freedoms);
      pile.parts.push_back({contact, freedoms * body, J, inverse_mass.asDiagonal() * J.transpose()});
    }
  }
  return pile;
}

}  // namespace carom::test
