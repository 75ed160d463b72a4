#include "carom/simulation/run.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "carom/base/input_error.h"
#include "carom/simulation/contacts/contact_report_numbers.h"
#include "carom/simulation/formulations.h"
#include "carom/simulation/mechanism/assembly.h"
#include "carom/simulation/mechanism/joint_names.h"
#include "carom/simulation/verdict/run_judge.h"
#include "carom/simulation/verdict/singularity_watch.h"

namespace carom {
namespace {

void check_positive(const char* element, double value) {
  if (std::isfinite(value) && value > 0.0) return;
  throw InputError(element, fmt::format("must be finite and positive, found {} s", value));
}

// Refuses what would take for ever before it starts.
void check_count(const char* element, double duration, double interval, double most, const char* what) {
  if (duration / interval <= most) return;
  throw InputError(element, fmt::format("{} s in a run of {} s makes {:.3g} {}; at most {:.3g} are allowed", interval,
                                        duration, duration / interval, what, most));
}

std::string describe_jump(const Model& model, const MechanismSystem::DriveJump& jump, double time) {
  return fmt::format(
      "the drive of {} changes its speed at once, first from {:.6g} to {:.6g} {} at t = {:.9g} s: this acts as an "
      "impulse on what is "
      "attached to it, and its work is booked; a table of kind \"smooth\" or \"spline\" has no such jumps",
      describe_joint(model, find_body_of_velocity(model, jump.velocity)), jump.before, jump.after,
      unit_of_velocity(model, jump.velocity), time);
}

TimeBreaks::Scope choose_breaks(const Formulation& formulation) {
  return formulation.averages_over_steps() ? TimeBreaks::Scope::DrivenSpeeds : TimeBreaks::Scope::All;
}

// SUNDIALS' methods shorten a step only so often before they give up: after a long rest, a force that begins to grow
// takes them more than that.
bool restarts_at_corners(const IntegratorOptions& options) {
  const auto* adaptive = std::get_if<AdaptiveOptions>(&options);
  if (adaptive == nullptr) return false;
  return adaptive->method == AdaptiveMethod::ArkodeExplicit || adaptive->method == AdaptiveMethod::ArkodeImplicit ||
         adaptive->method == AdaptiveMethod::CvodeAdams || adaptive->method == AdaptiveMethod::CvodeBdf;
}

// A program may give any state.
void check(const Model& model, const State& initial) {
  if (initial.q.size() != model.num_positions() || initial.v.size() != model.num_velocities()) {
    throw InputError("initial state",
                     fmt::format("must have {} positions and {} velocities, found {} and {}", model.num_positions(),
                                 model.num_velocities(), initial.q.size(), initial.v.size()));
  }
  if (!std::isfinite(initial.time) || !initial.q.allFinite() || !initial.v.allFinite()) {
    throw InputError("initial state", "must be finite");
  }
}

const SimulationOptions& checked(const SimulationOptions& options) {
  validate(options);
  return options;
}

constexpr std::size_t kMostNotes = 1000;  // kept for the report

}  // namespace

void validate(const SimulationOptions& options) {
  check_positive("duration", options.duration);
  check_positive("recording interval", options.record_every);
  if (options.checkpoint_every != 0.0) check_positive("checkpoint interval", options.checkpoint_every);
  check_count("recording interval", options.duration, options.record_every, 1e9, "samples");
  validate(options.integrator);
  if (const auto* fixed = std::get_if<FixedStepOptions>(&options.integrator)) {
    check_count("step", options.duration, fixed->substep(), static_cast<double>(fixed->max_steps), "steps");
  }
}

Run::Run(const Model& model, const State& initial, const SimulationOptions& options)
    : options_(options),
      formulation_(make_formulation(model, checked(options))),
      system_(formulation_->system()),
      integrator_(formulation_->integrator()),
      judge_(std::make_unique<RunJudge>(model, options)),
      singularities_(std::make_unique<SingularityWatch>(model, options)),
      breaks_(model, choose_breaks(*formulation_)),
      told_of_jump_(static_cast<std::size_t>(model.num_velocities())),
      end_(initial.time + options.duration),
      y_interpolated_(static_cast<std::size_t>(system_.size())) {
  check(model, initial);
  std::vector<double> y(y_interpolated_.size());
  assembly_ = assemble(system_, initial, y);
  formulation_->find_initial_contacts(initial.time, y);
  ledger_ = system_.make_ledger(initial.time, y);
  ledger_.initial = ledger_.total(LedgerKind::Stored);
  ledger_.scale = ledger_.rows.front().value;  // kinetic

  progress_.time = progress_.start = initial.time;
  progress_.y = std::move(y);
  progress_.initial_energy = ledger_.initial;
  for (const LedgerRow& row : ledger_.rows) progress_.initial_rows.push_back(row.value);
  system_.unpack(initial.time, progress_.y, shown_);
  judge_->start({system_, initial.time, progress_.y, ledger_, 0, {}}, shown_);
  schedule_checkpoint();
}

Run::Run(const Model& model, const Checkpoint& checkpoint, const SimulationOptions& options)
    : options_(options),
      formulation_(make_formulation(model, checked(options))),
      system_(formulation_->system()),
      integrator_(formulation_->integrator()),
      judge_(std::make_unique<RunJudge>(model, options)),
      singularities_(std::make_unique<SingularityWatch>(model, options)),
      progress_(checkpoint),
      breaks_(model, choose_breaks(*formulation_)),
      told_of_jump_(static_cast<std::size_t>(model.num_velocities())),
      end_(checkpoint.start + options.duration),
      before_(checkpoint.statistics),
      y_interpolated_(static_cast<std::size_t>(system_.size())) {
  if (checkpoint.y.size() != y_interpolated_.size()) {
    throw InputError("checkpoint", fmt::format("has a state of {} numbers, the model one of {}; it is another model's",
                                               checkpoint.y.size(), y_interpolated_.size()));
  }
  if (!restore_memories(checkpoint.contacts)) {
    throw InputError(
        "checkpoint",
        "remembers other contacts, or other numbers of their events, than this model and this version of the program; "
        "it belongs to a different model or was written by another version: run the scene again");
  }
  system_.unpack(checkpoint.time, checkpoint.y, shown_);
  ledger_ = system_.make_ledger(checkpoint.time, checkpoint.y);
  ledger_.initial = checkpoint.initial_energy;
  ledger_.scale = checkpoint.energy_scale;
  if (checkpoint.initial_rows.size() != ledger_.rows.size()) {
    throw InputError("checkpoint", fmt::format("has {} rows of energy, the model {}; it is another model's",
                                               checkpoint.initial_rows.size(), ledger_.rows.size()));
  }
  judge_->resume({system_, checkpoint.time, checkpoint.y, ledger_, checkpoint.statistics.steps, {}});
  schedule_checkpoint();
}

Run::~Run() = default;

// What a law may seem to return without being at fault: errors of the integration show in the residual. Nothing is at
// fault before any energy has moved  [J].
double Run::calc_gain_threshold() const {
  if (ledger_.scale == 0.0) return std::numeric_limits<double>::infinity();
  return 1e-6 * ledger_.scale + 10.0 * std::abs(ledger_.residual());
}

// Tells the observer what happened at contacts.
bool Run::tell_contact_events(Observer* observer) {
  bool go_on = true;
  for (const ContactEvent& event : formulation_->events()) {
    const std::string& name = formulation_->reports()[static_cast<std::size_t>(event.slot)].name;
    if (observer != nullptr) go_on = observer->observe_contact(name, event) && go_on;
  }
  for (const RunNote& note : formulation_->notes()) go_on = tell_note(note, observer) && go_on;
  formulation_->forget_events();
  return go_on;
}

bool Run::tell_note(const RunNote& note, Observer* observer) {
  if (++num_notes_ <= static_cast<std::int64_t>(kMostNotes)) notes_.push_back(note);
  return observer == nullptr || observer->observe_note(note);
}

// Says once of each joint that its speed jumped: a table may have thousands of corners.
bool Run::tell_drive_jumps(Observer* observer) {
  bool go_on = true;
  for (const MechanismSystem::DriveJump& jump : system_.drive_jumps()) {
    if (std::exchange(told_of_jump_[static_cast<std::size_t>(jump.velocity)], 1) != 0) continue;
    go_on = tell_note({.kind = RunNote::Kind::DriveJump,
                       .time = integrator_.time(),
                       .sentence = describe_jump(system_.model(), jump, integrator_.time())},
                      observer) &&
            go_on;
  }
  return go_on;
}

bool Run::tell_singular_position(Observer* observer) {
  const std::optional<RunNote> note = singularities_->look(system_, integrator_);
  return !note || tell_note(*note, observer);
}

// The account at a moment, and how much energy has moved until then.
void Run::update_account(double time, std::span<const double> y) {
  system_.update_ledger(time, y, ledger_);
  ledger_.scale = std::max(ledger_.scale, ledger_.rows.front().value);
  for (std::size_t i = 0; i < ledger_.rows.size(); ++i) {
    ledger_.scale = std::max(ledger_.scale, std::abs(ledger_.rows[i].value - progress_.initial_rows[i]));
  }
}

// What the step that was just taken shows: a sentence where the run has to end.
std::optional<std::string> Run::look_at_step() {
  if (auto objection = formulation_->objection()) return objection;
  update_account(integrator_.time(), integrator_.state());
  return judge_->look(
      {system_, integrator_.time(), integrator_.state(), ledger_, count_steps(), formulation_->events()});
}

// Shows the observer one moment.
bool Run::show(double time, std::span<const double> y, Observer* observer) {
  system_.unpack(time, y, shown_);
  update_account(time, y);
  return observer == nullptr || observer->observe({shown_, ledger_, y, system_});
}

bool Run::tell_step(Observer* observer) {
  if (options_.stop.stop_requested()) return false;
  return observer == nullptr ||
         observer->observe_step({integrator_.time(), count_steps(), integrator_.state(), system_});
}

// The next recording time  [s]. One that differs from the end by rounding is the end, so that it is shown once.
double Run::next_due() const {
  const double due = progress_.start + static_cast<double>(progress_.samples) * options_.record_every;
  return std::abs(due - end_) <= 1e-6 * options_.record_every ? end_ : due;
}

// Every recording time in the last step, from the dense output.
bool Run::show_until(double time, Observer* observer) {
  const double last = std::min(time + formulation_->time_resolution(), std::max(end_, time));
  for (;;) {
    const double due = next_due();
    if (due > last) return true;
    ++progress_.samples;
    if (!integrator_.interpolate(due, y_interpolated_)) continue;  // the step itself is good; one sample less
    if (!show(due, y_interpolated_, observer)) return false;
  }
}

// The first multiple of the interval after the last checkpoint: a function of that alone, so that a run that goes on
// from it plans the same.
void Run::schedule_checkpoint() {
  if (options_.checkpoint_every == 0.0) {
    next_checkpoint_ = std::numeric_limits<double>::infinity();
    return;
  }
  const double interval = options_.checkpoint_every;
  const double passed = std::floor((progress_.time - progress_.start) / interval);
  next_checkpoint_ = progress_.start + (passed + 1.0) * interval;
  if (next_checkpoint_ <= progress_.time) next_checkpoint_ = progress_.start + (passed + 2.0) * interval;
}

// What contacts remember, with its size; then the judge, and the notes.
void Run::save_memories(std::vector<double>& numbers) const {
  formulation_->save_reports(numbers);
  numbers.insert(numbers.begin(), static_cast<double>(numbers.size()));
  judge_->append_numbers(numbers);
  numbers.insert(numbers.end(), {static_cast<double>(num_notes_), static_cast<double>(notes_.size())});
  for (const RunNote& note : notes_) append_note(note, numbers);
  for (const char told : told_of_jump_) numbers.push_back(told);
  singularities_->append_numbers(numbers);
}

bool Run::restore_memories(std::span<const double> numbers) {
  constexpr double kMostCounted = 1LL << 53;
  NumberReader left(numbers);
  const std::span<const double> of_contacts = left.take(left.take_count(static_cast<double>(numbers.size())));
  if (left.failed() || !formulation_->restore_reports(of_contacts)) return false;
  judge_->take_numbers(left);
  num_notes_ = static_cast<std::int64_t>(left.take_count(kMostCounted));
  const std::size_t count = left.take_count(kMostNotes);
  for (std::size_t i = 0; i < count && !left.failed(); ++i) notes_.push_back(take_note(left));
  for (char& told : told_of_jump_) told = static_cast<char>(left.take_count(1.0));
  singularities_->take_numbers(left);
  return !left.failed() && left.empty();
}

// The present, as what follows starts from.
void Run::take_present() {
  if (!begun_) return;
  progress_.time = integrator_.time();
  std::ranges::copy(integrator_.state(), progress_.y.begin());
}

void Run::fill_checkpoint() {
  take_present();
  progress_.energy_scale = ledger_.scale;
  save_memories(progress_.contacts);
  progress_.statistics = before_ + integrator_.statistics();
}

const Checkpoint& Run::checkpoint() {
  if (changed_) {
    take_present();
    last_ = restart();
  }
  fill_checkpoint();
  if (begun_) last_ = start();
  return progress_;
}

// The observer gets the present as a checkpoint.
bool Run::keep_checkpoint(Observer* observer) {
  fill_checkpoint();
  schedule_checkpoint();
  return observer == nullptr || observer->observe_checkpoint(progress_);
}

// From where progress_ is.
StepReport Run::start() {
  changed_ = false;
  const StepReport report = integrator_.restart(progress_.time, progress_.y);
  formulation_->start_watching(progress_.time, progress_.y);
  singularities_->start(system_, progress_.time, progress_.y);
  return report;
}

// The same where rates are not what they were at the end of the last step, and may not be smooth across it.
StepReport Run::restart() {
  use_piece(progress_.time);
  if (!begun_) return {.status = StepStatus::Ok, .time = progress_.time};
  formulation_->note_jump();
  return start();
}

// The smooth piece of the functions of time that begins at a moment.
void Run::use_piece(double time) {
  stop_ = breaks_.next(time);
  system_.set_piece(time, stop_.time);
}

void Run::start_jump() {
  take_present();
  system_.start_jump(progress_.time, progress_.y);
}

void Run::finish_jump() {
  if (system_.finish_jump(progress_.time, progress_.y)) {
    last_ = restart();
  } else {
    last_ = {.status = StepStatus::ProjectionFailed, .time = progress_.time};
  }
}

void Run::book_input(double work) {
  take_present();
  system_.book_input(work, progress_.y);
  last_ = restart();
}

// At a stop that the integrator has reached: from one smooth piece of the functions of time to the next. False where
// that fails, or the observer asks to stop.
bool Run::cross_break(Observer* observer) {
  const TimeBreaks::Stop stop = std::exchange(stop_, breaks_.next(stop_.time));
  constexpr int kBeyondCorners = 3;
  const bool corner = stop.order < kBeyondCorners && restarts_at_corners(options_.integrator);
  if (!stop.restarts && !corner) {
    system_.set_piece(stop.time, stop_.time);
    return tell_drive_jumps(observer);
  }
  take_present();
  if (!system_.enter_piece(stop.time, stop_.time, progress_.y)) {
    last_ = {.status = StepStatus::ProjectionFailed, .time = stop.time};
    return false;
  }
  formulation_->note_jump();
  last_ = start();
  return !last_.failed() && tell_drive_jumps(observer);
}

// The first evaluation, and what is shown of the start.
bool Run::begin(Observer* observer) {
  use_piece(progress_.time);
  last_ = start();
  begun_ = true;
  if (progress_.samples > 0) return true;
  progress_.samples = 1;
  for (const RunNote& note : assembly_) (void)tell_note(note, observer);
  return show(progress_.time, integrator_.state(), observer);
}

// The stop token counts from the first evaluation on, so that a run that is stopped at once still has a state to show.
Run::Progress Run::step(double limit, Observer* observer) {
  if (!begun_ && !begin(observer)) return stop("at the start");
  system_.set_stop_token(options_.stop);
  const Progress progress = try_step(limit, observer);
  system_.set_stop_token({});
  return progress;
}

// The stages of a step, in order, as data flows. Kinematics, contacts found, forces or impulses, motion and the memory
// of contacts are those of the formulation: its integrator takes the step.
Run::Progress Run::try_step(double limit, Observer* observer) {
  if (objected_) return Progress::Failed;
  // Inputs.
  if (changed_) {
    take_present();
    last_ = restart();
  }
  if (last_.failed()) return fail();
  if (time() >= limit) return Progress::Reached;
  if (time() >= stop_.time && !cross_break(observer)) return last_.failed() ? fail() : stop();
  // From kinematics to the memory of contacts.
  last_ = integrator_.step(std::min(stop_.time, limit));
  if (last_.failed()) return fail();
  // Events, ledger, verdict.
  formulation_->watch_contacts(calc_gain_threshold());
  std::optional<std::string> objection = look_at_step();
  // Observers.
  const bool go_on = tell_contact_events(observer) && tell_singular_position(observer) &&
                     show_until(integrator_.time(), observer) && tell_step(observer);
  if (objection) {
    sentence_ = std::move(*objection);
    objected_ = true;
    return Progress::Failed;
  }
  if (!go_on) return stop();
  if (time() >= limit) return Progress::Reached;
  if (time() >= stop_.time && !cross_break(observer)) return last_.failed() ? fail() : stop();
  if (time() >= next_checkpoint_) {
    if (!keep_checkpoint(observer)) return stop();
    last_ = start();
  }
  return Progress::OnTheWay;
}

Run::Progress Run::go_to(double limit, Observer* observer) {
  Progress progress = Progress::OnTheWay;
  while (progress == Progress::OnTheWay) progress = step(limit, observer);
  return progress;
}

Run::Progress Run::stop(std::string_view where) {
  sentence_ = where.empty() ? fmt::format("stopped at t = {:.9g} s", time()) : fmt::format("stopped {}", where);
  return Progress::Stopped;
}

Run::Progress Run::fail() {
  if (options_.stop.stop_requested()) return stop();
  sentence_ = formulation_->failure();
  if (sentence_.empty()) {
    sentence_ = describe(last_);
    if (!system_.failure().empty()) sentence_ += "; " + system_.failure();
  }
  return Progress::Failed;
}

SimulationReport Run::go_to_end(Observer* observer) {
  Progress progress = go_to(end_, observer);
  // The end is shown too when it is not a recording time.
  if (progress == Progress::Reached) {
    sentence_ = fmt::format("reached t = {:.9g} s", time());
    if (shown_.time < time() && !show(time(), y(), observer)) progress = stop("at the end");
  }
  fill_checkpoint();
  formulation_->finish_watching();
  (void)tell_contact_events(observer);
  if (progress == Progress::Reached) return report(SimulationStatus::Finished, sentence_);
  return report(progress == Progress::Failed ? SimulationStatus::Failed : SimulationStatus::Stopped, sentence_);
}

SimulationReport Run::report(SimulationStatus status, std::string sentence) {
  SimulationReport report{.status = status, .sentence = std::move(sentence), .state = {}, .ledger = {}};
  (void)show(time(), y(), nullptr);
  report.state = shown_;
  report.ledger = ledger_;
  report.drive_efforts = VectorX::Zero(report.state.v.size());
  if (system_.calc_forces(time(), y())) report.drive_efforts = system_.drive_efforts();
  report.statistics = before_ + integrator_.statistics();
  report.rank_deficit = system_.rank_deficit();
  report.contacts = formulation_->reports();
  report.notes = notes_;
  report.num_notes = num_notes_;
  report.warnings = options_.warnings;
  std::ranges::move(formulation_->warnings(calc_gain_threshold()), std::back_inserter(report.warnings));
  for (const RunNote& note : notes_) {
    if (note.kind == RunNote::Kind::SingularPosition) report.warnings.push_back(note.sentence);
  }
  report.verdict = judge_->judge(report.ledger, report.warnings);
  if (report.verdict.grade == Grade::Failed) {
    if (report.status == SimulationStatus::Finished) report.sentence = report.verdict.sentence;
    report.status = SimulationStatus::Failed;
  } else if (report.status == SimulationStatus::Failed) {
    report.verdict.grade = Grade::Failed;
  }
  if (report.verdict.grade == Grade::Failed) report.verdict.sentence = report.sentence;
  return report;
}

}  // namespace carom
