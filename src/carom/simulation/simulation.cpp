#include "carom/simulation/simulation.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <tbb/task_arena.h>

#include "carom/base/input_error.h"
#include "carom/dynamics/crba.h"
#include "carom/dynamics/jacobian.h"
#include "carom/model/input_model.h"
#include "carom/simulation/event_keeper.h"
#include "carom/simulation/mechanism/joint_names.h"
#include "carom/simulation/run.h"

namespace carom {
namespace {

template <class List>
int find_velocity(const List& list, int velocity) {
  const auto found = std::ranges::find_if(list, [&](const auto& entry) { return entry.velocity == velocity; });
  return found == list.end() ? -1 : static_cast<int>(found - list.begin());
}

}  // namespace

/// What a simulation owns. Its address stays, so that inputs can be kept.
class Simulation::Parts final : public InputSink {
 public:
  using Origin = std::variant<State, Checkpoint>;

  Parts(const Model& given, Origin from, const SimulationOptions& given_options)
      : given_(&given),
        options(given_options),
        origin_(std::move(from)),
        arena_(options.threads > 0 ? std::make_unique<tbb::task_arena>(options.threads) : nullptr) {
    if (options.threads < 0) {
      throw InputError("threads", fmt::format("must not be negative, found {}", options.threads));
    }
    begin();
  }
  Parts(SimulationSetup&& setup) : Parts(std::make_unique<Model>(std::move(setup.model)), setup) {}

  [[nodiscard]] const Model& model() const { return inputs_ != nullptr ? inputs_->model() : *given_; }

  /// From what it was made of.
  void begin() {
    if (const auto* checkpoint = std::get_if<Checkpoint>(&origin_)) return restore(*checkpoint);
    run.reset();
    inputs_.reset();
    make_run(std::get<State>(origin_));
  }

  template <class From>
  void make_run(const From& from) {
    run = std::make_unique<Run>(model(), from, options);
    after_run_.reset();
    keeper.forget();
    forget_present();
  }

  [[nodiscard]] Checkpoint save() {
    leave_end();
    Checkpoint checkpoint = run->checkpoint();
    checkpoint.inputs.clear();  // those of the checkpoint that the run started from
    if (inputs_ != nullptr) inputs_->append_numbers(checkpoint.inputs);
    forget_present();
    return checkpoint;
  }

  void restore(const Checkpoint& checkpoint) {
    std::unique_ptr<InputModel> inputs;
    if (!checkpoint.inputs.empty()) {
      inputs = std::make_unique<InputModel>(*given_);
      if (!inputs->take_numbers(checkpoint.inputs)) {
        throw InputError("checkpoint", "has other inputs than this model; it belongs to a different one");
      }
    }
    auto other = std::make_unique<Run>(inputs != nullptr ? inputs->model() : *given_, checkpoint, options);
    run = std::move(other);
    inputs_ = std::move(inputs);
    after_run_.reset();
    keeper.forget();
    forget_present();
  }

  // In the threads that the options allow.
  template <class Function>
  auto in_threads(const Function& function) {
    return arena_ == nullptr ? function() : arena_->execute(function);
  }

  void prepare_motion() {
    leave_end();
    keeper.forget();
    forget_present();
  }

  bool conclude(Run::Progress progress) const {
    if (progress == Run::Progress::Failed) throw SimulationError(run->time(), run->sentence());
    return progress != Run::Progress::Stopped;
  }

  bool advance_to(double time) {
    prepare_motion();
    return conclude(in_threads([&] { return run->go_to(time, &keeper); }));
  }

  SimulationReport run_whole(Observer* observer) {
    prepare_motion();
    keeper.pass_to(observer);
    SimulationReport report = in_threads([&] { return run->go_to_end(&keeper); });
    keeper.pass_to(nullptr);
    after_run_ = run->before_end();
    return report;
  }

  [[nodiscard]] const State& find_state() const {
    if (!std::exchange(state_known_, true)) run->system().unpack(run->time(), run->y(), state_);
    return state_;
  }

  [[nodiscard]] std::span<const Contact> find_contacts() {
    if (!std::exchange(contacts_known_, true)) {
      contacts_.clear();
      (void)run->system().calc_forces(run->time(), run->y());
      run->system().append_contacts(run->y(), contacts_);
    }
    return contacts_;
  }

