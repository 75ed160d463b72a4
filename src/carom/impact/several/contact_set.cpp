#include "carom/impact/several/contact_set.h"

#include <algorithm>
#include <numeric>

namespace carom {

ContactSet sort_by_rank(const ContactSet& contacts, std::vector<int>& order) {
  order.resize(contacts.laws.size());
  std::iota(order.begin(), order.end(), 0);
  if (!contacts.rank.empty()) {
    std::sort(order.begin(), order.end(), [&](int a, int b) {
      return contacts.rank[static_cast<std::size_t>(a)] < contacts.rank[static_cast<std::size_t>(b)];
    });
  }
  const Eigen::Index n = contacts.dimension, count = contacts.count();
  ContactSet sorted{.dimension = contacts.dimension,
                    .delassus = MatrixX(n * count, n * count),
                    .velocity = VectorX(n * count),
                    .laws = {},
                    .gap = VectorX(contacts.gap.size()),
                    .rolling = VectorX(contacts.rolling.size()),
                    .spinning = VectorX(contacts.spinning.size())};
  for (Eigen::Index i = 0; i < count; ++i) {
    const Eigen::Index from_i = order[static_cast<std::size_t>(i)];
    sorted.velocity.segment(n * i, n) = contacts.velocity.segment(n * from_i, n);
    sorted.laws.push_back(contacts.laws[static_cast<std::size_t>(from_i)]);
    if (contacts.gap.size() > 0) sorted.gap(i) = contacts.gap(from_i);
    if (contacts.resists_turning()) {
      sorted.rolling(i) = contacts.rolling(from_i);
      sorted.spinning(i) = contacts.spinning(from_i);
    }
    for (Eigen::Index j = 0; j < count; ++j) {
      const Eigen::Index from_j = order[static_cast<std::size_t>(j)];
      sorted.delassus.block(n * i, n * j, n, n) = contacts.delassus.block(n * from_i, n * from_j, n, n);
    }
  }
  return sorted;
}

void restore_order(const std::vector<int>& order, int dimension, ContactSetResult& result) {
  const VectorX velocity = result.velocity, impulse = result.impulse;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto from = dimension * static_cast<Eigen::Index>(i);
    result.velocity.segment(dimension * order[i], dimension) = velocity.segment(from, dimension);
    result.impulse.segment(dimension * order[i], dimension) = impulse.segment(from, dimension);
  }
}

void complete(const ContactSet& contacts, ContactSetResult& result) {
  result.velocity = contacts.velocity + contacts.delassus * result.impulse;
  result.dissipation = -0.5 * (contacts.velocity + result.velocity).dot(result.impulse);
  // What is below these is rounding and the error of the integration in space, not of the law.
  constexpr double kTolerance = 1e-11;
  const double speed = contacts.velocity.norm() + result.velocity.norm();
  if (result.dissipation < -kTolerance * speed * result.impulse.norm()) {
    result.energy_gain = -result.dissipation;
    result.verdict = ImpactVerdict::GainsEnergy;
  }
  for (int contact = 0; contact < contacts.count(); ++contact) {
    const double normal_velocity = result.velocity(contacts.dimension * (contact + 1) - 1);
    if (normal_velocity < -1e-9 * speed) result.verdict = ImpactVerdict::StillApproaching;
  }
}

}  // namespace carom
