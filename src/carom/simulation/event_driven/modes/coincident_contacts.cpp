#include "carom/simulation/event_driven/modes/coincident_contacts.h"

#include <algorithm>
#include <vector>

namespace carom {
namespace {

using Group = std::vector<int>;

bool slips(const ContactModeProblem& problem, int contact) {
  return problem.friction[contact] > 0.0 && !problem.velocity.segment<2>(3 * contact).isZero(0.0);
}

// No force tells their normals apart, and they move alike without any.
bool coincide(const ContactModeProblem& problem, int one, int other) {
  constexpr double kEqual = 1e-9;
  const auto a = 3 * one + 2, b = 3 * other + 2;
  const double difference = (problem.delassus.row(a) - problem.delassus.row(b)).cwiseAbs().maxCoeff();
  const double apart = std::abs(problem.free_motion[a] - problem.free_motion[b]);
  return slips(problem, one) && slips(problem, other) && difference <= kEqual * problem.delassus(a, a) &&
         apart <= kEqual * problem.free_motion.cwiseAbs().maxCoeff();
}

std::vector<Group> find_groups(const ContactModeProblem& problem) {
  std::vector<Group> groups;
  for (int i = 0; i < problem.count(); ++i) {
    const auto same = std::ranges::find_if(groups, [&](const Group& g) { return coincide(problem, g.front(), i); });
    if (same == groups.end()) {
      groups.push_back({i});
    } else {
      same->push_back(i);
    }
  }
  return groups;
}

// The forces of the members, in the columns for a unit along each axis of the group. The first axis of several is that
// of their friction together, with a coefficient of one.
void write_shares(const ContactModeProblem& problem, const Group& group, Eigen::Ref<MatrixX> shares) {
  if (group.size() == 1) {
    shares.middleRows<3>(3 * group.front()).setIdentity();
    return;
  }
  const double part = 1.0 / static_cast<double>(group.size());
  for (const int i : group) {
    const Eigen::Vector2d direction = problem.velocity.segment<2>(3 * i).normalized();
    shares.block<2, 1>(3 * i, 0) = part * problem.friction[i] * direction;
    shares(3 * i + 2, 2) = part;
  }
}

}  // namespace

std::optional<ContactModeProblem> join_coincident(const ContactModeProblem& problem) {
  const std::vector<Group> groups = find_groups(problem);
  const auto count = static_cast<Eigen::Index>(groups.size());
  if (count == problem.friction.size()) return std::nullopt;
  MatrixX shares = MatrixX::Zero(problem.delassus.rows(), 3 * count);
  ContactModeProblem joined{.dimension = 3,
                            .delassus = {},
                            .free_motion = {},
                            .velocity = VectorX::Zero(3 * count),
                            .friction = VectorX::Ones(count),
                            .static_friction = VectorX::Ones(count),
                            .slip_tolerance = problem.slip_tolerance};
  for (Eigen::Index g = 0; g < count; ++g) {
    const Group& group = groups[static_cast<std::size_t>(g)];
    write_shares(problem, group, shares.middleCols<3>(3 * g));
    joined.velocity[3 * g] = 1.0;
    if (group.size() > 1) continue;
    joined.velocity.segment<3>(3 * g) = problem.velocity.segment<3>(3 * group.front());
    joined.friction[g] = problem.friction[group.front()];
    joined.static_friction[g] = problem.static_friction[group.front()];
  }
  joined.delassus = shares.transpose() * problem.delassus * shares;
  joined.free_motion = shares.transpose() * problem.free_motion;
  return joined;
}

}  // namespace carom