  // The motion of bodies at the present.
  [[nodiscard]] const Kinematics& load() const {
    run->system().calc_contact_motion(run->time(), run->y());
    return run->system().kinematics();
  }

  // Inputs

  [[nodiscard]] double get(Scalar what, int index) const override {
    switch (what) {
      case Scalar::Effort:
        return inputs_ != nullptr ? model().inputs().efforts[index] : 0.0;
      case Scalar::Target:
        return find_target(index).value;
      case Scalar::TargetRate:
        return find_target(index).rate;
      case Scalar::DriveSpeed:
        return find_state().v[model().joint_drives()[static_cast<std::size_t>(index)].velocity];
    }
    return 0.0;
  }

  void set(Scalar what, int index, double value) override {
    if (!std::isfinite(value)) throw InputError(describe(what, index), "must be finite");
    take_inputs();
    switch (what) {
      case Scalar::Effort:
        inputs_->hold_effort(index, value);
        break;
      case Scalar::Target:
        inputs_->hold_target(index, value, joint_motor(index).held_target ? find_target(index).rate : 0.0);
        break;
      case Scalar::TargetRate:
        inputs_->hold_target(index, find_target(index).value, value);
        break;
      case Scalar::DriveSpeed:
        return set_drive(index, value);
    }
    run->note_changes();
  }

  [[nodiscard]] Vector3 get(Vector what, int body) const override {
    if (what == Vector::Gravity) return model().gravity();
    if (inputs_ == nullptr) return Vector3::Zero();
    return what == Vector::Force ? inputs_->pushed(body).force : inputs_->pushed(body).torque;
  }

  void set(Vector what, int body, const Vector3& value) override {
    if (!value.allFinite()) throw InputError(describe(what, body), "must be finite");
    take_inputs();
    if (what == Vector::Gravity) return set_gravity(value);
    what == Vector::Force ? inputs_->hold_force(body, value) : inputs_->hold_torque(body, value);
    run->note_changes();
  }

 private:
  Parts(std::unique_ptr<Model> model, SimulationSetup& setup) : Parts(*model, std::move(setup.initial), setup.options) {
    owned_ = std::move(model);
  }

  void forget_present() { state_known_ = contacts_known_ = false; }

  // What follows the end of a whole run is another run.
  void leave_end() {
    if (after_run_) make_run(Checkpoint(*after_run_));
  }

  // With the first input the model becomes one of its own, and the account has a row more.
  void take_inputs() {
    leave_end();
    contacts_known_ = false;
    if (inputs_ != nullptr) return;
    Checkpoint now = run->checkpoint();
    const MechanismSystem::InputPlace place = run->system().input_place();
    now.y.insert(now.y.begin() + static_cast<std::ptrdiff_t>(place.in_y), 0.0);
    now.initial_rows.insert(now.initial_rows.begin() + static_cast<std::ptrdiff_t>(place.in_rows), 0.0);
    auto inputs = std::make_unique<InputModel>(*given_);
    auto other = std::make_unique<Run>(inputs->model(), now, options);
    run = std::move(other);
    inputs_ = std::move(inputs);
  }

  [[nodiscard]] const JointMotor& joint_motor(int motor) const {
    return model().joint_motors()[static_cast<std::size_t>(motor)];
  }

  [[nodiscard]] TimeFunctionSample find_target(int motor) const {
    const JointMotor& joint = joint_motor(motor);
    if (joint.held_target) return *joint.held_target;
    return joint.motor.target ? joint.motor.target->sample(run->system().at(run->time())) : TimeFunctionSample{};
  }

  void set_drive(int drive, double speed) {
    const int position = model().joint_drives()[static_cast<std::size_t>(drive)].position;
    run->start_jump();
    inputs_->hold_drive(drive, find_state().q[position], run->time(), speed);
    run->finish_jump();
    forget_present();
  }

  // Scales follow gravity: what depends on them is made anew.
  void set_gravity(const Vector3& gravity) {
    const double before = run->system().calc_stored_energy_at(run->time(), run->y());
    inputs_->hold_gravity(gravity);
    run->book_input(run->system().calc_stored_energy_at(run->time(), run->y()) - before);
    make_run(Checkpoint(run->checkpoint()));
  }

