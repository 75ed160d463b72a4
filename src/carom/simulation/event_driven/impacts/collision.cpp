#include "carom/simulation/event_driven/impacts/collision.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "carom/impact/modes/possible_force.h"
#include "carom/impact/resolve_impact.h"
#include "carom/impact/several/simultaneous_impact.h"

namespace carom {
namespace {

// Of the kinetic energy: a law gains what is more than rounding.
constexpr double kGained = 1e-10;

// An impact without approach. Laws that give the impulse at once, in place of how it grows, have none where nothing
// approaches: Coulomb's friction alone decides then.
ImpactResult stop_slip(const ImpactLaw& law, const Matrix3& inverse_inertia, const Vector3& velocity) {
  const ImpactResult result = resolve_impact(law, inverse_inertia, velocity);
  if (result.impulse.z() > 0.0) return result;
  return resolve_impact(impact::Poisson{.restitution = 0.0, .friction = get_friction(law)}, inverse_inertia, velocity);
}

}  // namespace

Collision::Collision(RigidPart& rigid, const EventDrivenOptions& options, EventLog& log)
    : rigid_(rigid),
      system_(rigid.system()),
      contacts_(rigid.contacts()),
      options_(options),
      log_(log),
      group_impact_(options.several),
      sums_(static_cast<std::size_t>(contacts_.num_slots())) {
  involved_.reserve(sums_.size());
  laws_.reserve(sums_.size());
}

bool Collision::calc_rows(double time, std::span<const int> touching, std::span<double> y) {
  if (!rigid_.calc_touching(time, y, touching)) {
    failure_ = system_.failure();
    return false;
  }
  const ContactRows& rows = rigid_.smooth().rows();
  if (u_.size() < rows.size()) {
    u_.resize(rows.size());
    p_.resize(rows.size());
  }
  sums_.resize(static_cast<std::size_t>(contacts_.num_slots()));
  account_.resize(contacts_.num_slots());
  groups_.find(rows.inverse_inertia(), rows.count(), rows.turning_rows());
  laws_.resize(touching.size());
  turning_.assign(touching.size(), {});
  for (const int c : rows.turning_contacts()) {
    const int slot = touching[static_cast<std::size_t>(c)];
    const RigidContacts::Motion& motion = contacts_.motion(slot);
    const RollingResistance& arms = contacts_.resistance(slot);
    turning_[static_cast<std::size_t>(c)] = {rows.turning_row(c), arms.rolling / motion.length,
                                             arms.spinning / motion.length};
    u_.segment<3>(rows.turning_row(c)) = motion.length * (rows.axes(c).transpose() * motion.turning);
  }
  for (int number = 0; number < groups_.count(); ++number) {
    const bool rests = are_slow(touching, groups_.group(number));
    for (const int c : groups_.group(number)) {
      const auto place = static_cast<std::size_t>(c);
      const RigidContacts::Motion& motion = contacts_.motion(touching[place]);
      u_.segment<3>(3 * c) = rows.axes(c).transpose() * motion.velocity;
      Sum& sum = sums_[static_cast<std::size_t>(touching[place])];
      const ImpactLaw& law = contacts_.law(touching[place]);
      laws_[place] = rests ? with_restitution(law, 0.0) : law;
      if (sum.impulse == 0.0) sum.approach = -motion.gap_rate;
      sum.rests = rests;
      sum.gravity = -rigid_.smooth().accelerations()[3 * c + 2];
    }
  }
  return true;
}

// Slow contacts bounce all the same where a fast one is about to strike them.
bool Collision::are_slow(std::span<const int> touching, std::span<const int> group) const {
  return std::ranges::all_of(group, [&](int c) {
    return -contacts_.motion(touching[static_cast<std::size_t>(c)]).gap_rate < options_.rest_speed;
  });
}

// What touches and would part slower than impacts bounce stays together, and what slips as slowly against friction
// stops: a body that rocks on its feet would otherwise change from one to another for ever, lower than positions can
// tell. The impulses are least, and may pull.
void Collision::hold_slow_groups(std::span<const int> touching) {
  for (int number = 0; number < groups_.count(); ++number) {
    const std::span<const int> group = groups_.group(number);
    const auto is_struck = [&](int c) { return p_[3 * c + 2] > 0.0; };
    if (group.size() > 1 && are_slow(touching, group) && std::ranges::any_of(group, is_struck)) hold(group);
  }
}

void Collision::hold(std::span<const int> group) {
  const auto G = rigid_.smooth().rows().inverse_inertia();
  std::vector<Eigen::Index> rows, held;
  for (const int c : group) {
    for (int axis = 0; axis < 3; ++axis) rows.push_back(3 * c + axis);
  }
  std::vector<Eigen::Index> all = rows;
  for (const int c : group) {
    const int first = turning_[static_cast<std::size_t>(c)].row;
    for (int axis = 0; first >= 0 && axis < 3; ++axis) all.push_back(first + axis);
  }
  const VectorX after = u_(rows) + G(rows, all) * p_(all);
  for (Eigen::Index first = 0; first < after.size(); first += 3) {
    if (!(after[first + 2] < options_.rest_speed)) return;
    const double friction =
        get_static_friction(laws_[static_cast<std::size_t>(rows[static_cast<std::size_t>(first)] / 3)]);
    const bool stops = friction > 0.0 && after.segment<2>(first).norm() < options_.rest_speed;
    for (Eigen::Index row = stops ? first : first + 2; row < first + 3; ++row) held.push_back(row);
  }
  std::vector<Eigen::Index> places;
  for (const Eigen::Index row : held) places.push_back(rows[static_cast<std::size_t>(row)]);
  VectorX impulse(after(held).size());
  (void)solve_least_norm(G(places, places), -after(held), impulse);
  p_(places) += impulse;
}

bool Collision::resolve(double time, std::span<const int> touching, std::span<double> y) {
  if (!calc_rows(time, touching, y)) return false;
  const ContactRows& rows = rigid_.smooth().rows();
  const auto size = rows.size();
  if (!group_impact_.calc_impulses(rows.inverse_inertia(), u_.head(size), laws_, turning_, groups_, p_.head(size))) {
    failure_ = fmt::format(
        "at t = {:.9g} s no impulse was found for {}, by its law or in Poisson's form; try another law, other "
        "friction, "
        "or formulation = \"time-stepping\"",
        time, describe(touching, group_impact_.failed_contacts()));
    return false;
  }
  if (group_impact_.replacement().fallback != ImpactFallback::None) note_replacement(time, touching);
  if (group_impact_.reformed_contact()) note_reformed(time, touching);
  if (!group_impact_.turning_contacts().empty()) note_turning(time, touching);
  hold_slow_groups(touching);
  note_gains(time, group_impact_.groups());
  apply(time, y, {group_impact_.groups(), group_impact_.cases()});
  return true;
}

// "tip/floor of 'rod' with 'world', …": the first few of the contacts, which are places in `touching`.
std::string Collision::describe(std::span<const int> touching, std::span<const int> contacts) const {
  constexpr std::size_t kNamed = 4;
  std::string where;
  for (std::size_t i = 0; i < std::min(kNamed, contacts.size()); ++i) {
    const int slot = touching[static_cast<std::size_t>(contacts[i])];
    const RigidContacts::Motion& motion = contacts_.motion(slot);
    const auto body = [&](int number) { return system_.model().spec(BodyIndex(number)).name; };
    where += fmt::format("{}{} of '{}' with '{}'", where.empty() ? "" : ", ", contacts_.name(slot), body(motion.body_a),
                         body(motion.body_b));
  }
  return contacts.size() > kNamed ? where + ", …" : where;
}

void Collision::note_replacement(double time, std::span<const int> touching) {
  const GroupImpact::Replacement& replacement = group_impact_.replacement();
  const std::string where = describe(touching, replacement.contacts);
  const bool alone = replacement.contacts.size() == 1;
  const std::string who = alone ? fmt::format("the impact at {}", where)
                                : fmt::format("{} contacts collided at once ({})", replacement.contacts.size(), where);
  const char* const why =
      replacement.proven
          ? (alone ? "its law has no impulse here" : "no impulses satisfy their laws together")
          : "no impulses that satisfy their laws together were found, which does not prove that there are none";
  const char* const what = replacement.fallback == ImpactFallback::PoissonsForm
                               ? "so Poisson's form was used"
                               : "so they collided one after another; try several = \"sequential\" to have it so "
                                 "throughout, or formulation = \"time-stepping\"";
  log_.notes.push_back({.kind = RunNote::Kind::LawReplaced,
                        .time = time,
                        .contact = contacts_.name(touching[static_cast<std::size_t>(replacement.contacts.front())]),
                        .sentence = fmt::format("at t = {:.9g} s {}: {}, {}", time, who, why, what)});
}

// Once per law: it holds for the whole run.
void Collision::note_reformed(double time, std::span<const int> touching) {
  const int slot = touching[static_cast<std::size_t>(*group_impact_.reformed_contact())];
  const std::string_view law = info(contacts_.law(slot)).name;
  if (std::ranges::find(reformed_, law) != reformed_.end()) return;
  reformed_.push_back(law);
  const std::string_view form = law == "stronge" ? "Poisson's form, with less restitution where that would gain energy"
                                : law == "brach" ? "Newton's form"
                                                 : "the form of 'aghili'";
  log_.notes.push_back(
      {.kind = RunNote::Kind::LawReplaced,
       .time = time,
       .contact = contacts_.name(slot),
       .sentence = fmt::format("at t = {:.9g} s {} contacts collided at once ({}): the law '{}' is one of a single "
                               "contact, so that contacts with it follow {} whenever several collide",
                               time, group_impact_.reformed_group().size(),
                               describe(touching, group_impact_.reformed_group()), law, form)});
}

// The same of contacts whose law follows a path through impulse space, which moments have no part in.
void Collision::note_turning(double time, std::span<const int> touching) {
  for (const int c : group_impact_.turning_contacts()) {
    const int slot = touching[static_cast<std::size_t>(c)];
    const ImpactLaw& law = contacts_.law(slot);
    const std::string_view name = info(law).name;
    if (std::ranges::find(turned_, name) != turned_.end()) continue;
    turned_.push_back(name);
    const SimultaneousForm form = get_form(law);
    log_.notes.push_back(
        {.kind = RunNote::Kind::LawReplaced,
         .time = time,
         .contact = contacts_.name(slot),
         .sentence = fmt::format("at t = {:.9g} s {} collided, which resists rolling or spinning: impulses and moments "
                                 "of such contacts are found together, in {} of the law '{}'",
                                 time, contacts_.name(slot),
                                 form == SimultaneousForm::Newton    ? "Newton's form"
                                 : form == SimultaneousForm::Poisson ? "Poisson's form"
                                                                     : "the form for groups",
                                 name)});
  }
}

bool Collision::resolve_without_approach(double time, std::span<const int> touching, std::span<double> y) {
  if (!calc_rows(time, touching, y)) return false;
  const ContactRows& rows = rigid_.smooth().rows();
  const auto size = rows.size();
  p_.head(size).setZero();
  for (int c = 0; c < rows.count(); ++c) {
    if (contacts_.motion(touching[static_cast<std::size_t>(c)]).gap_rate > 0.0) continue;
    u_[3 * c + 2] = 0.0;
    const Matrix3 own = rows.inverse_inertia().block<3, 3>(3 * c, 3 * c);
    const ImpactResult result =
        stop_slip(contacts_.law(touching[static_cast<std::size_t>(c)]), own, Vector3(u_.segment<3>(3 * c)));
    if (!(result.impulse.z() > 0.0)) continue;
    p_.segment<3>(3 * c) = result.impulse;
    note_gains(time, std::vector<int>(touching.size(), 0));
    std::vector<std::optional<ImpactCase>> cases(touching.size());
    cases[static_cast<std::size_t>(c)] = result.kind;
    apply(time, y, {{}, cases});
    return true;
  }
  if (!find_jamming_impulse(touching) && !find_jump(touching)) return false;
  apply(time, y, {});
  return true;
}

// Where forces have no solution, impulses do: those of a step that is so short that forces of any size which the
// problem has would move nothing in it. What is left is a jump.
bool Collision::find_jump(std::span<const int> touching) {
  constexpr double kMoment = 1e-6;  // of the slip: what accelerations add to it in the step
  constexpr double kJump = 1e-2;    // of the slip
  const ContactRows& rows = rigid_.smooth().rows();
  const auto size = 3 * rows.count();  // such an impulse has no moments
  const double slip = u_.head(size).cwiseAbs().maxCoeff();
  const VectorX b = rigid_.smooth().accelerations().head(size);
  const double largest = b.cwiseAbs().maxCoeff();
  if (!(slip > 0.0 && largest > 0.0)) return false;
  ContactSet set{.dimension = 3,
                 .delassus = rows.inverse_inertia().topLeftCorner(size, size),
                 .velocity = u_.head(size) + kMoment * slip / largest * b,
                 .laws = {}};
  for (const int slot : touching) set.laws.push_back(with_restitution(contacts_.law(slot), 0.0));
  const ContactSetResult result = resolve_simultaneous_impact(set, SimultaneousForm::Newton);
  const bool found = result.verdict != ImpactVerdict::NoSolution && result.verdict != ImpactVerdict::SingularInertia;
  if (!found || !((set.delassus * result.impulse).cwiseAbs().maxCoeff() > kJump * slip)) return false;
  p_.head(size) = result.impulse;
  return true;
}

void Collision::stop_slow_slip(double time, std::span<const int> touching, double slow, std::span<double> y) {
  system_.calc_contact_motion(time, y);
  const auto is_slow = [&](int slot) {
    const RigidContacts::Motion& motion = contacts_.motion(slot);
    const auto crawls = [&](double bound, double speed) { return bound > 0.0 && 0.0 < speed && speed <= slow; };
    if (crawls(contacts_.static_friction(slot), motion.slip.norm())) return true;
    const RollingResistance& arms = contacts_.resistance(slot);
    return contacts_.resists_turning(slot) &&
           (crawls(arms.rolling, motion.rolling().norm()) || crawls(arms.spinning, motion.spinning().norm()));
  };
  if (std::ranges::none_of(touching, is_slow) || !calc_rows(time, touching, y)) return;
  const ContactRows& rows = rigid_.smooth().rows();
  std::vector<Eigen::Index> held;
  for (int c = 0; c < rows.count(); ++c) {
    const int slot = touching[static_cast<std::size_t>(c)];
    const bool stops = contacts_.static_friction(slot) > 0.0 && contacts_.motion(slot).slip.norm() <= slow;
    for (int axis = stops ? 0 : 2; axis < 3; ++axis) held.push_back(3 * c + axis);
    const auto [row, rolling, spinning] = turning_[static_cast<std::size_t>(c)];
    if (row < 0) continue;
    const RigidContacts::Motion& motion = contacts_.motion(slot);
    if (rolling > 0.0 && motion.rolling().norm() <= slow) held.insert(held.end(), {row, row + 1});
    if (spinning > 0.0 && motion.spinning().norm() <= slow) held.push_back(row + 2);
  }
  const VectorX rates = u_(held);
  VectorX impulse(rates.size());
  (void)solve_least_norm(rows.inverse_inertia()(held, held), -rates, impulse);
  p_.head(rows.size()).setZero();
  p_(held) = impulse;
  rigid_.apply_impulse(time, p_.head(rows.size()), y);
}

// Where no contact alone is pressed in by its own slip, several may be by each other's: a peg between two walls. They
// jam: an impulse within all cones stops every slip at once.
bool Collision::find_jamming_impulse(std::span<const int> touching) {
  const ContactRows& rows = rigid_.smooth().rows();
  const auto size = 3 * rows.count();  // such an impulse has no moments
  const double slip = u_.head(size).cwiseAbs().maxCoeff();
  if (rows.count() < 2 || !(slip > 0.0)) return false;
  ContactModeProblem problem{.dimension = 3,
                             .delassus = rows.inverse_inertia().topLeftCorner(size, size),
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

void Collision::apply(double time, std::span<double> y, const ImpactGroups& groups) {
  const ContactRows& rows = rigid_.smooth().rows();
  for (int c = 0; c < rows.count(); ++c) {
    const double normal = p_[3 * c + 2];
    if (!(normal > 0.0)) continue;
    Sum& sum = sums_[static_cast<std::size_t>(rows.slots()[static_cast<std::size_t>(c)])];
    if (sum.impulse == 0.0) involved_.push_back(rows.slots()[static_cast<std::size_t>(c)]);
    sum.impulse += normal;
  }
  account_.add(rows, u_.head(rows.size()), p_.head(rows.size()), laws_, groups);
  rigid_.apply_impulse(time, p_.head(rows.size()), y);
}

// Each group by itself: what another one loses is no excuse. ½ (u + u′) · p is the energy that a contact gives.
void Collision::note_gains(double time, std::span<const int> groups) {
  const ContactRows& rows = rigid_.smooth().rows();
  gains_ = u_.head(rows.size());
  gains_.noalias() += 0.5 * (rows.inverse_inertia() * p_.head(rows.size()));
  for (int first = 0; first < rows.count(); ++first) {
    if (groups[static_cast<std::size_t>(first)] != first) continue;
    double gained = 0.0, energy = 0.0;  // of the relative motion, as far as it is felt
    for (int c = first; c < rows.count(); ++c) {
      if (groups[static_cast<std::size_t>(c)] != first) continue;
      gained += rows.calc_product(c, gains_, p_);
      energy += std::abs(rows.calc_product(c, p_, u_));
    }
    if (gained > kGained * energy) note_gain(time, groups, first, gained);
  }
}

void Collision::note_gain(double time, std::span<const int> groups, int group, double gained) {
  std::string laws, where;
  for (std::size_t c = 0; c < groups.size(); ++c) {
    if (groups[c] != group || !(p_[3 * static_cast<Eigen::Index>(c) + 2] > 0.0)) continue;
    const int slot = rigid_.smooth().rows().slots()[c];
    const std::string law = fmt::format("'{}'", info(contacts_.law(slot)).name);
    if (laws.find(law) == std::string::npos) laws += (laws.empty() ? "" : ", ") + law;
    if (where.empty()) where = contacts_.name(slot);
  }
  log_.notes.push_back({.kind = RunNote::Kind::EnergyGained,
                        .time = time,
                        .contact = where,
                        .energy = gained,
                        .sentence = fmt::format("at t = {:.9g} s the law {} gained {:.6g} J at {}; impact.law = "
                                                "\"stronge\" does not",
                                                time, laws, gained, where)});
}

void Collision::report(double time, std::span<double> y) {
  system_.calc_contact_motion(time, y);
  std::ranges::sort(involved_);
  for (const int slot : involved_) {
    Sum& sum = sums_[static_cast<std::size_t>(slot)];
    log_.events.push_back({.kind = ContactEvent::Kind::Impact,
                           .slot = slot,
                           .time = time,
                           .approach_speed = std::max(0.0, sum.approach),
                           .separation_speed = std::max(0.0, contacts_.motion(slot).gap_rate),
                           .impulse = sum.impulse});
    account_.complete(slot, contacts_.motion(slot), log_.events.back());
    report_rest(slot, time, y);
    sum = {};
  }
  involved_.clear();
}

// Bounces of speeds e v, e² v, … last 2 e v/g + 2 e² v/g + … = 2 v e/((1 − e) g).
void Collision::report_rest(int slot, double time, std::span<double> y) {
  const Sum& sum = sums_[static_cast<std::size_t>(slot)];
  const std::span<double> memory = rigid_.memory(y);
  const bool closed = is_closed(RigidContacts::mode(memory, slot));
  if (!sum.rests || !closed || !(sum.approach > 0.0)) return;
  RigidContacts::set(memory, slot, RigidContacts::kApproachSpeed, sum.approach);
  const ImpactLaw& law = contacts_.law(slot);
  const double e = get_restitution(law, sum.approach);
  // Where slower bounces keep more of their speed the sum is another one, and need not end.
  const bool ends = e < 1.0 && sum.gravity > 0.0 && get_restitution(law, 0.0) == e;
  const double left_out = ends ? 2.0 * sum.approach * e / ((1.0 - e) * sum.gravity) : 0.0;
  log_.events.push_back({.kind = ContactEvent::Kind::Rest, .slot = slot, .time = time + left_out});
}

}  // namespace carom
