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

}  // namespace carom::test
