#include "carom/simulation/event_driven/event_formulation.h"

#include <limits>
#include <utility>

#include <fmt/format.h>

#include "carom/simulation/contacts/contact_report_numbers.h"
#include "carom/simulation/contacts/overlap_error.h"

namespace carom {
namespace {

// Compliant contacts have a slot for every pair, and rigid ones that may follow their laws have the same.
int choose_most_listed(const EventDrivenOptions& options) {
  return options.may_yield() ? std::numeric_limits<int>::max() : options.most_listed;
}

}  // namespace

EventFormulation::EventFormulation(const Model& model, const ContactSetup& setup, const IntegratorOptions& integrator,
                                   const EventDrivenOptions& options)
    : contacts_(model, setup, choose_most_listed(options)),
      part_(model, contacts_),
      yielding_(model, setup, options.may_yield()),
      deepest_start_(setup.deepest_start),
      depths_(contacts_.pairs(), setup.deepest_start),
      system_(model, yielding_.join(part_)),
      fallback_(model, setup, options, part_, log_),
      stepper_(part_, yielding_, integrator, options, log_, fallback_) {
  validate(options);
  reports_ = contacts_.views();
}

// Modes are found when the run starts: an impact then is part of it.
void EventFormulation::find_initial_contacts(double time, std::span<double> y) {
  if (!contacts_.are_listed()) part_.find(time, y);
  system_.calc_contact_motion(time, y);
  OverlapError too_deep(deepest_start_);
  for (int i = 0; i < contacts_.num_slots(); ++i) too_deep.look_at(contacts_.name(i), contacts_.motion(i).gap);
  too_deep.throw_if_any();
}

std::vector<std::string> EventFormulation::warnings(double negligible) const {
  std::vector<std::string> sentences;
  yielding_.append_warnings(reports_, negligible, sentences);
  const SteppingFallback::Total& total = fallback_.total();
  if (total.times == 0) return sentences;
  sentences.push_back(fmt::format(
      "{:.6g} s of the motion, in {} intervals, were computed in time steps of {:g} s instead of events; a smaller "
      "fallback_step is more accurate, and a larger max_island lets events follow more contacts",
      total.duration, total.times, fallback_.length()));
  return sentences;
}

std::optional<std::string> EventFormulation::objection() const {
  if (fallback_.is_active()) return fallback_.objection();
  const auto gap = [this](int slot) { return contacts_.motion(slot).gap; };
  const int slot = depths_.find_too_deep(gap);
  if (slot < 0) return {};
  return describe_too_deep(contacts_.name(slot), stepper_.time(), -gap(slot), depths_.limit(slot),
                           "try a smaller tolerance, or more event_samples");
}

void EventFormulation::watch_contacts(double threshold) {
  if (fallback_.is_active()) fallback_.take_events(threshold);
  if (std::exchange(searches_, contacts_.num_searches()) != contacts_.num_searches()) {
    depths_ = DepthLimits(contacts_.pairs(), deepest_start_);
  }
  yielding_.watch_gains(stepper_.time(), stepper_.state(), threshold, log_.events);
  count_events();
}

// Also what a step that failed has found.
void EventFormulation::finish_watching() {
  if (fallback_.is_active()) fallback_.take_events(std::numeric_limits<double>::infinity());
  yielding_.finish_gains(log_.events);
  count_events();
}

void EventFormulation::count_events() {
  const std::size_t most = contacts_.are_listed() ? kMostListedEvents : kMostSharedEvents;
  for (const ContactEvent& event : log_.events) {
    count_event(event, reports_[static_cast<std::size_t>(event.slot)], most);
  }
}

void EventFormulation::save_reports(std::vector<double>& numbers) const {
  numbers.clear();
  for (const ContactReport& report : reports_) append_report(report, numbers);
  yielding_.append_numbers(numbers);
  fallback_.append_numbers(numbers);
  contacts_.append_numbers(numbers);
}

bool EventFormulation::restore_reports(std::span<const double> numbers) {
  NumberReader left(numbers);
  for (std::size_t i = 0; i < reports_.size(); ++i) left.take_report(static_cast<int>(i), reports_[i]);
  yielding_.take_numbers(left);
  constexpr double kMost = 1e12;
  const std::span<const double> of_fallback = left.take(left.take_count(kMost));
  if (left.failed() || !fallback_.restore_numbers(of_fallback)) return false;
  return contacts_.restore_numbers(left.take_rest());
}

}  // namespace carom
