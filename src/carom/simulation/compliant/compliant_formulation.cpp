#include "carom/simulation/compliant/compliant_formulation.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "carom/base/input_error.h"
#include "carom/simulation/compliant/contact_events.h"
#include "carom/simulation/compliant/contact_gains.h"
#include "carom/simulation/compliant/contact_load.h"
#include "carom/simulation/compliant/stepping/contact_stepper.h"
#include "carom/simulation/compliant/stepping/fixed_contact_stepper.h"
#include "carom/simulation/contacts/contact_report_numbers.h"
#include "carom/simulation/contacts/overlap_error.h"

namespace carom {
namespace {

// Bodies that overlap by more than rounding, or that just touch and are about to press.
bool is_closed(ContactLoad& load, const CompliantContacts& contacts, int slot, double time, std::span<const double> y) {
  const CompliantContacts::Motion motion = contacts.motion(slot);
  if (std::abs(motion.gap) > ContactEvents::calc_gap_band(contacts, slot)) return motion.gap < 0.0;
  return motion.depth_rate > 0.0 || (motion.depth_rate == 0.0 && load.calc_closing_acceleration(slot, time, y) > 0.0);
}

}  // namespace

CompliantFormulation::CompliantFormulation(const Model& model, const ContactSetup& setup,
                                           const IntegratorOptions& options)
    : contacts_(model, setup),
      part_(contacts_),
      deepest_start_(setup.deepest_start),
      depths_(contacts_.pairs(), setup.deepest_start),
      system_(model, {&part_}),
      log_(part_),
      integrator_(make_stepper(options)) {}

std::unique_ptr<Integrator> CompliantFormulation::make_stepper(const IntegratorOptions& options) {
  if (const auto* adaptive = std::get_if<AdaptiveOptions>(&options)) {
    for (int i = 0; i < contacts_.num_slots(); ++i) {
      if (contacts_.patch(i) == nullptr) continue;
      throw InputError("contact " + contacts_.rule(i).name(),
                       "is a patch, whose history goes by steps: it needs an integrator with fixed steps, such as "
                       "{ method = \"rk4\", step = … }");
    }
    if (adaptive->method == AdaptiveMethod::CvodeBdf) {
      throw InputError(
          "integrator",
          "cvode-bdf begins again at order one at each touch-down and lift-off, and fails in impacts: with "
          "compliant contacts choose adaptive, radau or arkode-implicit");
    }
    auto stepper = std::make_unique<ContactStepper>(part_, *adaptive, log_);
    adaptive_ = stepper.get();
    return stepper;
  }
  auto fixed = std::make_unique<FixedContactStepper>(part_, std::get<FixedStepOptions>(options), log_);
  fixed_ = fixed.get();
  return fixed;
}

std::vector<std::string> CompliantFormulation::warnings(double negligible) const {
  std::vector<std::string> sentences = fixed_ != nullptr ? fixed_->warnings() : std::vector<std::string>{};
  append_gain_warnings(contacts_, log_.reports(), negligible, sentences);
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    const ContactReport& report = log_.reports()[static_cast<std::size_t>(i)];
    if (report.max_depth > depths_.small_extent(i)) {
      sentences.push_back(describe_doubtful_depth(report.name, report.max_depth, depths_.small_extent(i)));
    }
  }
  return sentences;
}

std::optional<std::string> CompliantFormulation::objection() const {
  if (adaptive_ != nullptr && adaptive_->crossing()) return adaptive_->crossing();
  if (fixed_ != nullptr && fixed_->objection()) return fixed_->objection();
  const auto gap = [this](int slot) { return contacts_.motion(slot).gap; };
  const int slot = depths_.find_too_deep(gap);
  if (slot < 0) return {};
  return describe_too_deep(contacts_.name(slot), integrator_->time(), -gap(slot), depths_.limit(slot),
                           "try a stiffer contact, or larger bodies; where the stiffness is right, a smaller tolerance "
                           "or step");
}

// What overlaps at the start is in contact, as if it had touched just now.
void CompliantFormulation::find_initial_contacts(double time, std::span<double> y) {
  system_.calc_contact_motion(time, y);
  OverlapError too_deep(deepest_start_);
  ContactLoad load(part_);
  // All loads first: contacts that have begun push.
  std::vector<std::pair<int, CompliantContacts::TouchDown>> closed;
  for (int i = 0; i < contacts_.num_slots(); ++i) {
    if (!is_closed(load, contacts_, i, time, y)) continue;
    too_deep.look_at(contacts_.name(i), contacts_.motion(i).gap);
    const double load_speed = std::max(load.calc_load_speed(i, time, y), load.calc_speed_of_overlap(i, time, y));
    closed.push_back({i, {time, std::max(contacts_.motion(i).depth_rate, 0.0), load_speed}});
  }
  for (const auto& [slot, touch_down] : closed) {
    contacts_.begin_contact(slot, touch_down, part_.state(y));
    contacts_.set_initial_memory(slot, part_.state(y));
    log_.touch_down(slot, time, contacts_.motion(slot).depth_rate);
  }
  too_deep.throw_if_any();
  contacts_.press_patches(part_.state(std::span<const double>(y)));
  if (adaptive_ != nullptr && !adaptive_->tightened().empty()) {
    notes_.push_back({.kind = RunNote::Kind::ToleranceTightened, .time = time, .sentence = adaptive_->tightened()});
  }
}

// What patches remember comes after what the log does.
void CompliantFormulation::save_reports(std::vector<double>& numbers) const {
  log_.save(numbers);
  if (fixed_ != nullptr) fixed_->append_numbers(numbers);
  contacts_.save_patches(numbers);
}

bool CompliantFormulation::restore_reports(std::span<const double> numbers) {
  const std::size_t of_patches = contacts_.saved_patches_size();
  if (numbers.size() < of_patches) return false;
  NumberReader left(numbers.first(numbers.size() - of_patches));
  log_.restore(left);
  if (fixed_ != nullptr) fixed_->take_numbers(left);
  if (left.failed() || !left.empty()) return false;
  contacts_.restore_patches(numbers.last(of_patches));
  return true;
}

}  // namespace carom
