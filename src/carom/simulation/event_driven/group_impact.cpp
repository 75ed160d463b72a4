#include "carom/simulation/event_driven/group_impact.h"

#include <algorithm>
#include <cmath>

#include "carom/impact/resolve_impact.h"
#include "carom/simulation/event_driven/mode_search.h"

namespace carom {
namespace {

// Contacts that share less of their inverse inertia do not feel each other.
constexpr double kUncoupled = 1e-13;
// Approaches that differ by less are the same.
constexpr double kAlike = 1e-9;

bool are_coupled(const ConstMatrixRef& G, int i, int j) {
  const double size = G.block<3, 3>(3 * i, 3 * j).cwiseAbs().maxCoeff();
  const double own = std::sqrt(G.block<3, 3>(3 * i, 3 * i).trace() * G.block<3, 3>(3 * j, 3 * j).trace());
  return size > kUncoupled * own;
}

double friction_of(const ImpactLaw& law) {
  return std::visit([](const auto& member) { return member.friction; }, law);
}

}  // namespace

void GroupImpact::find_groups(const ConstMatrixRef& G, int count) {
  group_of_.assign(static_cast<std::size_t>(count), -1);
  for (int i = 0; i < count; ++i) group_of_[static_cast<std::size_t>(i)] = i;
  // Each takes the least number among those that it feels, until nothing changes.
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = 0; i < count; ++i) {
      for (int j = 0; j < i; ++j) {
        int &a = group_of_[static_cast<std::size_t>(i)], &b = group_of_[static_cast<std::size_t>(j)];
        if (a == b || !are_coupled(G, i, j)) continue;
        a = b = std::min(a, b);
        changed = true;
      }
    }
  }
}

bool GroupImpact::calc_impulses(const ConstMatrixRef& G, const ConstVectorRef& u, std::span<const ImpactLaw> laws,
                                VectorRef p) {
  const auto count = static_cast<int>(laws.size());
  p.setZero();
  find_groups(G, count);
  for (int first = 0; first < count; ++first) {
    if (group_of_[static_cast<std::size_t>(first)] != first) continue;
    group_.clear();
    for (int i = first; i < count; ++i) {
      if (group_of_[static_cast<std::size_t>(i)] == first) group_.push_back(i);
    }
    const bool approaches = std::ranges::any_of(group_, [&](int i) { return u[3 * i + 2] < 0.0; });
    if (!approaches) continue;
    const std::span<const int> chosen = choose_contacts(u, group_);
    const bool solved = chosen.size() == 1
                            ? resolve_single(G, u, laws[static_cast<std::size_t>(chosen.front())], chosen.front(), p)
                            : resolve_several(G, u, laws, chosen, p);
    if (!solved) return false;
  }
  return true;
}

// All at once, or in sequence those that approach fastest.
std::span<const int> GroupImpact::choose_contacts(const ConstVectorRef& u, std::span<const int> group) {
  if (several_ == SeveralContacts::Simultaneous) return group;
  double fastest = 0.0;
  for (const int i : group) fastest = std::max(fastest, -u[3 * i + 2]);
  chosen_.clear();
  for (const int i : group) {
    if (-u[3 * i + 2] >= (1.0 - kAlike) * fastest) chosen_.push_back(i);
  }
  return chosen_;
}

bool GroupImpact::resolve_single(const ConstMatrixRef& G, const ConstVectorRef& u, const ImpactLaw& law, int contact,
                                 VectorRef p) const {
  const Matrix3 own = G.block<3, 3>(3 * contact, 3 * contact);
  const ImpactResult result = resolve_impact(law, own, Vector3(u.segment<3>(3 * contact)));
  if (result.verdict == ImpactVerdict::NoSolution || result.verdict == ImpactVerdict::SingularInertia) return false;
  p.segment<3>(3 * contact) = result.impulse;
  return true;
}

bool GroupImpact::resolve_several(const ConstMatrixRef& G, const ConstVectorRef& u, std::span<const ImpactLaw> laws,
                                  std::span<const int> contacts, VectorRef p) {
  const auto count = static_cast<int>(contacts.size());
  if (b_.size() < 3 * count) {
    G_.resize(3 * count, 3 * count);
    for (VectorX* x : {&b_, &f_, &a_}) x->resize(3 * count);
  }
  contacts_.clear();
  for (int c = 0; c < count; ++c) {
    const int i = contacts[static_cast<std::size_t>(c)];
    const ImpactLaw& law = laws[static_cast<std::size_t>(i)];
    const double friction = friction_of(law);
    for (int d = 0; d < count; ++d) {
      G_.block<3, 3>(3 * c, 3 * d) = G.block<3, 3>(3 * i, 3 * contacts[static_cast<std::size_t>(d)]);
    }
    b_.segment<3>(3 * c) = u.segment<3>(3 * i);
    b_[3 * c + 2] += get_restitution(law) * std::min(u[3 * i + 2], 0.0);
    contacts_.push_back({.friction = friction,
                         .static_friction = friction,
                         .slips = friction == 0.0,
                         .direction = Eigen::Vector2d::Zero(),
                         .mode = friction == 0.0 ? RigidMode::Sliding : RigidMode::Sticking});
  }
  auto f = f_.head(3 * count);
  if (!find_modes(G_.topLeftCorner(3 * count, 3 * count), b_.head(3 * count), contacts_, f, a_.head(3 * count)).found) {
    return false;
  }
  for (int c = 0; c < count; ++c) p.segment<3>(3 * contacts[static_cast<std::size_t>(c)]) = f.segment<3>(3 * c);
  return true;
}

}  // namespace carom
