#include "carom/simulation/event_driven/modes/mode_choice.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "carom/simulation/event_driven/modes/mode_search.h"

namespace carom {
namespace {

constexpr double kSeparating = 1e-10;  // a gap that opens faster is open  [m/s]
constexpr double kNoSlip = 1e-8;       // slower slip has stopped  [m/s]
constexpr double kVanishes = 1e-9;     // smaller forces are zero, in weights of the mechanism

RunNote::Solution note_solution(const ContactModeSolution& solution) {
  RunNote::Solution noted{.modes = describe_modes(solution)};
  for (Eigen::Index row = 0; row < solution.force.size(); row += 3) {
    noted.normal_forces.push_back(solution.force[row + 2]);
    noted.friction_forces.push_back(solution.force.segment<2>(row).norm());
  }
  return noted;
}

std::string describe_all(std::span<const RunNote::Solution> solutions) {
  std::string text;
  for (const RunNote::Solution& solution : solutions) {
    const double load = std::accumulate(solution.normal_forces.begin(), solution.normal_forces.end(), 0.0);
    text += fmt::format("{}{} with {:.4g} N", text.empty() ? "" : ", ", solution.modes, load);
  }
  return text;
}

}  // namespace

ModeChoice::ModeChoice(RigidPart& rigid, const EventDrivenOptions& options, EventLog& log)
    : rigid_(rigid),
      system_(rigid.system()),
      contacts_(rigid.contacts()),
      options_(options),
      log_(log),
      force_scale_(system_.model().total_mass() * std::max(system_.model().gravity().norm(), 1.0)),
      no_slip_(kNoSlip),
      looks_(static_cast<std::size_t>(contacts_.num_slots())) {
  candidates_.reserve(looks_.size());
  choices_.reserve(looks_.size());
}

void ModeChoice::look(double time, std::span<const double> y) {
  const bool known = rigid_.has_closed(y) && system_.calc_forces(time, y);
  looks_.resize(static_cast<std::size_t>(contacts_.num_slots()));
  for (int slot = 0; slot < contacts_.num_slots(); ++slot) {
    Look& look = looks_[static_cast<std::size_t>(slot)];
    look = {.pressed = true, .held = true, .rolling_held = true, .spinning_held = true};
    if (!known || !is_closed(RigidContacts::mode(rigid_.memory(y), slot))) continue;
    look.force = rigid_.smooth().force(slot);
    const Vector3& normal = contacts_.motion(slot).normal;
    const double pressure = look.force.dot(normal), friction = (look.force - pressure * normal).norm();
    look.pressed = pressure > kVanishes * force_scale_;
    look.held = contacts_.static_friction(slot) * pressure - friction > kVanishes * force_scale_;
    if (contacts_.resists_turning(slot)) look_at_turning(slot, rigid_.memory(y));
  }
}

void ModeChoice::look_at_turning(int slot, std::span<const double> memory) {
  Look& look = looks_[static_cast<std::size_t>(slot)];
  const RigidContacts::Motion& motion = contacts_.motion(slot);
  look.moment = rigid_.smooth().moment(slot);
  const double pressure = look.force.dot(motion.normal), spinning = look.moment.dot(motion.normal);
  const double rolling = (look.moment - spinning * motion.normal).norm();
  const double least = kVanishes * force_scale_ * motion.length;
  const auto is_held = [&](RigidContacts::TurningMemory what, double left) {
    return contacts_.turning_mode(memory, slot, what) != TurningMode::Held || left > least;
  };
  const RollingResistance& arms = contacts_.resistance(slot);
  look.rolling_held = is_held(RigidContacts::kRolling, arms.rolling * pressure - rolling);
  look.spinning_held = is_held(RigidContacts::kSpinning, arms.spinning * pressure - std::abs(spinning));
}

void ModeChoice::set_patience(int failures) {
  no_slip_ = std::min(kNoSlip * std::pow(10.0, failures), std::max(kNoSlip, options_.rest_speed));
  own_direction_ = failures == 0 ? 0.0 : options_.rest_speed;
}

// Where the search for modes begins: most contacts go on as they were.
TouchingContact ModeChoice::guess(std::span<const double> memory, int contact) const {
  const int slot = rigid_.smooth().rows().slots()[static_cast<std::size_t>(contact)];
  const Look& look = looks_[static_cast<std::size_t>(slot)];
  TouchingContact touching = rigid_.smooth().describe(memory, contact);
  touching.reference.setZero();  // forces of least norm first
  const RigidMode before = touching.mode;
  const Vector3& slip = contacts_.motion(slot).slip;
  const bool rubs = touching.static_friction > 0.0;
  touching.slips = rubs && !has_stopped(slip);
  const Matrix3& axes = rigid_.smooth().rows().axes(contact);
  if (touching.slips) touching.direction = (axes.transpose() * slip).head<2>().normalized();

  touching.mode = touching.slips || !rubs ? RigidMode::Sliding : RigidMode::Sticking;
  if (before == RigidMode::Carried || (is_closed(before) && !look.pressed)) touching.mode = RigidMode::Open;
  if (before == RigidMode::Sticking && touching.mode == RigidMode::Sticking && !look.held) {
    touching.mode = RigidMode::Sliding;
    touching.direction = -(axes.transpose() * look.force).head<2>().normalized();
  }
  return touching;
}

// What turns is resisted; what does not is held, unless its moment has come to its bound.
void ModeChoice::guess_turning(std::span<const double> memory, int contact) {
  const std::size_t first = discs_.size();
  rigid_.smooth().describe_turning(memory, contact, discs_);
  const ContactRows& rows = rigid_.smooth().rows();
  const int slot = rows.slots()[static_cast<std::size_t>(contact)];
  const Look& look = looks_[static_cast<std::size_t>(slot)];
  const RigidContacts::Motion& motion = contacts_.motion(slot);
  for (TurningDisc& disc : std::span(discs_).subspan(first)) {
    const bool rolls = disc.size == 2;
    const Vector3 turning = rows.axes(contact).transpose() * (rolls ? motion.rolling() : motion.spinning());
    const Vector3 moment = rows.axes(contact).transpose() * look.moment;
    const Eigen::Index axis = rolls ? 0 : 2;
    disc.reference.setZero();
    disc.direction.setZero();
    disc.turns = !has_stopped(turning);
    disc.mode = TurningMode::Resisted;
    if (disc.turns) {
      disc.direction.head(disc.size) = turning.segment(axis, disc.size).normalized();
    } else if (rolls ? look.rolling_held : look.spinning_held) {
      disc.mode = TurningMode::Held;
    } else {
      disc.direction.head(disc.size) = -moment.segment(axis, disc.size).normalized();
    }
  }
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
                         .separation_speed = std::max(contacts_.motion(slot).gap_rate, 0.0),
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
  const std::span<double> memory = rigid_.memory(y);
  candidates_.clear();
  for (const int slot : touching) {
    if (contacts_.motion(slot).gap_rate <= kSeparating) candidates_.push_back(slot);
  }
  open_all_but(candidates_, bystanders, time, memory);
  if (candidates_.empty()) return {};

  if (!rigid_.calc_touching(time, y, candidates_)) {
    const ModeAnswer unknown{.status = ModeStatus::NotFound};
    return {.status = unknown.status, .slots = candidates_, .note = describe(unknown, candidates_, time)};
  }
  const ContactRows& rows = rigid_.smooth().rows();
  choices_.clear();
  for (int c = 0; c < rows.count(); ++c) choices_.push_back(guess(memory, c));
  discs_.clear();
  for (const int c : rows.turning_contacts()) guess_turning(memory, c);
  f_.resize(rows.size());
  a_.resize(rows.size());
  chosen_.clear();
  groups_.find(rows.inverse_inertia(), rows.count(), rows.turning_rows());
  for (int g = 0; g < groups_.count(); ++g) {
    ModeChoiceReport report = choose_for(groups_.group(g), time, memory);
    if (report.status != ModeStatus::One) return report;
  }
  write(time, memory);
  std::ranges::move(chosen_, std::back_inserter(log_.notes));
  return {};
}

// Contacts that feel each other.
ModeChoiceReport ModeChoice::choose_for(std::span<const int> group, double time, std::span<const double> memory) {
  std::vector<Eigen::Index> rows;
  std::vector<TouchingContact> contacts;
  std::vector<int> slots;
  for (const int c : group) {
    for (int axis = 0; axis < 3; ++axis) rows.push_back(3 * c + axis);
    contacts.push_back(choices_[static_cast<std::size_t>(c)]);
    slots.push_back(candidates_[static_cast<std::size_t>(c)]);
  }
  for (const int c : group) {
    const int first = rigid_.smooth().rows().turning_row(c);
    for (int axis = 0; first >= 0 && axis < 3; ++axis) rows.push_back(first + axis);
  }
  VectorX f, a;
  std::vector<TurningDisc> discs;
  const TurningModeAnswer found = solve(group, rows, contacts, discs, f, a);
  const ModeAnswer& answer = found.modes;
  if (answer.status != ModeStatus::One) {
    RunNote note = describe(answer, slots, time);
    const InconsistencyPolicy policy = options_.several_solutions;
    const bool choose = policy == InconsistencyPolicy::Separate || policy == InconsistencyPolicy::Keep;
    if (answer.status != ModeStatus::Several || !choose) {
      return {.status = answer.status, .slots = std::move(slots), .note = std::move(note)};
    }
    const std::size_t choice = pick(answer.solutions, group, memory);
    const auto of_contacts = 3 * static_cast<Eigen::Index>(group.size());
    take_solution(answer.solutions[choice], contacts, f.head(of_contacts), a.head(of_contacts));
    if (!discs.empty()) discs = found.discs[choice];
    note.policy = name_of(policy);
    note.sentence += fmt::format("; goes on as {}", note.solutions[choice].modes);
    chosen_.push_back(std::move(note));
  }
  f_(rows) = f;
  a_(rows) = a;
  for (std::size_t i = 0; i < group.size(); ++i) choices_[static_cast<std::size_t>(group[i])] = contacts[i];
  for (TurningDisc& disc : discs) {
    disc.contact = group[static_cast<std::size_t>(disc.contact)];
    disc.row = static_cast<int>(rows[static_cast<std::size_t>(disc.row)]);
    *std::ranges::find(discs_, disc.row, &TurningDisc::row) = disc;
  }
  return {};
}

// The discs are those of the group, with places in its problem.
TurningModeAnswer ModeChoice::solve(std::span<const int> group, std::span<const Eigen::Index> rows,
                                    std::vector<TouchingContact>& contacts, std::vector<TurningDisc>& discs, VectorX& f,
                                    VectorX& a) const {
  const auto place_of = [](const auto& list, auto value) {
    return static_cast<int>(std::ranges::find(list, value) - list.begin());
  };
  for (TurningDisc disc : discs_) {
    disc.contact = place_of(group, disc.contact);
    if (disc.contact == static_cast<int>(group.size())) continue;
    disc.row = place_of(rows, static_cast<Eigen::Index>(disc.row));
    discs.push_back(disc);
  }
  const MatrixX G = rigid_.smooth().rows().inverse_inertia()(rows, rows);
  const VectorX b = rigid_.smooth().accelerations()(rows);
  f = VectorX::Zero(b.size());
  a = b;
  if (discs.empty()) return {.modes = solve_modes(G, b, contacts, f, a, options_.stop)};
  return solve_turning_modes(G, b, contacts, discs, f, a, options_.stop);
}

// That in which most contacts separate, or that which changes the fewest modes; of equal ones that whose forces are
// nearest to those before.
std::size_t ModeChoice::pick(std::span<const ContactModeSolution> solutions, std::span<const int> group,
                             std::span<const double> memory) const {
  const bool separate = options_.several_solutions == InconsistencyPolicy::Separate;
  const auto rate = [&](const ContactModeSolution& solution) {
    int against = 0;
    double change = 0.0;
    for (std::size_t i = 0; i < group.size(); ++i) {
      const int slot = candidates_[static_cast<std::size_t>(group[i])];
      const RigidMode before = RigidContacts::mode(memory, slot);
      const ContactMode mode = solution.modes[i];
      const bool closed = mode != ContactMode::Separate;
      const bool kept = is_closed(before) ? closed && (mode == ContactMode::Stick) == (before == RigidMode::Sticking)
                                          : before != RigidMode::Carried || !closed;
      against += separate ? closed : !kept;
      const Matrix3& axes = rigid_.smooth().rows().axes(group[i]);
      const Vector3 force = axes * solution.force.segment<3>(3 * static_cast<Eigen::Index>(i));
      change += (force - looks_[static_cast<std::size_t>(slot)].force).squaredNorm();
    }
    return std::pair(against, change);
  };
  std::size_t best = 0;
  for (std::size_t i = 1; i < solutions.size(); ++i) {
    if (rate(solutions[i]) < rate(solutions[best])) best = i;
  }
  return best;
}

void ModeChoice::write(double time, std::span<double> memory) {
  const ContactRows& rows = rigid_.smooth().rows();
  const double rounding = 10.0 * calc_rounding(rigid_.smooth().accelerations());
  for (int c = 0; c < rows.count(); ++c) {
    const int slot = candidates_[static_cast<std::size_t>(c)];
    const TouchingContact& choice = choices_[static_cast<std::size_t>(c)];
    if (is_closed(choice.mode)) {
      close(slot, time, memory);
      RigidContacts::set_mode(memory, slot, choice.mode);
      RigidContacts::set_direction(memory, slot, rows.axes(c).leftCols<2>() * choice.direction);
      RigidContacts::set_reference(memory, slot, rows.axes(c) * choice.reference);
      RigidContacts::set(memory, slot, RigidContacts::kOwnDirection, choice.slips ? 0.0 : own_direction_);
    } else if (a_[3 * c + 2] > rounding) {
      open(slot, time, memory);
    } else {
      if (RigidContacts::mode(memory, slot) != RigidMode::Carried) {
        RigidContacts::set(memory, slot, RigidContacts::kReleaseTime, time);
      }
      RigidContacts::set_mode(memory, slot, RigidMode::Carried);
    }
  }
  write_turning(memory);
}

void ModeChoice::write_turning(std::span<double> memory) const {
  const ContactRows& rows = rigid_.smooth().rows();
  for (const TurningDisc& disc : discs_) {
    const int slot = candidates_[static_cast<std::size_t>(disc.contact)];
    const Matrix3& axes = rows.axes(disc.contact);
    const double length = contacts_.motion(slot).length;
    const Vector3 moment = contacts_.get_turning(memory, slot, RigidContacts::kMomentX);
    const Vector3 about_normal = axes.col(2) * axes.col(2).dot(moment);
    const auto mode = static_cast<double>(disc.mode);
    if (disc.size == 2) {
      contacts_.set_turning(memory, slot, RigidContacts::kRolling, mode);
      contacts_.set_turning(memory, slot, RigidContacts::kRollingX, axes.leftCols<2>() * disc.direction);
      contacts_.set_turning(memory, slot, RigidContacts::kMomentX,
                            about_normal + length * (axes.leftCols<2>() * disc.reference));
    } else {
      contacts_.set_turning(memory, slot, RigidContacts::kSpinning, mode);
      contacts_.set_turning(memory, slot, RigidContacts::kSpinSign, disc.direction.x());
      contacts_.set_turning(memory, slot, RigidContacts::kMomentX,
                            moment - about_normal + length * disc.reference.x() * axes.col(2));
    }
  }
}

RunNote ModeChoice::describe(const ModeAnswer& answer, std::span<const int> slots, double time) const {
  constexpr std::size_t kNamed = 4;
  const bool none = answer.status == ModeStatus::None, several = answer.status == ModeStatus::Several;
  RunNote note{.kind = none      ? RunNote::Kind::NoSolution
                       : several ? RunNote::Kind::SeveralSolutions
                                 : RunNote::Kind::NotFound,
               .time = time,
               .contact = contacts_.name(slots.front())};
  std::string where;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const int slot = slots[i];
    note.contacts.push_back(contacts_.name(slot));
    if (i >= kNamed) continue;
    const RigidContacts::Motion& motion = contacts_.motion(slot);
    const auto body = [&](int number) { return system_.model().spec(BodyIndex(number)).name; };
    where += fmt::format("{}{} of '{}' with '{}' (slip {:.4g} m/s)", where.empty() ? "" : ", ", contacts_.name(slot),
                         body(motion.body_a), body(motion.body_b), motion.slip.norm());
  }
  if (slots.size() > kNamed) where += fmt::format(" and {} more", slots.size() - kNamed);
  for (const ContactModeSolution& solution : answer.solutions) note.solutions.push_back(note_solution(solution));
  note.sentence =
      none ? fmt::format(
                 "at t = {:.9g} s the rigid problem has no solution at {}: whether the contacts separate, slide "
                 "or stick, no forces agree with their motion",
                 time, where)
      : several ? fmt::format(
                      "at t = {:.9g} s the rigid problem has several solutions at {}: the contacts may go on as {} (S "
                      "separate, 0 stick, x slide, with the sum of the normal forces)",
                      time, where, describe_all(note.solutions))
                : fmt::format(
                      "at t = {:.9g} s no forces were found that agree with the motion of the rigid contacts at {}, "
                      "which does "
                      "not prove that there are none; try no_solution = \"compliant\", less friction, or formulation = "
                      "\"time-stepping\"",
                      time, where);
  return note;
}

}  // namespace carom
