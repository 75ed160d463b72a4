#include "carom/simulation/compliant/stepping/half_step_check.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "carom/contact/variant_keys.h"
#include "carom/simulation/compliant/contact_inertia.h"
#include "carom/simulation/compliant/contact_mode.h"
#include "carom/simulation/contacts/contact_report_numbers.h"
#include "carom/simulation/mechanism/mechanism_system.h"

namespace carom {
namespace {

// A check costs as much as two or three steps: all of the first steps after a contact came or went are checked, later
// one in some, and over a run no more than one in kLeastInterval.
constexpr std::int64_t kFirstSteps = 32, kInterval = 16, kLeastInterval = 8, kAtOnce = 64;
// Parts of the bound of a force: halves may differ by the error of the method, bristles from where they relax to
// hardly.
constexpr double kWrongInHalves = 0.2, kWrongLag = 0.05;
// Relaxations in a step from which on no method here is stable.
constexpr double kFasterThanSteps = 3.0;
// Wrong checks count four times: a contact is wrong for good where more than one in five are.
constexpr double kScoreOfWrong = 4.0;
// And these checks have this part of all that pressed, over about 64 of them.
constexpr double kWrongShare = 0.2, kMemory = 1.0 - 1.0 / 64.0;
constexpr double kDoubtfulScore = 10.0 * kScoreOfWrong, kHopelessScore = 30.0 * kScoreOfWrong;

double find_largest_coefficient(const FrictionLaw& law) {
  double largest = 0.0;
  for (const Meaning meaning : {Meaning::Friction, Meaning::StaticFriction, Meaning::KineticFriction}) {
    largest = std::max(largest, find_value(law, meaning).value_or(0.0));
  }
  return largest;
}

}  // namespace

HalfStepCheck::HalfStepCheck(CompliantPart& part, const FixedStepOptions& options)
    : part_(part),
      system_(part.system()),
      contacts_(part.contacts()),
      method_(options.method),
      period_(options.step),
      step_(options.substep()),
      y_start_(static_cast<std::size_t>(system_.size())),
      y_(y_start_),
      whole_(static_cast<std::size_t>(contacts_.num_slots())),
      halved_(whole_),
      pressing_(static_cast<std::size_t>(system_.model().num_bodies())),
      records_(whole_.size() * static_cast<std::size_t>(Part::kCount)),
      q_(system_.model().num_positions()) {
  FixedStepOptions half = options;
  half.step = 0.5 * step_;
  half.substeps = 1;
  halves_ = make_integrator(system_, nullptr, half);
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    coefficients_.push_back(find_largest_coefficient(contacts_.rule(i).friction));
  }
}

// Patches have a history that no step takes twice.
bool HalfStepCheck::is_due(std::span<const double> y) const {
  if (contacts_.has_patches() || objection_) return false;
  const CompliantContacts::ConstState state = part_.state(y);
  bool touches = false;
  for (int i = 0; i < contacts_.num_slots() && !touches; ++i) touches = CompliantContacts::is_touching(state, i);
  const bool in_turn = quiet_steps_ < kFirstSteps || quiet_steps_ % kInterval == 0;
  return touches && in_turn && kLeastInterval * checks_ <= steps_ + kLeastInterval * kAtOnce;
}

void HalfStepCheck::prepare(double time, std::span<const double> y) {
  prepared_ = is_due(y);
  ++steps_;
  if (!prepared_) return;
  start_ = time;
  std::ranges::copy(y, y_start_.begin());
}

void HalfStepCheck::look(double time, std::span<const double> y, bool contacts_changed) {
  quiet_steps_ = contacts_changed ? 0 : quiet_steps_ + 1;
  if (!prepared_ || contacts_changed) return;
  ++checks_;
  const bool taken = take_halves(time);
  if (taken) {
    system_.calc_contact_motion(time, halves_->state());
    for (int i = 0; i < contacts_.num_slots(); ++i)
      halved_[static_cast<std::size_t>(i)] = calc_forces(i, halves_->state());
  }
  system_.calc_contact_motion(time, y);
  if (!taken) return;
  for (int i = 0; i < contacts_.num_slots(); ++i) whole_[static_cast<std::size_t>(i)] = calc_forces(i, y);
  std::copy_n(y.begin(), q_.size(), q_.data());
  find_pressing();
  for (int i = 0; i < contacts_.num_slots(); ++i) compare(i, time, y);
}

// As the run itself would with steps half as long.
bool HalfStepCheck::take_halves(double end) {
  const double middle = 0.5 * (start_ + end);
  if (halves_->restart(start_, y_start_, {}).failed() || halves_->step(middle).failed()) return false;
  std::ranges::copy(halves_->state(), y_.begin());
  system_.calc_contact_motion(middle, y_);
  const CompliantContacts::State state = part_.state(std::span<double>(y_));
  bool changed = contacts_.limit_memories(0.0, state);
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    if (!(contacts_.calc_turn_margin(state, i) < 0.0)) continue;
    contacts_.turn(i, state);
    changed = true;
  }
  if (changed) halves_->replace_state(y_);
  return !halves_->step(end).failed();
}

