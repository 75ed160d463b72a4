#include "carom/simulation/mechanism/mechanism_system.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "carom/base/assert.h"
#include "carom/dynamics/energy.h"
#include "carom/model/joints/joint_coordinates.h"

namespace carom {
namespace {

constexpr double kOffConstraints = 1e-12;  // more than round-off  [m], [rad] and per second
constexpr double kLargestVelocity = 1e-9;  // along a constraint: what the project promises  [m/s], [rad/s]

Eigen::Map<const VectorX> view(std::span<const double> values, int start, int count) {
  return Eigen::Map<const VectorX>(values.data() + start, count);
}
Eigen::Map<VectorX> view(std::span<double> values, int start, int count) {
  return Eigen::Map<VectorX>(values.data() + start, count);
}

bool has_bits(const VectorX& vector, const double* values) {
  return std::memcmp(vector.data(), values, static_cast<std::size_t>(vector.size()) * sizeof(double)) == 0;
}

bool any_changes_with_time(const Model& model) {
  const auto changes = [](const TimeFunction& function) { return !function.is_constant(); };
  const auto motor_changes = [&](const JointMotor& joint) {
    return changes(joint.motor.effort) || (joint.motor.target && changes(*joint.motor.target));
  };
  const auto force_changes = [&](const ResolvedBodyForce& force) { return changes(force.element.scale); };
  return !model.joint_drives().empty() || std::ranges::any_of(model.joint_motors(), motor_changes) ||
         std::ranges::any_of(model.body_forces(), force_changes);
}

}  // namespace

MechanismSystem::MechanismSystem(const Model& model, std::vector<ContactPart*> contacts)
    : model_(&model),
      contacts_(std::move(contacts)),
      q_(model.num_positions()),
      v_(model.num_velocities()),
      v_rate_(VectorX::Zero(model.num_velocities())),
      drive_efforts_(VectorX::Zero(model.num_velocities())),
      kinematics_(model),
      elements_(model),
      applied_(model),
      with_constraints_(model),
      articulated_(model),
      constraints_(model),
      inverse_(model),
      jacobian_(6, model.num_velocities()) {
  if (model.num_constraint_rows() > 0) projector_ = std::make_unique<Projector>(model);
  if (!model.joint_motors().empty() || !model.body_forces().empty() || model.inputs().taken) {
    change_ = VectorX::Zero(model.num_velocities());
    changed_ = std::make_unique<Kinematics>(model);
  }
  make_stored_rows();
  make_integrals();
  place_parts();
  unused_rate_.resize(size_);
  depends_on_time_ = any_changes_with_time(model);
  drive_jumps_.reserve(model.joint_drives().size());
}

void MechanismSystem::make_stored_rows() {
  const Model& m = *model_;
  const auto store = [this](bool wanted, const char* name, Store what) {
    if (wanted) stored_.push_back({{name, LedgerKind::Stored, 0.0}, what});
  };
  store(true, "kinetic", Store::Kinetic);
  store(true, "gravity", Store::Gravity);
  store(!m.joint_springs().empty() || !m.ball_springs().empty(), "joint springs", Store::JointSprings);
  store(!m.joint_stops().empty(), "joint stops", Store::JointStops);
  store(!m.spring_dampers().empty(), "springs", Store::Springs);
  for (const ContactPart* part : contacts_) {
    std::vector<LedgerRow> rows;
    part->append_stored_rows(rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      stored_.push_back({rows[i], Store::Contacts, part, static_cast<int>(i)});
    }
  }
}

void MechanismSystem::make_integrals() {
  const Model& m = *model_;
  const auto add = [this](bool wanted, const std::string& name, LedgerKind kind, Source source,
                          std::size_t callback = 0) {
    if (wanted) integrals_.push_back({{name, kind, 0.0}, source, callback});
  };
  add(m.inputs().taken, "inputs", LedgerKind::Work, Source::Inputs);  // first: see input_place()
  add(!m.joint_dampers().empty(), "joint damping", LedgerKind::Dissipated, Source::JointDamping);
  add(!m.joint_stops().empty(), "joint stops", LedgerKind::Dissipated, Source::JointStops);
  add(!m.spring_dampers().empty(), "spring dampers", LedgerKind::Dissipated, Source::SpringDamping);
  add(!m.joint_motors().empty(), "motors", LedgerKind::Work, Source::Motors);
  if (!m.joint_drives().empty()) drive_row_ = static_cast<int>(integrals_.size());
  add(!m.joint_drives().empty(), "driven joints", LedgerKind::Work, Source::Drives);
  add(!m.body_forces().empty(), "given forces", LedgerKind::Work, Source::BodyForces);
  for (std::size_t c = 0; c < m.callback_forces().size(); ++c) {
    add(true, m.callback_forces()[c].name, LedgerKind::Work, Source::Callback, c);
  }
  for (const ContactPart* part : contacts_) {
    std::vector<LedgerRow> rows;
    part->append_integral_rows(rows);
    for (const LedgerRow& row : rows) integrals_.push_back({row, Source::Contacts});
  }
  const bool projects = m.num_constraint_rows() > 0 || std::ranges::any_of(contacts_, &ContactPart::keeps_positions);
  if (projects) projection_row_ = static_cast<int>(integrals_.size());
  add(projects, "projection", LedgerKind::Numerical, Source::Projection);
}

// Where each part has its numbers in y.
void MechanismSystem::place_parts() {
  const auto count = [this](auto&& number_of) {
    std::size_t sum = 0;
    for (const ContactPart* part : contacts_) sum += number_of(*part);
    return sum;
  };
  const auto active = [](const ContactPart& part) { return static_cast<std::size_t>(part.num_active()); };
  const auto passive = [](const ContactPart& part) { return static_cast<std::size_t>(part.num_passive()); };
  const auto own_integrals = [](const ContactPart& part) {
    std::vector<LedgerRow> rows;
    part.append_integral_rows(rows);
    return rows.size();
  };
  ContactPart::Place next;
  next.active = static_cast<std::size_t>(model_->num_positions() + model_->num_velocities());
  first_integral_ = next.active + count(active);
  // Of the integrals theirs are the last but for the projection.
  next.integrals = first_integral_ + integrals_.size() - (projection_row_ < 0 ? 0 : 1) - count(own_integrals);
  next.passive = first_integral_ + integrals_.size();
  for (ContactPart* part : contacts_) {
    part->join(*this, next);
    next.active += active(*part);
    next.integrals += own_integrals(*part);
    next.passive += passive(*part);
    std::vector<LedgerRow> totals;
    part->append_total_rows(totals);
    totals_.push_back({part, totals.size()});
  }
  size_ = next.passive;
}

Partition MechanismSystem::partition() const { return {model_->num_positions(), model_->num_velocities()}; }

// Positions and velocities at (t, y), and the bodies' motion. A sample at the end of a step asks for what the rate
// there was evaluated from: nothing is calculated twice.
void MechanismSystem::load(double time, std::span<const double> y) {
  CAROM_ASSERT(static_cast<int>(y.size()) == size());
  const double *q = y.data(), *v = q + q_.size();
  if (!loaded_ || time != loaded_time_ || !has_bits(q_, q) || !has_bits(v_, v)) {
    loaded_ = true;
    loaded_time_ = time;
    std::copy_n(q, q_.size(), q_.data());
    std::copy_n(v, v_.size(), v_.data());
    set_driven_coordinates(*model_, at(time), q_, v_);
    calc_motion();
  }
  for (ContactPart* part : contacts_) part->follow(y);
}

// Of the bodies and the contacts, at q_ and v_.
void MechanismSystem::calc_motion() {
  calc_kinematics(*model_, q_, v_, kinematics_);
  for (ContactPart* part : contacts_) part->calc_motion(loaded_time_, kinematics_);
}

// v̇ at the motion that load() left.
ConstrainedDynamicsReport MechanismSystem::calc_accelerations(double time, std::span<const double> y) {
  const ConstrainedDynamicsReport report = calc_free_accelerations(time, y);
  unkept_ = nullptr;
  if (!report.ok()) return report;
  for (ContactPart* part : contacts_) {
    if (!part->add_reactions(y, v_rate_, applied_)) unkept_ = part;
  }
  return report;
}

// The same without reactions of contacts.
ConstrainedDynamicsReport MechanismSystem::calc_free_accelerations(double time, std::span<const double> y) {
  const TimeQuery when = query_forces(time);
  calc_force_elements(*model_, when, q_, v_, kinematics_, elements_, applied_);
  for (ContactPart* part : contacts_) part->add_forces(y, kinematics_, applied_);
  set_driven_accelerations(time);
  return calc_constrained_dynamics(*model_, kinematics_, q_, applied_, articulated_, constraints_, v_rate_);
}

bool MechanismSystem::move_onto_constraints(double time) {
  loaded_ = false;  // q and v are no longer those that were asked for
  const ProjectionReport report = projector_->project(q_, v_);
  if (report.opposite >= 0) {
    failure_ = fmt::format(
        "at t = {:.9g} s constraint '{}' closes the wrong way round, with axes that point in opposite directions; "
        "start nearer to where it is closed, or turn one of its frames",
        time, model_->constraint_specs()[static_cast<std::size_t>(report.opposite)].name);
    return false;
  }
  if (!report.converged) {
    failure_ = fmt::format("at t = {:.9g} s the constraints cannot be satisfied from the present positions", time);
    return false;
  }
  if (!(report.left.velocity <= kLargestVelocity)) {
    failure_ = fmt::format(
        "at t = {:.9g} s no velocities satisfy the constraints ({:.1e} m/s or rad/s is left); look for a loop that "
        "cannot move as its driven joints ask",
        time, report.left.velocity);
    return false;
  }
  calc_motion();
  return true;
}

// The stages of an evaluation: motion of bodies and contacts, forces, accelerations with reactions of contacts, and
// what all of them do to y.
RateStatus MechanismSystem::calc_rate(double time, std::span<const double> y, std::span<double> rate) {
  if (stop_.stop_requested()) return RateStatus::Fatal;
  failure_.clear();  // a shorter step got past what it said
  load(time, y);
  ConstrainedDynamicsReport report = calc_accelerations(time, y);
  // A stage of a step is a little off the constraints. Rows that are redundant on them are then nearly so and disagree:
  // no acceleration suits them all, and solving for one gives nonsense. Such a mechanism is taken back to them first.
  // Not only where the rows disagree by much: a change of ways that a step could see would cost it its order.
  const bool redundant = report.singular_body < 0 && (report.rank_deficit > 0 || !report.clear_rank);
  if (redundant && projector_ && projector_->calc_violation(q_, v_).largest() > kOffConstraints) {
    if (!move_onto_constraints(time)) return RateStatus::Recoverable;
    report = calc_accelerations(time, y);
  }
  rank_deficit_ = report.rank_deficit;
  if (!report.ok()) {
    note_failure(time, report);
    return RateStatus::Recoverable;
  }
  if (unkept_ != nullptr) {
    failure_ = fmt::format("at t = {:.9g} s {}", time, unkept_->failure());
    return RateStatus::Recoverable;
  }
  if (!model_->joint_drives().empty()) calc_drive_efforts();
  if (mean_over_ > 0.0) move_powers_to_middle_of_step(time);

  write_rates(rate);
  return RateStatus::Ok;
}

void MechanismSystem::write_rates(std::span<double> rate) {
  calc_position_rate(*model_, q_, v_, view(rate, 0, model_->num_positions()));
  std::ranges::copy(v_rate_, rate.begin() + model_->num_positions());
  for (std::size_t i = 0; i < integrals_.size(); ++i) rate[first_integral_ + i] = calc_integral_rate(integrals_[i]);
  for (const ContactPart* part : contacts_) part->write_rates(rate);
}

RateStatus MechanismSystem::calc_mean_rate(double time, double step, std::span<const double> y,
                                           std::span<double> rate) {
  mean_over_ = step;
  const RateStatus status = calc_rate(time, y, rate);
  mean_over_ = 0.0;
  return status;
}

bool MechanismSystem::calc_forces(double time, std::span<const double> y) {
  const bool known = calc_rate(time, y, unused_rate_) == RateStatus::Ok;
  for (ContactPart* part : contacts_) part->calc_whole_motion(y);
  return known;
}

void MechanismSystem::note_failure(double time, const ConstrainedDynamicsReport& report) {
  failure_ = report.singular_body >= 0
                 ? fmt::format("at t = {:.9g} s the joint of body '{}' moves no inertia; give a massless link a mass",
                               time, model_->spec(BodyIndex(report.singular_body)).name)
                 : fmt::format(
                       "at t = {:.9g} s the constraints contradict each other (relative residual {:.1e}); look for "
                       "a loop that cannot move as its driven joints ask",
                       time, report.contradiction);
}

void MechanismSystem::calc_drive_efforts() {
  with_constraints_ = applied_;
  for (std::size_t r = 0; r < constraints_.rows.size(); ++r) {
    add_constraint_force(constraints_.rows[r], constraints_.multipliers[static_cast<int>(r)], with_constraints_);
  }
  calc_inverse_dynamics(*model_, kinematics_, with_constraints_, v_rate_, inverse_, drive_efforts_);
  // What inverse dynamics finds for joints that are free is round-off.
  for (const Body& body : model_->bodies()) {
    if (!body.driven) drive_efforts_.segment(body.velocity_start, body.degrees).setZero();
  }
}

double MechanismSystem::calc_integral_rate(const Integral& integral) const {
  const ForcePowers& powers = elements_.powers;
  switch (integral.source) {
    case Source::JointDamping:
      return powers.joint_damping;
    case Source::JointStops:
      return powers.stop_damping;
    case Source::SpringDamping:
      return powers.spring_damping;
    case Source::Motors:
      return powers.motors;
    case Source::Drives:
      // Over a step the speed of a driven joint is halfway between those at its ends.
      return drive_efforts_.dot(v_) + 0.5 * mean_over_ * drive_efforts_.dot(v_rate_);
    case Source::BodyForces:
      return powers.body_forces;
    case Source::Inputs:
      return powers.inputs;
    case Source::Callback:
      return powers.callbacks[integral.callback];
    case Source::Contacts:
      return 0.0;  // which write it
    case Source::Projection:
      return 0.0;  // grows only in project()
  }
  return 0.0;
}

void MechanismSystem::move_positions(std::span<double> q, std::span<const double> v, double step) const {
  carom::move_positions(*model_, view(v, 0, model_->num_velocities()), step, view(q, 0, model_->num_positions()));
}

double MechanismSystem::calc_drift(double time, std::span<const double> y) {
  double drift = 1e-3 * calc_quaternion_drift(*model_, view(y, 0, model_->num_positions()));
  if (!constraints_.rows.empty()) {
    loaded_ = false;
    q_ = view(y, 0, model_->num_positions());
    v_ = view(y, model_->num_positions(), model_->num_velocities());
    set_driven_coordinates(*model_, at(time), q_, v_);
    drift = std::max(drift, projector_->calc_violation(q_, v_).largest());
  }
  for (ContactPart* part : contacts_) drift = std::max(drift, part->calc_drift(time, y));
  return drift;
}

bool MechanismSystem::project(double time, std::span<double> y) {
  auto q = view(y, 0, model_->num_positions());
  auto v = view(y, model_->num_positions(), model_->num_velocities());
  set_driven_coordinates(*model_, at(time), q, v);
  normalize_quaternions(*model_, q);
  if (projection_row_ < 0) return true;

  // What the projection puts in or takes out is booked, so that it does not hide in the residual.
  load(time, y);
  const double before = calc_stored_total(y);
  if (projector_ && !move_onto_constraints(time)) return false;
  if (!move_onto_contacts(time, y)) return false;
  q = q_;
  v = v_;
  y[first_integral_ + static_cast<std::size_t>(projection_row_)] += calc_stored_total(y) - before;
  return true;
}

double MechanismSystem::calc_stored(const StoredRow& row, const StoredEnergy& springs,
                                    std::span<const double> y) const {
  switch (row.store) {
    case Store::Kinetic:
      return calc_kinetic_energy(*model_, kinematics_);
    case Store::Gravity:
      return calc_gravity_energy(*model_, kinematics_);
    case Store::JointSprings:
      return springs.joint_springs;
    case Store::JointStops:
      return springs.joint_stops;
    case Store::Springs:
      return springs.springs;
    case Store::Contacts:
      return row.part->calc_stored(row.number, y);
  }
  return 0.0;
}

double MechanismSystem::calc_stored_total(std::span<const double> y) const {
  const StoredEnergy springs = calc_stored_energy(*model_, q_, kinematics_);
  double total = 0.0;
  for (const StoredRow& row : stored_) total += calc_stored(row, springs, y);
  return total;
}

void MechanismSystem::pack(const State& state, std::span<double> y) const {
  std::fill(y.begin(), y.end(), 0.0);
  view(y, 0, model_->num_positions()) = state.q;
  view(y, model_->num_positions(), model_->num_velocities()) = state.v;
}

void MechanismSystem::unpack(double time, std::span<const double> y, State& state) const {
  state.time = time;
  state.q = view(y, 0, model_->num_positions());
  state.v = view(y, model_->num_positions(), model_->num_velocities());
  set_driven_coordinates(*model_, at(time), state.q, state.v);
  normalize_quaternions(*model_, state.q);
}

Ledger MechanismSystem::make_ledger(double time, std::span<const double> y) {
  Ledger ledger;
  for (const StoredRow& stored : stored_) ledger.rows.push_back(stored.row);
  for (const Integral& integral : integrals_) ledger.rows.push_back(integral.row);
  for (const ContactPart* part : contacts_) part->append_total_rows(ledger.rows);
  update_ledger(time, y, ledger);
  return ledger;
}

void MechanismSystem::update_ledger(double time, std::span<const double> y, Ledger& ledger) {
  load(time, y);
  ledger.time = time;
  auto row = ledger.rows.begin();
  const StoredEnergy springs = calc_stored_energy(*model_, q_, kinematics_);
  for (const StoredRow& stored : stored_) (row++)->value = calc_stored(stored, springs, y);
  const std::size_t first = first_integral_;
  for (std::size_t i = 0; i < integrals_.size(); ++i) (row++)->value = y[first + i];
  for (const TotalRows& totals : totals_) {
    totals.part->write_totals(y, std::span(row, totals.count));
    row += static_cast<std::ptrdiff_t>(totals.count);
  }
}

}  // namespace carom
