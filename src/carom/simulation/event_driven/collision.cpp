#include "carom/simulation/event_driven/collision.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "carom/impact/modes/possible_force.h"
#include "carom/impact/resolve_impact.h"

namespace carom {
namespace {

// Of the kinetic energy: a law gains what is more than rounding.
constexpr double kGained = 1e-12;

}  // namespace

Collision::Collision(MechanismSystem& system, const EventDrivenOptions& options, EventLog& log)
    : system_(system),
      contacts_(*system.rigid_contacts()),
      options_(options),
      log_(log),
      group_impact_(options.several),
      sums_(static_cast<std::size_t>(contacts_.num_slots())) {
  involved_.reserve(sums_.size());
  laws_.reserve(sums_.size());
}

bool Collision::calc_rows(double time, std::span<const int> touching, std::span<double> y) {
  if (!system_.calc_touching(time, y, touching)) {
    failure_ = system_.failure();
    return false;
  }
  const ContactRows& rows = system_.smooth_contacts().rows();
  if (u_.size() < rows.size()) {
    u_.resize(rows.size());
    p_.resize(rows.size());
  }
  // Slow contacts bounce all the same where a fast one is about to strike them.
  const bool rests =
      std::ranges::all_of(touching, [&](int slot) { return -contacts_.motion(slot).rate < options_.rest_speed; });
  laws_.clear();
  sums_.resize(static_cast<std::size_t>(contacts_.num_slots()));
  for (int c = 0; c < rows.count(); ++c) {
    const int slot = touching[static_cast<std::size_t>(c)];
    const RigidContacts::Motion& motion = contacts_.motion(slot);
    u_.segment<3>(3 * c) = rows.axes(c).transpose() * motion.velocity;
    Sum& sum = sums_[static_cast<std::size_t>(slot)];
    laws_.push_back(rests ? with_restitution(contacts_.law(slot), 0.0) : contacts_.law(slot));
    if (sum.impulse == 0.0) sum.approach = -motion.rate;
    sum.rests = rests;
    sum.gravity = -system_.smooth_contacts().accelerations()[3 * c + 2];
  }
  return true;
}

bool Collision::resolve(double time, std::span<const int> touching, std::span<double> y) {
  if (!calc_rows(time, touching, y)) return false;
  const ContactRows& rows = system_.smooth_contacts().rows();
  const auto size = rows.size();
  if (!group_impact_.calc_impulses(rows.inverse_inertia(), u_.head(size), laws_, p_.head(size))) {
    failure_ =
        fmt::format("at t = {:.9g} s the law of impact finds no impulse for {}; try another law, or other friction",
                    time, contacts_.name(touching.front()));
    return false;
  }
  if (group_impact_.fallback() != ImpactFallback::None) note_fallback(time, touching);
  apply(time, y);
  return true;
}

void Collision::note_fallback(double time, std::span<const int> touching) {
  const std::span<const int> group = group_impact_.fallback_contacts();
  constexpr std::size_t kNamed = 4;
  std::string where;
  for (std::size_t i = 0; i < std::min(kNamed, group.size()); ++i) {
    const int slot = touching[static_cast<std::size_t>(group[i])];
    const RigidContacts::Motion& motion = contacts_.motion(slot);
    const auto body = [&](int number) { return system_.model().spec(BodyIndex(number)).name; };
    where += fmt::format("{}{} of '{}' with '{}'", where.empty() ? "" : ", ", contacts_.name(slot), body(motion.body_a),
                         body(motion.body_b));
  }
  if (group.size() > kNamed) where += ", …";
  const char* const what =
      group_impact_.fallback() == ImpactFallback::NewtonsForm
          ? "too many for their laws, so Newton's form was used; try several = \"sequential\""
          : "no impulses satisfy their laws together, so they collided one after another; try "
            "several = \"sequential\" to have it so throughout, or formulation = \"time-stepping\"";
  log_.notes.push_back({.kind = RunNote::Kind::LawReplaced,
                        .time = time,
                        .contact = contacts_.name(touching[static_cast<std::size_t>(group.front())]),
                        .sentence = fmt::format("at t = {:.9g} s {} contacts collided at once ({}): {}", time,
                                                group.size(), where, what)});
}

bool Collision::resolve_without_approach(double time, std::span<const int> touching, std::span<double> y) {
  if (!calc_rows(time, touching, y)) return false;
  const ContactRows& rows = system_.smooth_contacts().rows();
  const auto size = rows.size();
  p_.head(size).setZero();
  for (int c = 0; c < rows.count(); ++c) {
    if (contacts_.motion(touching[static_cast<std::size_t>(c)]).rate > 0.0) continue;
    u_[3 * c + 2] = 0.0;
    const Matrix3 own = rows.inverse_inertia().block<3, 3>(3 * c, 3 * c);
    const ImpactResult result =
        resolve_impact(contacts_.law(touching[static_cast<std::size_t>(c)]), own, Vector3(u_.segment<3>(3 * c)));
    if (!(result.impulse.z() > 0.0)) continue;
    p_.segment<3>(3 * c) = result.impulse;
    apply(time, y);
    return true;
  }
  if (!find_jamming_impulse(touching)) return false;
  apply(time, y);
  return true;
}

// Where no contact alone is pressed in by its own slip, several may be by each other's: a peg between two walls. They
// jam: an impulse within all cones stops every slip at once.
bool Collision::find_jamming_impulse(std::span<const int> touching) {
  const ContactRows& rows = system_.smooth_contacts().rows();
  const auto size = rows.size();
  const double slip = u_.head(size).cwiseAbs().maxCoeff();
  if (rows.count() < 2 || !(slip > 0.0)) return false;
  ContactModeProblem problem{.dimension = 3,
                             .delassus = rows.inverse_inertia(),
                             .free_motion = u_.head(size),
                             .velocity = VectorX::Zero(size),
                             .friction = VectorX(rows.count())};
  for (int c = 0; c < rows.count(); ++c) {
    problem.friction[c] = contacts_.friction(touching[static_cast<std::size_t>(c)]);
  }
  impact::SupposedMode stick;
  stick.closed = true;
  stick.tangential = impact::SupposedMode::Tangential::Stick;
  const std::vector<impact::SupposedMode> all_stick(static_cast<std::size_t>(rows.count()), stick);
  constexpr double kStopped = 1e-9;  // of the slip before
  const auto impulse = impact::find_possible_force(problem, all_stick, kStopped * slip);
  if (!impulse) return false;
  p_.head(size) = *impulse;
  return true;
}

void Collision::apply(double time, std::span<double> y) {
  const ContactRows& rows = system_.smooth_contacts().rows();
  const auto sum_losses = [&] {
    double total = 0.0;
    for (const int slot : rows.slots()) {
      total += RigidContacts::get(system_.rigid_memory(std::span<const double>(y)), slot, RigidContacts::kImpactLoss);
    }
    return total;
  };
  const double before = sum_losses();
  double energy = 0.0;  // of the relative motion, as far as it is felt
  for (int c = 0; c < rows.count(); ++c) {
    const int slot = rows.slots()[static_cast<std::size_t>(c)];
    const double normal = p_[3 * c + 2];
    energy += std::abs(p_.segment<3>(3 * c).dot(u_.segment<3>(3 * c)));
    if (!(normal > 0.0)) continue;
    Sum& sum = sums_[static_cast<std::size_t>(slot)];
    if (sum.impulse == 0.0) involved_.push_back(slot);
    sum.impulse += normal;
  }
  system_.apply_impulse(time, p_.head(rows.size()), y);
  const double gained = before - sum_losses();
  if (!(gained > kGained * energy) || involved_.empty()) return;
  const std::string& name = contacts_.name(involved_.front());
  const std::string_view law = info(contacts_.law(involved_.front())).name;
  const char* const remedy = law == "stronge" ? "several = \"sequential\" solves one contact at a time, which cannot"
                                              : "impact.law = \"stronge\" cannot at a single contact";
  log_.notes.push_back({.kind = RunNote::Kind::EnergyGained,
                        .time = time,
                        .contact = name,
                        .energy = gained,
                        .sentence = fmt::format("at t = {:.9g} s the law '{}' gained {:.6g} J at {}; {}", time, law,
                                                gained, name, remedy)});
}

void Collision::report(double time, std::span<double> y) {
  system_.calc_contact_motion(time, y);
  std::ranges::sort(involved_);
  for (const int slot : involved_) {
    Sum& sum = sums_[static_cast<std::size_t>(slot)];
    log_.events.push_back({.kind = ContactEvent::Kind::Impact,
                           .slot = slot,
                           .time = time,
                           .approach_speed = std::max(sum.approach, 0.0),
                           .separation_speed = std::max(contacts_.motion(slot).rate, 0.0),
                           .impulse = sum.impulse});
    report_rest(slot, time, y);
    sum = {};
  }
  involved_.clear();
}

// Bounces of speeds e v, e² v, … last 2 e v/g + 2 e² v/g + … = 2 v e/((1 − e) g).
void Collision::report_rest(int slot, double time, std::span<double> y) {
  const Sum& sum = sums_[static_cast<std::size_t>(slot)];
  const std::span<double> memory = system_.rigid_memory(y);
  const bool closed = is_closed(RigidContacts::mode(memory, slot));
  if (!sum.rests || !closed || !(sum.approach > 0.0)) return;
  RigidContacts::set(memory, slot, RigidContacts::kApproachSpeed, sum.approach);
  const double e = get_restitution(contacts_.law(slot));
  const bool ends = e < 1.0 && sum.gravity > 0.0;
  const double left_out = ends ? 2.0 * sum.approach * e / ((1.0 - e) * sum.gravity) : 0.0;
  log_.events.push_back({.kind = ContactEvent::Kind::Rest, .slot = slot, .time = time + left_out});
}

}  // namespace carom