// At the motion last calculated.
HalfStepCheck::Forces HalfStepCheck::calc_forces(int slot, std::span<const double> y) const {
  const CompliantContacts::ConstState state = part_.state(y);
  if (!CompliantContacts::is_touching(state, slot)) return {};
  const CompliantContacts::Forces forces = contacts_.calc_forces(slot, state);
  return {.normal = forces.normal,
          .friction = forces.friction,
          .resistance = contacts_.rule(slot).resistance.calc_torque(contacts_.motion(slot).spin,
                                                                    contacts_.point(slot).normal, forces.normal)};
}

// A force that is small against others on the same body does not decide its motion.
void HalfStepCheck::find_pressing() {
  std::ranges::fill(pressing_, 0.0);
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    const ContactSlot& slot = contacts_.pairs().slots()[static_cast<std::size_t>(i)];
    const auto place = static_cast<std::size_t>(i);
    const double force = std::max(whole_[place].normal, halved_[place].normal);
    for (const int body : {slot.body_a, slot.body_b}) {
      double& largest = pressing_[static_cast<std::size_t>(body)];
      if (body != 0) largest = std::max(largest, force);
    }
  }
}

void HalfStepCheck::compare(int slot, double time, std::span<const double> y) {
  const auto place = static_cast<std::size_t>(slot);
  const Forces &whole = whole_[place], &halved = halved_[place];
  const ContactSlot& own = contacts_.pairs().slots()[place];
  const double pressing =
      std::max(pressing_[static_cast<std::size_t>(own.body_a)], pressing_[static_cast<std::size_t>(own.body_b)]);
  if (!(whole.normal > 0.0) && !(halved.normal > 0.0)) return;
  add(Part::Normal, slot, time, {std::abs(whole.normal - halved.normal) / pressing, kWrongInHalves});
  const double least = std::min(whole.normal, halved.normal);
  if (!(least > 0.0)) return;
  // Friction as part of its bound, so that errors of the normal force do not count twice.
  const double share = least / pressing;
  if (const double bound = coefficients_[place]; bound > 0.0) {
    const double lag = share * calc_lag_of_bristles(slot, y) / bound;
    const double change = share * (whole.friction / whole.normal - halved.friction / halved.normal).norm() / bound;
    const bool lags = lag > kWrongLag;
    add(Part::Friction, slot, time, {lags ? lag : change, lags ? kWrongLag : kWrongInHalves});
  }
  const RollingResistance& resistance = contacts_.rule(slot).resistance;
  if (const double bound = std::max(resistance.rolling, resistance.spinning); bound > 0.0) {
    const double change = share * (whole.resistance / whole.normal - halved.resistance / halved.normal).norm() / bound;
    add(Part::Resistance, slot, time, {change, kWrongInHalves});
  }
}

// How far friction is from what it relaxes to within a step, by the slip and the normal force of the moment, as part of
// the normal force. 0 where the steps follow the bristles: what friction was before then matters as well.
double HalfStepCheck::calc_lag_of_bristles(int slot, std::span<const double> y) const {
  constexpr int kMostSteps = 64;
  constexpr double kShortStep = 0.5;  // of the time in which bristles relax
  const FrictionLaw& law = contacts_.rule(slot).friction;
  const Vector3& slip = contacts_.motion(slot).slip;
  const Forces& forces = whole_[static_cast<std::size_t>(slot)];
  const double rate = calc_gradient(law, forces.normal, slip.norm()).relaxation;
  if (!has_bristle(law) || !(forces.normal > 0.0) || !(rate * step_ > kFasterThanSteps)) return 0.0;
  FrictionMemory memory = contacts_.memory(slot, part_.state(y));
  const double step = kShortStep / rate;
  for (int i = 0; i < std::min<double>(kMostSteps, step_ / step); ++i) {
    memory.bristle += step * calc_friction(law, slip, forces.normal, memory).bristle_rate;
    (void)limit_memory(law, memory, forces.normal);
  }
  return (calc_friction(law, slip, forces.normal, memory).force - forces.friction).norm() / forces.normal;
}

void HalfStepCheck::add(Part part, int slot, double time, Difference difference) {
  Record& own = record(part, slot);
  const auto place = static_cast<std::size_t>(slot);
  const double force = std::max(whole_[place].normal, halved_[place].normal);
  const bool wrong = difference.size > difference.wrong;
  own.force = kMemory * own.force + force;
  own.wrong_force = kMemory * own.wrong_force + (wrong ? force : 0.0);
  if (!wrong) {
    own.score = std::max(own.score - 1.0, 0.0);
    return;
  }
  own.worst = std::max(own.worst, difference.size);
  if (own.wrong++ == 0 || own.score == 0.0) own.first = time;
  own.score = std::min(own.score + kScoreOfWrong, kHopelessScore);
  // Where hardly anything presses, as at the ends of impacts, forces may be as wrong as they like.
  if (!(own.wrong_force > kWrongShare * own.force)) return;
  if (own.highest < kDoubtfulScore && own.score >= kDoubtfulScore) own.longest = estimate_stable_step(part, slot);
  own.highest = std::max(own.highest, own.score);
  if (own.score >= kHopelessScore && !objection_) objection_ = describe(part, slot, own);
}

