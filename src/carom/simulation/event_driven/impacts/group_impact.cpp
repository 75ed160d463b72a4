#include "carom/simulation/event_driven/impacts/group_impact.h"

#include <algorithm>

#include "carom/impact/resolve_impact.h"
#include "carom/impact/several/sequential_impact.h"
#include "carom/impact/several/simultaneous_impact.h"

namespace carom {
namespace {

bool is_found(ImpactVerdict verdict) {
  return verdict != ImpactVerdict::NoSolution && verdict != ImpactVerdict::SingularInertia;
}

// A law that is stated for one contact, and says why.
bool is_for_one_contact(const ImpactLaw& law) {
  return std::visit([](const auto& member) { return std::decay_t<decltype(member)>::kForOneContact; }, law);
}

}  // namespace

bool GroupImpact::calc_impulses(const ConstMatrixRef& G, const ConstVectorRef& u, std::span<const ImpactLaw> laws,
                                std::span<const ImpactTurning> turning, const ContactGroups& groups, VectorRef p) {
  p.setZero();
  replacement_ = {};
  reformed_.reset();
  turning_contacts_.clear();
  cases_.assign(laws.size(), std::nullopt);
  group_of_.resize(laws.size());
  for (int number = 0; number < groups.count(); ++number) {
    group_.assign(groups.group(number).begin(), groups.group(number).end());
    const int first = group_.front();
    for (const int i : group_) group_of_[static_cast<std::size_t>(i)] = first;
    if (std::ranges::none_of(group_, [&](int i) { return u[3 * i + 2] < 0.0; })) continue;
    const bool alone = group_.size() == 1 && !resists(turning) &&
                       resolve_single(G, u, laws[static_cast<std::size_t>(first)], first, p);
    if (!alone && !resolve_group(G, u, laws, turning, p)) return false;
  }
  return true;
}

bool GroupImpact::resolve_single(const ConstMatrixRef& G, const ConstVectorRef& u, const ImpactLaw& law, int contact,
                                 VectorRef p) {
  const Matrix3 own = G.block<3, 3>(3 * contact, 3 * contact);
  const ImpactResult result = resolve_impact(law, own, Vector3(u.segment<3>(3 * contact)));
  if (!is_found(result.verdict)) return false;
  p.segment<3>(3 * contact) = result.impulse;
  cases_[static_cast<std::size_t>(contact)] = result.kind;
  return true;
}

// Whether a contact of the group resists turning.
bool GroupImpact::resists(std::span<const ImpactTurning> turning) const {
  return std::ranges::any_of(group_, [&](int i) { return turning[static_cast<std::size_t>(i)].row >= 0; });
}

void GroupImpact::list_rows(std::span<const ImpactTurning> turning) {
  const bool turns = resists(turning);
  rows_.clear();
  for (const int contact : group_) {
    const int first = turning[static_cast<std::size_t>(contact)].row;
    rows_.insert(rows_.end(), {3 * contact, 3 * contact + 1});
    for (int i = 0; turns && i < 3; ++i) rows_.push_back(first < 0 ? -1 : first + i);
    rows_.push_back(3 * contact + 2);
  }
}

ContactSet GroupImpact::make_set(const ConstMatrixRef& G, const ConstVectorRef& u, std::span<const ImpactLaw> laws,
                                 std::span<const ImpactTurning> turning) const {
  const auto size = static_cast<Eigen::Index>(rows_.size()), count = static_cast<Eigen::Index>(group_.size());
  // Moments that there are not have bounds of zero; their inertia is anything but zero.
  ContactSet set{.dimension = static_cast<int>(size / count),
                 .delassus = G.diagonal().mean() * MatrixX::Identity(size, size),
                 .velocity = VectorX::Zero(size),
                 .laws = {}};
  for (const int contact : group_) set.laws.push_back(laws[static_cast<std::size_t>(contact)]);
  for (Eigen::Index i = 0; i < size; ++i) {
    const int row = rows_[static_cast<std::size_t>(i)];
    if (row < 0) continue;
    set.velocity[i] = u[row];
    for (Eigen::Index j = 0; j < size; ++j) {
      const int column = rows_[static_cast<std::size_t>(j)];
      if (column >= 0) set.delassus(i, j) = G(row, column);
    }
  }
  if (!set.resists_turning()) return set;
  set.rolling.resize(count);
  set.spinning.resize(count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const ImpactTurning& own = turning[static_cast<std::size_t>(group_[static_cast<std::size_t>(i)])];
    set.rolling[i] = own.rolling;
    set.spinning[i] = own.spinning;
  }
  return set;
}

bool GroupImpact::resolve_group(const ConstMatrixRef& G, const ConstVectorRef& u, std::span<const ImpactLaw> laws,
                                std::span<const ImpactTurning> turning, VectorRef p) {
  list_rows(turning);
  const ContactSet set = make_set(G, u, laws, turning);
  VectorX impulse;
  bool proven = false;
  if (resolve_as_asked(set, impulse, proven)) {
    note_reformed(set);
  } else {
    const ImpactFallback used = resolve_otherwise(set, impulse);
    if (used == ImpactFallback::None) return false;
    if (replacement_.fallback == ImpactFallback::None) {
      replacement_ = {.fallback = used, .proven = proven, .contacts = group_};
    }
  }
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    if (rows_[r] >= 0) p[rows_[r]] = impulse[static_cast<Eigen::Index>(r)];
  }
  return true;
}

bool GroupImpact::resolve_as_asked(const ContactSet& set, VectorX& p, bool& proven) const {
  // A contact alone whose law has no impulse. Aghili's may have one without average slip, which only its form in groups
  // looks for.
  if (set.count() == 1 && !set.resists_turning() && get_form(set.laws.front()) != SimultaneousForm::Average) {
    proven = true;
    return false;
  }
  const ContactSetResult result =
      several_ == SeveralContacts::Sequential ? resolve_sequential_impact(set) : resolve_simultaneous_impact(set);
  p = result.impulse;
  proven = result.proven;
  return is_found(result.verdict);
}

// Both phases of Poisson's form have a solution whatever the friction, with cones as pyramids [anitescu1997]; where the
// exact ones do not, or no solver finds it, there are sequences.
ImpactFallback GroupImpact::resolve_otherwise(const ContactSet& set, VectorX& p) const {
  const ContactSetResult together = resolve_simultaneous_impact(set, SimultaneousForm::Poisson);
  if (is_found(together.verdict)) {
    p = together.impulse;
    return ImpactFallback::PoissonsForm;
  }
  if (set.count() == 1 || several_ == SeveralContacts::Sequential) return ImpactFallback::None;
  const ContactSetResult result = resolve_sequential_impact(set);
  if (!is_found(result.verdict)) return ImpactFallback::None;
  p = result.impulse;
  return ImpactFallback::OneAfterAnother;
}

void GroupImpact::note_reformed(const ContactSet& set) {
  const bool alone = several_ == SeveralContacts::Sequential || set.count() == 1;
  if (set.resists_turning() && alone) {
    turning_contacts_.insert(turning_contacts_.end(), group_.begin(), group_.end());
  }
  if (reformed_ || several_ == SeveralContacts::Sequential || set.count() == 1) return;
  const auto found = std::ranges::find_if(set.laws, is_for_one_contact);
  if (found == set.laws.end()) return;
  reformed_ = group_[static_cast<std::size_t>(found - set.laws.begin())];
  reformed_group_ = group_;
}

}  // namespace carom
