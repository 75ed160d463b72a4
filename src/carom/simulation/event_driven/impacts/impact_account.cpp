#include "carom/simulation/event_driven/impacts/impact_account.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace carom {
namespace {

// Of the energies and velocities that take part: what is more than rounding. Solvers leave 1e-9 of a cone.
constexpr double kGained = 1e-12;
constexpr double kOutside = 1e-8;
constexpr double kStill = 1e-8;
// What the stepper counts as no approach, with a margin  [m/s].
constexpr double kNoSpeed = 1e-9;

ImpactSlip compare(const Vector3& before, const Vector3& after, double speed) {
  const double none = std::max(kStill * speed, kNoSpeed);
  const bool slipped = before.norm() > none, slips = after.norm() > none;
  if (!slipped) return slips ? ImpactSlip::Starts : ImpactSlip::None;
  if (!slips) return ImpactSlip::Stops;
  return before.dot(after) < 0.0 ? ImpactSlip::Reverses : ImpactSlip::Keeps;
}

}  // namespace

void ImpactAccount::add(const ContactRows& rows, const ConstVectorRef& u, const ConstVectorRef& p,
                        std::span<const ImpactLaw> laws, const ImpactGroups& groups) {
  after_ = u + rows.inverse_inertia() * p;
  groups_.assign(static_cast<std::size_t>(rows.count()), {});
  const auto loss = [&](int c) {
    const double force = -0.5 * (u.segment<3>(3 * c) + after_.segment<3>(3 * c)).dot(p.segment<3>(3 * c));
    const int row = rows.turning_row(c);
    return row < 0 ? force : force - 0.5 * (u.segment<3>(row) + after_.segment<3>(row)).dot(p.segment<3>(row));
  };
  for (int c = 0; c < rows.count(); ++c) {
    Group& group = groups_[group_of(groups, c)];
    group.dissipation += loss(c);
    group.energy += std::abs(rows.calc_product(c, p, u));
    ++group.count;
    if (!(p[3 * c + 2] > 0.0)) group.unclaimed += loss(c);
  }
  for (int c = 0; c < rows.count(); ++c) {
    const auto place = static_cast<std::size_t>(c);
    const Vector3 velocity = u.segment<3>(3 * c), impulse = p.segment<3>(3 * c);
    if (!(impulse.z() > 0.0)) continue;
    Share& share = shares_[static_cast<std::size_t>(rows.slots()[place])];
    const auto tangents = rows.axes(c).leftCols<2>();
    if (!share.counts) share.slip = tangents * velocity.head<2>();
    share.counts = true;
    share.speed = std::max(share.speed, velocity.norm());
    share.rubbed += tangents * impulse.head<2>();
    Group& group = groups_[group_of(groups, c)];
    share.dissipation += loss(c) + std::exchange(group.unclaimed, 0.0);
    share.law_case = groups.cases.empty() ? std::nullopt : groups.cases[place];
    share.group = std::max(share.group, share.law_case ? 1 : group.count);
    const double limit = get_static_friction(laws[place]) * impulse.z();
    if (impulse.head<2>().norm() > limit + kOutside * impulse.norm()) share.verdict = ImpactVerdict::OutsideCone;
    if (-group.dissipation > kGained * group.energy) share.verdict = ImpactVerdict::GainsEnergy;
  }
}

void ImpactAccount::complete(int slot, const RigidContacts::Motion& after, ContactEvent& event) {
  Share& share = shares_[static_cast<std::size_t>(slot)];
  event.slip_speed = share.slip.norm();
  event.slip_speed_after = after.slip.norm();
  event.slip = compare(share.slip, after.slip, share.speed);
  event.tangential_impulse = share.rubbed.norm();
  event.dissipation = share.dissipation;
  event.group = share.group;
  event.law_case = share.law_case;
  const bool approaches = -after.gap_rate > std::max(kStill * share.speed, kNoSpeed);
  event.verdict = approaches ? ImpactVerdict::StillApproaching : share.verdict;
  share = {};
}

}  // namespace carom