// Slots that press on the same bodies: they share their inertia.
std::vector<int> HalfStepCheck::find_group(int slot) const {
  const std::vector<ContactSlot>& slots = contacts_.pairs().slots();
  const ContactSlot& own = slots[static_cast<std::size_t>(slot)];
  std::vector<int> group;
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    const ContactSlot& other = slots[static_cast<std::size_t>(i)];
    const auto shares = [&](int body) { return body != 0 && (other.body_a == body || other.body_b == body); };
    const bool presses = whole_[static_cast<std::size_t>(i)].normal > 0.0;
    if (i == slot || (presses && (shares(own.body_a) || shares(own.body_b)))) group.push_back(i);
  }
  return group;
}

// From the law of a contact at the motion last calculated, and the inertia that it feels  [s].
double HalfStepCheck::estimate_stable_step(Part part, int slot) const {
  const double force = whole_[static_cast<std::size_t>(slot)].normal;
  if (part == Part::Resistance || !(force > 0.0)) return 0.0;
  ContactInertia inertia(system_.model(), contacts_, system_.kinematics(), q_);
  const ContactInertia::Mass mass = inertia.calc_mass(find_group(slot));
  if (part == Part::Normal) {
    NormalLaw normal = contacts_.rule(slot).normal;
    set_stiffness(normal, contacts_.calc_stiffness(slot));
    const NormalResponse law = make_response(normal, 0.0);
    const double depth = -contacts_.motion(slot).gap, rate = contacts_.motion(slot).depth_rate;
    return calc_longest_stable_step(method_, LinearMode::make_spring(law.stiffness_at(depth, rate) / mass.normal,
                                                                     law.damping_at(depth, rate) / mass.normal));
  }
  const FrictionLaw& law = contacts_.rule(slot).friction;
  const auto calc = [&](double slip) {
    return calc_longest_stable_step(method_, linearize_friction(law, force, slip, mass.tangential));
  };
  return std::min(calc(0.0), calc(contacts_.motion(slot).slip.norm()));
}

std::string HalfStepCheck::describe(Part part, int slot, const Record& record) const {
  static constexpr const char* kForces[] = {"normal force", "friction", "rolling resistance"};
  const bool explains = record.longest > 0.0 && record.longest < step_;
  const double shorter = explains ? record.longest : 0.1 * step_;
  const std::string stable =
      explains ? fmt::format("; {} is stable up to about {:.2g} s there", method_name(method_), shorter) : "";
  return fmt::format(
      "steps of {:g} s are too long for the {} of contact {}: from t = {:.6g} s on it was found wrong in {} steps that "
      "were checked, by up to {:.2g} % of its bound{}; try substeps = {:.0f}, or adaptive steps",
      step_, kForces[static_cast<std::size_t>(part)], contacts_.name(slot), record.first, record.wrong,
      100.0 * record.worst, stable, std::ceil(period_ / shorter));
}

std::vector<std::string> HalfStepCheck::warnings() const {
  std::vector<std::string> sentences;
  if (objection_) return sentences;
  for (std::size_t i = 0; i < records_.size(); ++i) {
    constexpr auto kParts = static_cast<std::size_t>(Part::kCount);
    if (records_[i].highest < kDoubtfulScore) continue;
    sentences.push_back(describe(static_cast<Part>(i % kParts), static_cast<int>(i / kParts), records_[i]));
  }
  return sentences;
}

void HalfStepCheck::append_numbers(std::vector<double>& numbers) const {
  numbers.insert(numbers.end(),
                 {static_cast<double>(steps_), static_cast<double>(checks_), static_cast<double>(quiet_steps_)});
  for (const Record& own : records_) {
    numbers.insert(numbers.end(), {static_cast<double>(own.wrong), own.score, own.wrong_force, own.force, own.highest,
                                   own.first, own.worst, own.longest});
  }
}

void HalfStepCheck::take_numbers(NumberReader& numbers) {
  constexpr double kMostCounted = 1LL << 53;
  for (std::int64_t* count : {&steps_, &checks_, &quiet_steps_}) {
    *count = static_cast<std::int64_t>(numbers.take_count(kMostCounted));
  }
  for (Record& own : records_) {
    own.wrong = static_cast<std::int64_t>(numbers.take_count(kMostCounted));
    for (double* number :
         {&own.score, &own.wrong_force, &own.force, &own.highest, &own.first, &own.worst, &own.longest})
      *number = numbers.take();
  }
}

}  // namespace carom
