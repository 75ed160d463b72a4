#include "carom/simulation/time_stepping/stepping_formulation.h"

#include <fmt/format.h>

#include "carom/simulation/contacts/contact_report_numbers.h"
#include "carom/simulation/contacts/overlap_error.h"
#include "carom/simulation/verdict/depth_limit.h"

namespace carom {
namespace {

constexpr double kMostCounted = 1LL << 53;

RunNote make_gain_note(const TimeStepper::Gain& gain) {
  return {.kind = RunNote::Kind::EnergyGained,
          .time = gain.time,
          .contact = gain.contact,
          .energy = gain.energy,
          .sentence = fmt::format(
              "at t = {:.9g} s the impact law '{}' gained {:.6g} J at {} and what collided with it: its restitution "
              "does not know of friction and of other contacts; impact.restitution = 0 cannot gain, nor can "
              "impact.law = \"stronge\" at a single contact with formulation = \"event-driven\"",
              gain.time, gain.poisson ? "poisson" : "newton", gain.energy, gain.contact)};
}

}  // namespace

SteppingFormulation::SteppingFormulation(const Model& model, const ContactSetup& setup,
                                         const TimeSteppingOptions& options)
    : contacts_(model, setup),
      part_(contacts_),
      deepest_start_(setup.deepest_start),
      margin_(options.margin),
      system_(model, {&part_}),
      stepper_(part_, options, events_) {
  validate(options);
  for (int i = 0; i < contacts_.num_views(); ++i) reports_.push_back(contacts_.view(i));
  events_.reserve(reports_.size());
}

void SteppingFormulation::find_initial_contacts(double time, std::span<double> y) {
  (void)system_.calc_forces(time, y);
  contacts_.find(system_.kinematics(), margin_, 0.0);
  OverlapError too_deep(deepest_start_);
  for (const int i : contacts_.near()) too_deep.look_at(contacts_.describe(i), contacts_.motion(i).gap);
  too_deep.throw_if_any();
}

void SteppingFormulation::watch_contacts(double threshold) {
  for (const TimeStepper::Gain& gain : stepper_.gains()) {
    if (gain.energy > threshold) notes_.push_back(make_gain_note(gain));
  }
  stepper_.forget_gains();
  const std::size_t most = contacts_.share_views() ? kMostSharedEvents : kMostListedEvents;
  for (const ContactEvent& event : events_) {
    count_event(event, reports_[static_cast<std::size_t>(event.slot)], most);
  }
}

void SteppingFormulation::save_reports(std::vector<double>& numbers) const {
  numbers.clear();
  for (const ContactReport& report : reports_) append_report(report, numbers);
  numbers.insert(numbers.end(), {static_cast<double>(stepper_.counts().halved),
                                 static_cast<double>(stepper_.counts().solved_otherwise),
                                 static_cast<double>(stepper_.counts().inexact), stepper_.counts().largest_error});
  contacts_.append_numbers(numbers);
}

bool SteppingFormulation::restore_reports(std::span<const double> numbers) {
  NumberReader left(numbers);
  for (std::size_t i = 0; i < reports_.size(); ++i) left.take_report(static_cast<int>(i), reports_[i]);
  stepper_.set_counts({.halved = static_cast<std::int64_t>(left.take_count(kMostCounted)),
                       .solved_otherwise = static_cast<std::int64_t>(left.take_count(kMostCounted)),
                       .inexact = static_cast<std::int64_t>(left.take_count(kMostCounted)),
                       .largest_error = left.take()});
  return !left.failed() && contacts_.restore_numbers(left.take_rest());
}

std::optional<std::string> SteppingFormulation::objection() const {
  for (const int slot : contacts_.near()) {
    const double depth = -contacts_.motion(slot).gap,
                 limit = std::max(contacts_.calc_depth_limit(slot), deepest_start_);
    if (depth > limit) {
      return describe_too_deep(contacts_.describe(slot), stepper_.time(), depth, limit, "try a smaller step");
    }
  }
  return {};
}

std::vector<std::string> SteppingFormulation::warnings(double /*negligible*/) const {
  std::vector<std::string> sentences;
  const TimeStepper::Counts& counts = stepper_.counts();
  if (counts.halved > 0) {
    sentences.push_back(
        fmt::format("{} steps had to be halved before their impulses were found; try a smaller step", counts.halved));
  }
  if (counts.solved_otherwise > 0) {
    sentences.push_back(
        fmt::format("the impulses of {} steps were found by another method than the scheme's own, "
                    "friction then on a pyramid of 16 facets; try a smaller step, or a normal_stiffness",
                    counts.solved_otherwise));
  }
  if (counts.inexact > 0) {
    sentences.push_back(fmt::format("the impulses of {} steps were found to {:.2g} m/s at worst, not to the tolerance",
                                    counts.inexact, counts.largest_error));
  }
  return sentences;
}

}  // namespace carom