  [[nodiscard]] std::string describe(Scalar what, int index) const {
    const std::size_t place = static_cast<std::size_t>(index);
    const auto joint = [this](int velocity) {
      return describe_joint(model(), find_body_of_velocity(model(), velocity));
    };
    switch (what) {
      case Scalar::Effort:
        return "effort of " + joint(index);
      case Scalar::DriveSpeed:
        return "drive speed of " + joint(model().joint_drives()[place].velocity);
      default:
        return "target of " + joint(model().joint_motors()[place].velocity);
    }
  }

  [[nodiscard]] std::string describe(Vector what, int body) const {
    if (what == Vector::Gravity) return "gravity";
    return fmt::format("{} on body '{}'", what == Vector::Force ? "force" : "torque",
                       model().spec(BodyIndex(body)).name);
  }

  std::unique_ptr<Model> owned_;  // null: it is somebody else's
  const Model* given_;
  std::unique_ptr<InputModel> inputs_;  // null: none was ever set

 public:
  SimulationOptions options;
  std::unique_ptr<Run> run;
  EventKeeper keeper;

 private:
  Origin origin_;
  std::unique_ptr<tbb::task_arena> arena_;  // null: all threads
  std::optional<Checkpoint> after_run_{};   // where a whole run ended
  std::vector<Contact> contacts_;
  bool contacts_known_{};
  mutable State state_;
  mutable bool state_known_{};
};

Simulation::Simulation(const Model& model, const State& initial, const SimulationOptions& options)
    : parts_(std::make_unique<Parts>(model, initial, options)) {}

Simulation::Simulation(const Model& model, const Checkpoint& checkpoint, const SimulationOptions& options)
    : parts_(std::make_unique<Parts>(model, checkpoint, options)) {}

Simulation::Simulation(SimulationSetup setup) : parts_(std::make_unique<Parts>(std::move(setup))) {}

Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

// The method may look at where the motion is to end: that is as in a whole run, and beyond it one duration further.
bool Simulation::step() {
  Parts& own = *parts_;
  own.prepare_motion();
  const double end = own.run->end();
  const double limit = own.run->time() < end ? end : own.run->time() + own.options.duration;
  return own.conclude(own.in_threads([&] { return own.run->step(limit, &own.keeper); }));
}

bool Simulation::advance(double duration) {
  if (!(std::isfinite(duration) && duration >= 0.0)) {
    throw InputError("duration", fmt::format("must be finite and not negative, found {} s", duration));
  }
  return parts_->advance_to(parts_->run->time() + duration);
}

bool Simulation::advance_to(double time) {
  if (!(std::isfinite(time) && time >= parts_->run->time())) {
    throw InputError(
        "time", fmt::format("must be finite and not before the present, {} s; found {} s", parts_->run->time(), time));
  }
  return parts_->advance_to(time);
}

SimulationReport Simulation::run(Observer* observer) { return parts_->run_whole(observer); }

void Simulation::observe(Observer* observer) { parts_->keeper.pass_to(observer); }

double Simulation::time() const { return parts_->run->time(); }

const State& Simulation::state() const { return parts_->find_state(); }

void Simulation::set_state(const State& state) { parts_->make_run(State(state)); }

Checkpoint Simulation::save() { return parts_->save(); }

void Simulation::restore(const Checkpoint& checkpoint) { parts_->restore(checkpoint); }

void Simulation::reset() { parts_->begin(); }

const Model& Simulation::model() const { return parts_->model(); }

double Simulation::position(std::string_view joint) const {
  const Body& body = model().body(model().find_joint(joint).value());
  if (body.degrees == 1) return state().q[body.position_start];
  throw InputError(describe_joint(model(), model().find_joint(joint).value()),
                   fmt::format("has {} degrees of freedom, not one; see state()", body.degrees));
}

namespace {

int find_degree(const Model& model, std::string_view joint, int degree) {
  const int index = model.find_joint(joint).value();
  const Body& body = model.body(index);
  if (degree >= 0 && degree < body.degrees) return body.velocity_start + degree;
  throw InputError(describe_joint(model, index),
                   fmt::format("has {} degrees of freedom; there is no number {}", body.degrees, degree));
}

}  // namespace

double Simulation::velocity(std::string_view joint, int degree) const {
  return state().v[find_degree(model(), joint, degree)];
}

Vector3 Simulation::point_position(std::string_view body, const Vector3& point) const {
  const int index = model().find_body(body).value();
  return calc_point_motion(parts_->load(), index, point).position;
}

Vector3 Simulation::point_velocity(std::string_view body, const Vector3& point) const {
  const int index = model().find_body(body).value();
  return calc_point_motion(parts_->load(), index, point).velocity;
}

Matrix3 Simulation::orientation(std::string_view body) const {
  const int index = model().find_body(body).value();
  return as_eigen(parts_->load().body(index).R_WB);
}

MatrixX Simulation::mass_matrix() const {
  CompositeBodies workspace(model());
  MatrixX matrix = MatrixX::Zero(model().num_velocities(), model().num_velocities());
  calc_mass_matrix(model(), parts_->load(), workspace, matrix);
  return matrix;
}

MatrixX Simulation::jacobian(std::string_view body, const Vector3& point) const {
  const int index = model().find_body(body).value();
  const Kinematics& kinematics = parts_->load();
  MatrixX matrix = MatrixX::Zero(6, model().num_velocities());
  calc_jacobian(model(), kinematics, index, as_eigen(kinematics.body(index).R_WB) * point, matrix);
  return matrix;
}

std::span<const Contact> Simulation::contacts() { return parts_->find_contacts(); }

std::span<const ContactEvent> Simulation::events() const { return parts_->keeper.events(); }

std::vector<std::string> Simulation::contact_names() const {
  std::vector<std::string> names;
  for (const ContactReport& report : parts_->run->formulation().reports()) names.push_back(report.name);
  return names;
}

const Ledger& Simulation::ledger() const { return parts_->run->ledger(); }

SimulationReport Simulation::report() {
  return parts_->run->report(SimulationStatus::Finished, fmt::format("reached t = {:.9g} s", time()));
}

ScalarInput Simulation::effort(std::string_view joint, int degree) {
  const int velocity = find_degree(model(), joint, degree);
  if (!model().body(model().find_joint(joint).value()).driven) {
    return {*parts_, InputSink::Scalar::Effort, velocity};
  }
  throw InputError(describe_joint(model(), model().find_joint(joint).value()),
                   "is driven: its motion is given, and no effort changes it; see drive_speed()");
}

namespace {

int find_motor(const Model& model, std::string_view joint) {
  const int motor = find_velocity(model.joint_motors(), find_degree(model, joint, 0));
  if (motor >= 0) return motor;
  throw InputError(describe_joint(model, model.find_joint(joint).value()), "has no motor that could follow a target");
}

}  // namespace

ScalarInput Simulation::target(std::string_view joint) {
  return {*parts_, InputSink::Scalar::Target, find_motor(model(), joint)};
}

ScalarInput Simulation::target_rate(std::string_view joint) {
  return {*parts_, InputSink::Scalar::TargetRate, find_motor(model(), joint)};
}

ScalarInput Simulation::drive_speed(std::string_view joint) {
  const int drive = find_velocity(model().joint_drives(), find_degree(model(), joint, 0));
  if (drive >= 0) return {*parts_, InputSink::Scalar::DriveSpeed, drive};
  throw InputError(describe_joint(model(), model().find_joint(joint).value()),
                   "is not driven; give it a [body.joint.drive], or see effort()");
}

VectorInput Simulation::force(std::string_view body) {
  return {*parts_, InputSink::Vector::Force, model().find_body(body).value()};
}

VectorInput Simulation::torque(std::string_view body) {
  return {*parts_, InputSink::Vector::Torque, model().find_body(body).value()};
}

VectorInput Simulation::gravity() { return {*parts_, InputSink::Vector::Gravity, 0}; }

std::vector<MaterialStiffness> Simulation::material_stiffnesses() const {
  std::vector<MaterialStiffness> found;
  for (const ContactPart* part : parts_->run->system().contacts()) part->append_material_stiffnesses(found);
  return found;
}

std::optional<ContactMap> Simulation::contact_map(int place) const {
  return parts_->run->system().find_contact_map(place);
}

}  // namespace carom
