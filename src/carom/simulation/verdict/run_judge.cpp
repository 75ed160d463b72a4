#include "carom/simulation/verdict/run_judge.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "carom/integrators/guarded_system.h"
#include "carom/simulation/contacts/contact_report_numbers.h"
#include "carom/simulation/mechanism/mechanism_system.h"
#include "carom/simulation/verdict/activity.h"
#include "carom/simulation/verdict/scene_scale.h"

namespace carom {
namespace {

// A length is lost where its rounding is a thousandth of the scene.
constexpr double kLost = 1e-3 / std::numeric_limits<double>::epsilon();
// A run is ended only where the account is beyond doubt open: errors of fixed steps swing during an impact, and the
// first energy that moves may be a millionth of what follows.
constexpr double kBeyondDoubt = 2.0;
constexpr int kLooksToBeSure = 100;

double find_fastest_turn(const MechanismSystem& system) {
  double fastest = 0.0;
  for (const BodyMotion& body : system.kinematics().bodies) {
    fastest = std::max(fastest, as_eigen(body.w_WB).squaredNorm());
  }
  return std::sqrt(fastest);
}

}  // namespace

RunJudge::RunJudge(const Model& model, const SimulationOptions& options)
    : explained_(model, options),
      impacts_(options),
      duration_(options.duration),
      v_(VectorX::Zero(model.num_velocities())) {}

void RunJudge::start(const Moment& moment, const State& initial) {
  farthest_ = kLost * calc_reach(moment.system.model(), initial, duration_);
  resume(moment);
}

void RunJudge::resume(const Moment& moment) {
  explained_.start(moment.ledger);
  steps_ = moment.steps;
  keep_velocities(moment);
}

void RunJudge::keep_velocities(const Moment& moment) {
  std::copy_n(moment.y.data() + moment.system.model().num_positions(), v_.size(), v_.data());
}

std::optional<std::string> RunJudge::look(const Moment& moment) {
  if (auto lost = find_lost_number(moment)) return lost;
  const bool by_fallback = moment.system.has_stand_in(), needs_turns = explained_.needs_turns(by_fallback);
  explained_.add(moment.ledger, {.count = moment.steps - steps_,
                                 .fastest_turn = needs_turns ? find_fastest_turn(moment.system) : 0.0,
                                 .has_corner = !moment.events.empty(),
                                 .by_fallback = by_fallback,
                                 .velocity_error = moment.system.velocity_error()});
  steps_ = moment.steps;
  impacts_.look(moment.system, moment.events);
  watch_opening(moment);
  keep_velocities(moment);
  const double error = std::abs(explained_.calc_error(moment.ledger));
  failing_looks_ = error > kBeyondDoubt * explained_.failing_limit(moment.ledger) ? failing_looks_ + 1 : 0;
  if (failing_looks_ < kLooksToBeSure) return {};
  return describe_opening(moment.ledger);
}

// Numbers that are none, and coordinates so large that nothing can be told from them.
std::optional<std::string> RunJudge::find_lost_number(const Moment& moment) const {
  const Model& model = moment.system.model();
  const auto q = moment.y.first(static_cast<std::size_t>(model.num_positions()));
  for (std::size_t i = 0; i < q.size(); ++i) {
    if (std::abs(q[i]) <= farthest_) continue;
    return fmt::format(
        "at t = {:.9g} s {} is at {:.3g}, beyond every scale of the scene ({:.2g}); {}, and look for a force or drive "
        "without bound",
        moment.time, describe_position(model, static_cast<int>(i)), q[i], farthest_, explained_.remedy());
  }
  if (const int place = find_not_finite(moment.y); place >= 0) {
    const std::string joint = describe_velocity(model, place - model.num_positions());
    return fmt::format("at t = {:.9g} s {} is not finite; {}", moment.time,
                       joint.empty() ? "the memory of a contact" : "the velocity of " + joint, explained_.remedy());
  }
  for (const LedgerRow& row : moment.ledger.rows) {
    if (std::isfinite(row.value)) continue;
    return fmt::format("at t = {:.9g} s the energy of row '{}: {}' is not finite; {}", moment.time, kind_name(row.kind),
                       row.name, explained_.remedy());
  }
  return {};
}

void RunJudge::watch_opening(const Moment& moment) {
  const bool is_open = std::abs(explained_.calc_error(moment.ledger)) > explained_.warning_limit(moment.ledger);
  if (is_open && !open_) {
    opened_ = moment.time;
    activity_ = describe_activity(moment);
  }
  open_ = is_open;
}

// The contact that presses hardest; else the one of the last event; else the joint whose speed changed most.
std::string RunJudge::describe_activity(const Moment& moment) const {
  const MechanismSystem& system = moment.system;
  if (std::string contact = describe_hardest_contact(moment.system, moment.time, moment.y); !contact.empty()) {
    return contact;
  }
  if (!moment.events.empty()) {
    return fmt::format("contact {} had just ended", system.contact_name(moment.events.back().slot));
  }
  if (v_.size() == 0) return "nothing touched";
  Eigen::Index fastest = 0;
  const Eigen::Map<const VectorX> now(moment.y.data() + system.model().num_positions(), v_.size());
  (now - v_).cwiseAbs().maxCoeff(&fastest);
  return fmt::format("nothing touched and {} changed its speed most",
                     describe_velocity(system.model(), static_cast<int>(fastest)));
}

std::string RunJudge::describe_opening(const Ledger& ledger) const {
  const double error = explained_.calc_error(ledger), scale = std::max(ledger.scale, explained_.total());
  return fmt::format(
      "the energy account opened at t = {:.9g} s, while {}: at t = {:.9g} s the method has {} {:.3g} J, {:.3g} % of "
      "the largest energy, and {} explains at most {:.2g} %; {}",
      opened_, activity_, ledger.time, error > 0.0 ? "created" : "lost", std::abs(error),
      100.0 * std::abs(error) / scale, explained_.method(), 100.0 * explained_.warning_limit(ledger) / scale,
      explained_.remedy());
}

Verdict RunJudge::judge(const Ledger& ledger, std::vector<std::string>& warnings) const {
  const double error = std::abs(explained_.calc_error(ledger));
  const double warning = explained_.warning_limit(ledger), failing = explained_.failing_limit(ledger);
  const auto part = [&](double energy) { return ledger.scale > 0.0 ? energy / ledger.scale : 0.0; };
  Verdict verdict{.error = part(error), .warning_limit = part(warning), .failing_limit = part(failing)};
  if (!(error <= failing)) {
    verdict.grade = Grade::Failed;
    verdict.sentence = describe_opening(ledger);
  } else if (error > warning) {
    warnings.push_back(describe_opening(ledger));
  }
  judge_impacts(ledger, verdict, warnings);
  if (verdict.grade == Grade::Passed && !warnings.empty()) verdict.grade = Grade::Warned;
  return verdict;
}

void RunJudge::judge_impacts(const Ledger& ledger, Verdict& verdict, std::vector<std::string>& warnings) const {
  const ImpactResolution::Finding finding = impacts_.judge(ledger.scale);
  if (finding == ImpactResolution::Finding::Fine) return;
  if (finding == ImpactResolution::Finding::Doubtful || verdict.grade == Grade::Failed) {
    warnings.push_back(impacts_.describe());
    return;
  }
  verdict.grade = Grade::Failed;
  verdict.sentence = impacts_.describe();
}

void RunJudge::append_numbers(std::vector<double>& numbers) const {
  numbers.insert(numbers.end(), {farthest_, static_cast<double>(failing_looks_), open_ ? 1.0 : 0.0, opened_});
  append_text(activity_, numbers);
  explained_.append_numbers(numbers);
  impacts_.append_numbers(numbers);
}

void RunJudge::take_numbers(NumberReader& numbers) {
  farthest_ = numbers.take();
  failing_looks_ = static_cast<int>(numbers.take_count(kLooksToBeSure));
  open_ = numbers.take_count(1.0) != 0;
  opened_ = numbers.take();
  activity_ = numbers.take_text();
  explained_.take_numbers(numbers);
  impacts_.take_numbers(numbers);
}

}  // namespace carom
