#include "carom/simulation/event_driven/group_impact.h"

#include <algorithm>
#include <cmath>

#include "carom/impact/resolve_impact.h"
#include "carom/impact/several/sequential_impact.h"
#include "carom/impact/several/simultaneous_impact.h"
#include "carom/simulation/event_driven/mode_search.h"

namespace carom {
namespace {

// Contacts that share less of their inverse inertia do not feel each other.
constexpr double kUncoupled = 1e-13;
// Combinations of modes that are tried one by one; beyond, pivoting finds a solution in far less time.
constexpr double kMostCombinations = 300.0;

bool are_coupled(const ConstMatrixRef& G, int i, int j) {
  const double size = G.block<3, 3>(3 * i, 3 * j).cwiseAbs().maxCoeff();
  const double own = std::sqrt(G.block<3, 3>(3 * i, 3 * i).trace() * G.block<3, 3>(3 * j, 3 * j).trace());
  return size > kUncoupled * own;
}

double count_combinations(std::span<const ImpactLaw> laws) {
  double count = 1.0;
  for (const ImpactLaw& law : laws) count *= get_friction(law) > 0.0 ? 3.0 : 2.0;
  return count;
}

}  // namespace

void GroupImpact::find_groups(const ConstMatrixRef& G, int count) {
  group_of_.resize(static_cast<std::size_t>(count));
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
  fallback_ = ImpactFallback::None;
  cases_.assign(laws.size(), std::nullopt);
  find_groups(G, count);
  for (int first = 0; first < count; ++first) {
    if (group_of_[static_cast<std::size_t>(first)] != first) continue;
    group_.clear();
    for (int i = first; i < count; ++i) {
      if (group_of_[static_cast<std::size_t>(i)] == first) group_.push_back(i);
    }
    if (std::ranges::none_of(group_, [&](int i) { return u[3 * i + 2] < 0.0; })) continue;
    const bool solved = group_.size() == 1 ? resolve_single(G, u, laws[static_cast<std::size_t>(first)], first, p)
                                           : resolve_group(G, u, laws, p);
    if (!solved) return false;
  }
  return true;
}

bool GroupImpact::resolve_single(const ConstMatrixRef& G, const ConstVectorRef& u, const ImpactLaw& law, int contact,
                                 VectorRef p) {
  const Matrix3 own = G.block<3, 3>(3 * contact, 3 * contact);
  const ImpactResult result = resolve_impact(law, own, Vector3(u.segment<3>(3 * contact)));
  if (result.verdict == ImpactVerdict::NoSolution || result.verdict == ImpactVerdict::SingularInertia) return false;
  p.segment<3>(3 * contact) = result.impulse;
  cases_[static_cast<std::size_t>(contact)] = result.kind;
  return true;
}

bool GroupImpact::resolve_group(const ConstMatrixRef& G, const ConstVectorRef& u, std::span<const ImpactLaw> laws,
                                VectorRef p) {
  std::vector<Eigen::Index> rows;
  ContactSet set{.dimension = 3, .delassus = {}, .velocity = {}, .laws = {}};
  for (const int contact : group_) {
    for (int i = 0; i < 3; ++i) rows.push_back(3 * contact + i);
    set.laws.push_back(laws[static_cast<std::size_t>(contact)]);
  }
  set.delassus = G(rows, rows);
  set.velocity = u(rows);

  VectorX impulse;
  if (!resolve_as_asked(set, impulse)) {
    const ImpactFallback used = resolve_otherwise(set, impulse);
    if (used == ImpactFallback::None) return false;
    if (fallback_ == ImpactFallback::None) {
      fallback_ = used;
      fallback_contacts_ = group_;
    }
  }
  for (std::size_t r = 0; r < rows.size(); ++r) p[rows[r]] = impulse[static_cast<Eigen::Index>(r)];
  return true;
}

bool GroupImpact::resolve_as_asked(const ContactSet& set, VectorX& p) {
  ContactSetResult result;
  if (several_ == SeveralContacts::Sequential) {
    result = resolve_sequential_impact(set);
  } else if (count_combinations(set.laws) <= kMostCombinations) {
    result = resolve_simultaneous_impact(set, get_form(set.laws.front()));
  } else {
    // Pivoting knows Newton's form alone.
    const auto is_newton = [](const ImpactLaw& law) { return get_form(law) == SimultaneousForm::Newton; };
    return std::ranges::all_of(set.laws, is_newton) && resolve_by_pivoting(set.delassus, set.velocity, set.laws, p);
  }
  if (result.verdict == ImpactVerdict::NoSolution || result.too_many) return false;
  p = result.impulse;
  return true;
}

// A sequence keeps to the laws, but many contacts that feel each other all at once may need very many rounds of it.
ImpactFallback GroupImpact::resolve_otherwise(const ContactSet& set, VectorX& p) {
  const bool sequence_failed = several_ == SeveralContacts::Sequential;
  const bool too_many = count_combinations(set.laws) > kMostCombinations;
  if ((too_many || sequence_failed) && resolve_by_pivoting(set.delassus, set.velocity, set.laws, p)) {
    return ImpactFallback::NewtonsForm;
  }
  if (sequence_failed) return ImpactFallback::None;
  const ContactSetResult result = resolve_sequential_impact(set);
  if (result.verdict == ImpactVerdict::NoSolution) return ImpactFallback::None;
  p = result.impulse;
  return ImpactFallback::OneAfterAnother;
}

// Newton's form: u' = u + G p, with 0 ≤ p_n ⟂ u'_n + e u_n ≥ 0 and friction against the slip after.
bool GroupImpact::resolve_by_pivoting(const MatrixX& G, const VectorX& u, std::span<const ImpactLaw> laws, VectorX& p) {
  VectorX b = u;
  contacts_.clear();
  for (std::size_t i = 0; i < laws.size(); ++i) {
    const auto normal = 3 * static_cast<Eigen::Index>(i) + 2;
    b[normal] += get_restitution(laws[i]) * u[normal];
    const bool rubs = get_static_friction(laws[i]) > 0.0;
    contacts_.push_back({.friction = get_friction(laws[i]),
                         .static_friction = get_static_friction(laws[i]),
                         .slips = !rubs,
                         .direction = Eigen::Vector2d::Zero(),
                         .mode = rubs ? RigidMode::Sticking : RigidMode::Sliding});
  }
  VectorX after(u.size());
  p.setZero(u.size());
  return find_modes(G, b, contacts_, p, after).found;
}

}  // namespace carom
