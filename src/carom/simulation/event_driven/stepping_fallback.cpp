#include "carom/simulation/event_driven/stepping_fallback.h"

#include <algorithm>
#include <utility>

#include "carom/simulation/contacts/contact_report_numbers.h"
#include "carom/simulation/event_driven/contacts/rigid_part.h"
#include "carom/simulation/mechanism/mechanism_system.h"
#include "carom/simulation/time_stepping/stepping_formulation.h"

namespace carom {
namespace {

// Fewer steps would return to what could not be followed a moment ago. Twice as many each time that they did, up to
// this many times.
constexpr int kMinSteps = 10, kMaxDoublings = 7;
// Of velocities: what gravity adds in a step of 1 ms is a thousand times as much, and sweeps reach it in piles [m/s].
constexpr double kTolerance = 1e-5;
// Contacts deeper than this would have to be moved apart by a projection  [m].
constexpr double kDeepest = 1e-4;

// Friction is that of the impact law, as between events. Laws that follow a path through the impact, and Poisson's with
// moments, take Newton's form with their coefficients.
void take_stepped_form(ContactRule& rule) {
  rule.friction = friction::None{};
  ImpactLaw& law = rule.impact.value();
  if (std::holds_alternative<impact::Poisson>(law) && !rule.resists_rolling()) return;
  law = impact::Newton{
      .restitution = get_restitution(law), .friction = get_friction(law), .static_friction = get_static_friction(law)};
}

ContactSetup make_stepped_setup(ContactSetup setup) {
  for (ContactRule& rule : setup.rules) take_stepped_form(rule);
  return setup;
}

}  // namespace

SteppingFallback::SteppingFallback(const Model& model, ContactSetup setup, const EventDrivenOptions& options,
                                   RigidPart& rigid, EventLog& log)
    : model_(model),
      setup_(make_stepped_setup(std::move(setup))),
      rigid_(rigid),
      system_(rigid.system()),
      log_(log),
      max_island_(options.max_island),
      step_(options.fallback_step),
      stop_(options.stop),
      possible_(!options.may_yield()) {}

SteppingFallback::~SteppingFallback() = default;

std::optional<std::string> SteppingFallback::objection() const { return stepping_->objection(); }

std::string SteppingFallback::failure() const { return stepping_->failure(); }

// Normals and bristles are springs that the weight of the heaviest body deflects by a tenth of what it falls in a step,
// k = 10 m/h²: a few sweeps then solve piles that they do not solve with rigid contacts.
double SteppingFallback::find_stiffness() const {
  constexpr double kSteps = 10.0;
  double heaviest = 0.0;
  for (int i = 1; i < model_.num_bodies(); ++i) heaviest = std::max(heaviest, model_.spec(BodyIndex(i)).mass.mass);
  return kSteps * heaviest / (step_ * step_);
}

void SteppingFallback::make_stepping() {
  stepping_ = std::make_unique<SteppingFormulation>(model_, setup_,
                                                    TimeSteppingOptions{.scheme = SteppingScheme::Peiret,
                                                                        .step = step_,
                                                                        .bristle_stiffness = find_stiffness(),
                                                                        .normal_stiffness = find_stiffness(),
                                                                        .margin = 0.0,
                                                                        .tolerance = kTolerance,
                                                                        .stop = stop_});
  stepped_.assign(static_cast<std::size_t>(stepping_->system().size()), 0.0);
  stand_in();
}

void SteppingFallback::stand_in() {
  const std::vector<ContactReport>& theirs = stepping_->reports();
  views_.clear();
  for (int i = 0; i < system_.num_contacts(); ++i) {
    const auto found = std::ranges::find(theirs, system_.contact_name(i), &ContactReport::name);
    views_.push_back(found == theirs.end() ? -1 : static_cast<int>(found - theirs.begin()));
  }
  rigid_.begin_stand_in(stepping_->part(), views_);
}

void SteppingFallback::begin(double time, std::span<double> y) {
  const std::span<double> state = rigid_.state(y);
  RigidContacts& contacts = rigid_.contacts();
  contacts.begin_change(state);
  const std::span<double> memory = contacts.memory(state);
  for (int slot = 0; slot < contacts.num_slots(); ++slot) {
    RigidContacts::set_mode(memory, slot, RigidMode::Open);
    RigidContacts::set(memory, slot, RigidContacts::kEpisode, 0.0);
    RigidContacts::set_reference(memory, slot, Vector3::Zero());
  }
  make_stepping();
  count_ = 0;
  stored_ = {};
  ++total_.times;
  restart(time, y);
}

void SteppingFallback::restart(double time, std::span<const double> y) {
  is_fresh_ = true;
  load(time, y);
}

void SteppingFallback::load(double time, std::span<const double> y) {
  pack(y);
  stepping_->system().share_piece(system_);
  (void)stepping_->integrator().restart(time, stepped_, {});
}

StepReport SteppingFallback::step(double limit, std::span<double> y) {
  // Each from an empty account, so that a resumed run continues with the same sums.
  load(stepping_->integrator().time(), y);
  const double start = stepping_->integrator().time();
  const StepReport report = stepping_->integrator().step(limit);
  if (report.failed()) return report;
  unpack(stepping_->integrator().state(), y);
  stored_ = read_stored(stepping_->part().accounts(stepping_->integrator().state()));
  is_fresh_ = false;
  ++count_;
  total_.duration += report.time - start;
  return report;
}

bool SteppingFallback::interpolate(double time, std::span<double> y) {
  if (!stepping_->integrator().interpolate(time, stepped_)) return false;
  unpack(stepped_, y);
  return true;
}

bool SteppingFallback::may_end() const {
  const int least = kMinSteps << std::min(total_.times - 1, kMaxDoublings);
  if (is_fresh_ || count_ < least || stepping_->stepper().count_largest_group() > max_island_ / 2) return false;
  const SteppedContacts& contacts = stepping_->part().contacts();
  return std::ranges::all_of(contacts.near(), [&](int slot) { return contacts.motion(slot).gap > -kDeepest; });
}

IntegratorStatistics SteppingFallback::statistics() const {
  return stepping_ ? ended_ + stepping_->integrator().statistics() : ended_;
}

void SteppingFallback::end() {
  ended_ = statistics();
  rigid_.end_stand_in();
  stepping_.reset();
}

SteppingFallback::Stored SteppingFallback::read_stored(std::span<const double> accounts) {
  return {.normals = accounts[SteppedContacts::kStoredNormal], .bristles = accounts[SteppedContacts::kStoredBristles]};
}

// Positions and velocities; accounts are empty but for what springs hold.
void SteppingFallback::pack(std::span<const double> y) {
  y_before_.assign(y.begin(), y.end());
  std::ranges::fill(stepped_, 0.0);
  packed_ = stored_;
  const std::span<double> accounts = stepping_->part().accounts(std::span<double>(stepped_));
  accounts[SteppedContacts::kStoredNormal] = stored_.normals;
  accounts[SteppedContacts::kStoredBristles] = stored_.bristles;
  std::copy_n(y.begin(), model_.num_positions() + model_.num_velocities(), stepped_.begin());
}

void SteppingFallback::unpack(std::span<const double> stepped, std::span<double> y) const {
  std::ranges::copy(y_before_, y.begin());
  std::copy_n(stepped.begin(), model_.num_positions() + model_.num_velocities(), y.begin());
  const std::span<const double> theirs = stepping_->system().integrals(stepped);
  const std::span<const double> accounts = stepping_->part().accounts(stepped);
  // Friction, resistance to turning and projection are the last of ours.
  const std::size_t own = rigid_.contacts().any_resists_turning() ? 3 : 2;
  const std::size_t shared = std::min(theirs.size(), system_.integrals(y).size() - own);
  for (std::size_t i = 0; i < shared; ++i) system_.integrals(y)[i] += theirs[i];
  // The rigid account has no row for springs.
  double numerical = accounts[SteppedContacts::kNumerical] - (read_stored(accounts).sum() - packed_.sum());
  if (theirs.size() > shared) numerical += theirs.back();
  system_.book_projection(numerical, y);
  rigid_.book_friction(accounts[SteppedContacts::kFrictionLoss], y);
  rigid_.book_resistance(accounts[SteppedContacts::kResistanceLoss], y);
  rigid_.contacts().add_impact_loss(accounts[SteppedContacts::kImpactLoss], rigid_.state(y));
}

void SteppingFallback::take_events(double threshold) {
  stepping_->watch_contacts(threshold);
  for (ContactEvent event : stepping_->events()) {
    const auto view = std::ranges::find(views_, event.slot);
    if (view == views_.end()) continue;
    event.slot = static_cast<int>(view - views_.begin());
    log_.events.push_back(event);
  }
  for (const RunNote& note : stepping_->notes()) log_.notes.push_back(note);
  stepping_->forget_events();
}

void SteppingFallback::append_numbers(std::vector<double>& numbers) const {
  std::vector<double> own{static_cast<double>(total_.times), total_.duration};
  if (stepping_) {
    std::vector<double> theirs;
    stepping_->save_reports(theirs);
    own.insert(own.end(), {static_cast<double>(count_), stored_.normals, stored_.bristles});
    own.insert(own.end(), theirs.begin(), theirs.end());
  }
  numbers.push_back(static_cast<double>(own.size()));
  numbers.insert(numbers.end(), own.begin(), own.end());
}

bool SteppingFallback::restore_numbers(std::span<const double> numbers) {
  constexpr double kMost = 1e9;
  NumberReader left(numbers);
  total_.times = static_cast<int>(left.take_count(kMost));
  total_.duration = left.take();
  if (left.failed() || left.empty()) return !left.failed();
  count_ = static_cast<int>(left.take_count(kMost));
  stored_.normals = left.take();
  stored_.bristles = left.take();
  if (left.failed()) return false;
  make_stepping();
  return stepping_->restore_reports(left.take_rest());
}

}  // namespace carom
