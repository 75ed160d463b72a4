#include "carom/simulation/event_driven/mode_choice.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "carom/impact/modes/contact_modes.h"

namespace carom {
namespace {

constexpr double kSeparating = 1e-10;  // a gap that opens faster is open  [m/s]
constexpr double kNoSlip = 1e-8;       // slower slip has stopped  [m/s]
constexpr double kVanishes = 1e-9;     // smaller forces are zero, in weights of the mechanism

}  // namespace

ModeChoice::ModeChoice(MechanismSystem& system, EventLog& log)
    : system_(system),
      contacts_(*system.rigid_contacts()),
      log_(log),
      force_scale_(system.model().total_mass() * std::max(system.model().gravity().norm(), 1.0)),
      looks_(static_cast<std::size_t>(contacts_.num_slots())) {
  candidates_.reserve(looks_.size());
  choices_.reserve(looks_.size());
}

void ModeChoice::look(double time, std::span<const double> y) {
  const bool known = system_.has_closed_contacts(y) && system_.calc_forces(time, y);
  looks_.resize(static_cast<std::size_t>(contacts_.num_slots()));
  for (int slot = 0; slot < contacts_.num_slots(); ++slot) {
    Look& look = looks_[static_cast<std::size_t>(slot)];
    look = {.pressed = true, .held = true};
    if (!known || !is_closed(RigidContacts::mode(system_.rigid_memory(y), slot))) continue;
    const Vector3 force = system_.smooth_contacts().force(slot);
    const Vector3& normal = contacts_.motion(slot).normal;
    const double pressure = force.dot(normal);
    look.friction = force - pressure * normal;
    look.pressed = pressure > kVanishes * force_scale_;
    look.held = contacts_.static_friction(slot) * pressure - look.friction.norm() > kVanishes * force_scale_;
  }
}

// Where the search for modes begins: most contacts go on as they were.
TouchingContact ModeChoice::guess(std::span<const double> memory, int contact) const {
  const int slot = system_.smooth_contacts().rows().slots()[static_cast<std::size_t>(contact)];
  const Look& look = looks_[static_cast<std::size_t>(slot)];
  TouchingContact touching = system_.smooth_contacts().describe(memory, contact);
  const RigidMode before = touching.mode;
  const Vector3& slip = contacts_.motion(slot).slip;
  const bool rubs = touching.static_friction > 0.0;
  touching.slips = rubs && slip.norm() > kNoSlip;
  const Matrix3& axes = system_.smooth_contacts().rows().axes(contact);
  if (touching.slips) touching.direction = (axes.transpose() * slip).head<2>().normalized();

  touching.mode = touching.slips || !rubs ? RigidMode::Sliding : RigidMode::Sticking;
  if (before == RigidMode::Carried || (is_closed(before) && !look.pressed)) touching.mode = RigidMode::Open;
  if (before == RigidMode::Sticking && touching.mode == RigidMode::Sticking && !look.held) {
    touching.mode = RigidMode::Sliding;
    touching.direction = -(axes.transpose() * look.friction).head<2>().normalized();
  }
  return touching;
}

void ModeChoice::open(int slot, double time, std::span<double> memory) {
  const bool carried = RigidContacts::mode(memory, slot) == RigidMode::Carried;
  const double end = carried ? RigidContacts::get(memory, slot, RigidContacts::kReleaseTime) : time;
  RigidContacts::set_mode(memory, slot, RigidMode::Open);
  if (RigidContacts::get(memory, slot, RigidContacts::kEpisode) == 0.0) return;
  RigidContacts::set(memory, slot, RigidContacts::kEpisode, 0.0);
  log_.events.push_back({.kind = ContactEvent::Kind::LiftOff,
                         .slot = slot,
                         .time = end,
                         .approach_speed = RigidContacts::get(memory, slot, RigidContacts::kApproachSpeed),
                         .separation_speed = std::max(contacts_.motion(slot).rate, 0.0),
                         .duration = end - RigidContacts::get(memory, slot, RigidContacts::kTouchTime)});
}

void ModeChoice::close(int slot, double time, std::span<double> memory) {
  if (RigidContacts::get(memory, slot, RigidContacts::kEpisode) > 0.0) return;
  RigidContacts::set(memory, slot, RigidContacts::kEpisode, 1.0);
  RigidContacts::set(memory, slot, RigidContacts::kTouchTime, time);
  log_.events.push_back({.kind = ContactEvent::Kind::TouchDown, .slot = slot, .time = time});
}

void ModeChoice::open_all_but(std::span<const int> slots, std::span<const int> bystanders, double time,
                              std::span<double> memory) {
  stays_.assign(static_cast<std::size_t>(contacts_.num_slots()), 0);
  for (const int slot : slots) stays_[static_cast<std::size_t>(slot)] = 1;
  for (const int slot : bystanders) stays_[static_cast<std::size_t>(slot)] = 1;
  for (const int slot : contacts_.order()) {
    const bool yields = RigidContacts::mode(memory, slot) == RigidMode::Yielding;
    if (!yields && stays_[static_cast<std::size_t>(slot)] == 0) open(slot, time, memory);
  }
}

ModeChoiceReport ModeChoice::choose(double time, std::span<const int> touching, std::span<const int> bystanders,
                                    std::span<double> y) {
  const std::span<double> memory = system_.rigid_memory(y);
  candidates_.clear();
  for (const int slot : touching) {
    if (contacts_.motion(slot).rate <= kSeparating) candidates_.push_back(slot);
  }
  open_all_but(candidates_, bystanders, time, memory);
  if (candidates_.empty()) return {};

  if (!system_.calc_touching(time, y, candidates_)) return describe(ModeChoiceStatus::None, time);
  const ContactRows& rows = system_.smooth_contacts().rows();
  choices_.clear();
  for (int c = 0; c < rows.count(); ++c) choices_.push_back(guess(memory, c));
  f_.resize(rows.size());
  a_.resize(rows.size());
  const auto b = system_.smooth_contacts().accelerations();
  const bool found = find_modes(rows.inverse_inertia(), b, choices_, f_, a_).found;
  const int solutions = count_solutions(found);
  if (solutions == 0) return describe(ModeChoiceStatus::None, time);
  if (solutions > 1) return describe(ModeChoiceStatus::Several, time);
  write(time, memory);
  return {};
}

// Few contacts with friction: every combination of modes is tried, so that none and several are told apart. Many, or
// all without friction, where there is never more than one: what pivoting found.
int ModeChoice::count_solutions(bool found) {
  constexpr int kMostContacts = 3, kMostContactsInDoubt = 8;
  const auto count = static_cast<int>(choices_.size());
  const bool rubs = std::ranges::any_of(choices_, [](const TouchingContact& c) { return c.static_friction > 0.0; });
  tried_.clear();
  if (found && (!rubs || count > kMostContacts)) return 1;
  if (count > kMostContactsInDoubt) return 0;

  const ContactRows& rows = system_.smooth_contacts().rows();
  ContactModeProblem problem{.dimension = 3,
                             .delassus = rows.inverse_inertia(),
                             .free_motion = system_.smooth_contacts().accelerations(),
                             .velocity = VectorX::Zero(rows.size()),
                             .friction = VectorX(count),
                             .static_friction = VectorX(count),
                             .slip_tolerance = 0.0};
  for (int c = 0; c < count; ++c) {
    const TouchingContact& choice = choices_[static_cast<std::size_t>(c)];
    // What is at rest stays so up to the limit of sticking: that it could also slide, with less friction, is no doubt.
    problem.friction[c] = choice.slips ? choice.friction : choice.static_friction;
    problem.static_friction[c] = choice.static_friction;
    if (choice.slips) problem.velocity.segment<2>(3 * c) = choice.direction;
  }
  const ContactModeReport report = find_contact_modes(problem);
  for (const ContactModeSolution& solution : report.solutions) {
    tried_ += (tried_.empty() ? "" : ", ") + describe_modes(solution);
  }
  if (report.motion_count == 1 && !found) {
    const ContactModeSolution& solution = report.solutions.front();
    for (int c = 0; c < count; ++c) {
      TouchingContact& choice = choices_[static_cast<std::size_t>(c)];
      const ContactMode mode = solution.modes[static_cast<std::size_t>(c)];
      choice.mode = mode == ContactMode::Separate ? RigidMode::Open
                    : mode == ContactMode::Stick  ? RigidMode::Sticking
                                                  : RigidMode::Sliding;
      choice.direction = solution.slide_direction.segment<2>(2 * c);
    }
    f_ = solution.force;
    a_ = solution.motion;
  }
  // Enumeration has its own idea of rounding: what pivoting found, within its own, is a solution too.
  return std::max(report.motion_count, found ? 1 : 0);
}

void ModeChoice::write(double time, std::span<double> memory) {
  const ContactRows& rows = system_.smooth_contacts().rows();
  const double rounding = 10.0 * calc_rounding(system_.smooth_contacts().accelerations());
  for (int c = 0; c < rows.count(); ++c) {
    const int slot = candidates_[static_cast<std::size_t>(c)];
    const TouchingContact& choice = choices_[static_cast<std::size_t>(c)];
    if (is_closed(choice.mode)) {
      close(slot, time, memory);
      RigidContacts::set_mode(memory, slot, choice.mode);
      RigidContacts::set_direction(memory, slot, rows.axes(c).leftCols<2>() * choice.direction);
    } else if (a_[3 * c + 2] > rounding) {
      open(slot, time, memory);
    } else {
      if (RigidContacts::mode(memory, slot) != RigidMode::Carried) {
        RigidContacts::set(memory, slot, RigidContacts::kReleaseTime, time);
      }
      RigidContacts::set_mode(memory, slot, RigidMode::Carried);
    }
  }
}

ModeChoiceReport ModeChoice::describe(ModeChoiceStatus status, double time) const {
  ModeChoiceReport report{.status = status, .contact = contacts_.name(candidates_.front()), .sentence = {}};
  std::string where;
  for (const int slot : candidates_) {
    const RigidContacts::Motion& motion = contacts_.motion(slot);
    const auto body = [&](int number) { return system_.model().spec(BodyIndex(number)).name; };
    where += fmt::format("{}{} of '{}' with '{}' (slip {:.4g} m/s)", where.empty() ? "" : ", ", contacts_.name(slot),
                         body(motion.body_a), body(motion.body_b), motion.slip.norm());
  }
  const bool none = status == ModeChoiceStatus::None;
  report.sentence = fmt::format(
      "at t = {:.9g} s the rigid problem has {} at {}: {}; inconsistency = \"impact\" goes on with an impact without "
      "collision, \"compliant\" with the compliant laws of these contacts",
      time, none ? "no solution" : "several solutions", where,
      none ? "whether the contacts separate, slide or stick, no forces agree with their motion"
           : fmt::format("the contacts may go on as {} (S separate, 0 stick, x slide)", tried_));
  return report;
}

}  // namespace carom
