#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carom/model/model.h"
#include "carom/simulation/checkpoint.h"
#include "carom/simulation/contacts/contact.h"
#include "carom/simulation/contacts/contact_map.h"
#include "carom/simulation/contacts/contact_report.h"
#include "carom/simulation/contacts/material_stiffness.h"
#include "carom/simulation/inputs.h"
#include "carom/simulation/observer.h"
#include "carom/simulation/options.h"
#include "carom/simulation/report.h"
#include "carom/simulation/simulation_error.h"

namespace carom {

/// A mechanism, what it starts from, and how it is to move: everything that a simulation needs. A scene converts to it.
struct SimulationSetup {
  Model model;
  State initial{};
  SimulationOptions options{};
};

/// A mechanism that moves: as a whole with run(), or step by step.
///
///   carom::Simulation simulation(carom::read_scene("robot.toml"));
///   while (simulation.time() < 2.0) {
///     simulation.effort("knee") = -5.0 * simulation.velocity("knee");
///     simulation.advance(1e-3);
///   }
///
/// All formulations of contact move alike. What is set between two calls (see Inputs below) acts from that moment on.
/// Steps are the method's own; advance() ends with a shorter one where they do not meet its end. Where they do, as
/// fixed steps can, the motion has the same bits however it is divided into calls, if nothing is set in between.
///
/// Not for two threads at a time.
class Simulation {
 public:
  /// The model must outlive the simulation. Throws InputError where options are out of range, or where the initial
  /// state cannot be brought to satisfy the constraints.
  Simulation(const Model& model, const State& initial, const SimulationOptions& options);
  /// Goes on from a checkpoint of the same model with the same options. The duration may be another; adaptive methods
  /// look at the end when they choose a step, so that their bits then differ. Throws InputError where the checkpoint
  /// does not fit the model.
  Simulation(const Model& model, const Checkpoint& checkpoint, const SimulationOptions& options);
  /// Keeps everything.
  explicit Simulation(SimulationSetup setup);
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  // Motion. Each throws SimulationError where the motion cannot go on or cannot be right, and again until the state is
  // another; and InputError for a time that is not ahead. The result is false where the observer or the stop token
  // asked it to end earlier.

  bool step();
  bool advance(double duration);  // [s]
  bool advance_to(double time);   // [s]
  /// From here to the end of the options' duration, and what there is to say of all of it: a failure too is a report.
  SimulationReport run(Observer* observer = nullptr);
  /// Is shown all that happens from here on: its samples, events, notes and checkpoints. Null: nobody.
  void observe(Observer* observer);

  // The present.

  [[nodiscard]] double time() const;  // [s]
  [[nodiscard]] const State& state() const;
  /// The motion starts anew from another state, or another time: contacts begin there, and the account is empty.
  /// Inputs stay. Throws as the constructor does.
  void set_state(const State& state);
  /// From the present, restore() goes on with the same bits as this simulation, inputs included.
  [[nodiscard]] Checkpoint save();
  void restore(const Checkpoint& checkpoint);
  /// Back to what it was made from, without inputs.
  void reset();

  [[nodiscard]] const Model& model() const;
  /// Of a joint with one degree of freedom, or the one at this place  [rad] or [m], and per second.
  [[nodiscard]] double position(std::string_view joint) const;
  [[nodiscard]] double velocity(std::string_view joint, int degree = 0) const;
  /// A point fixed in a body, given in its axes [m]: where it is and how fast it moves in the world.
  [[nodiscard]] Vector3 point_position(std::string_view body, const Vector3& point = Vector3::Zero()) const;
  [[nodiscard]] Vector3 point_velocity(std::string_view body, const Vector3& point = Vector3::Zero()) const;
  /// R_WB
  [[nodiscard]] Matrix3 orientation(std::string_view body) const;
  /// M(q), by velocities.
  [[nodiscard]] MatrixX mass_matrix() const;
  /// J with (angular velocity of the body; velocity of the point) = J v, in world axes.
  [[nodiscard]] MatrixX jacobian(std::string_view body, const Vector3& point = Vector3::Zero()) const;

  /// Every contact that touches, with the forces that act now. Valid until the motion goes on.
  [[nodiscard]] std::span<const Contact> contacts();
  /// What happened at contacts in the last call of step(), advance() or advance_to(). Their slots are places in
  /// contact_names().
  [[nodiscard]] std::span<const ContactEvent> events() const;
  /// One for each contact point that there may be, or for each rule where these are many.
  [[nodiscard]] std::vector<std::string> contact_names() const;
  /// The account at the present: kinetic energy is its row "kinetic".
  [[nodiscard]] const Ledger& ledger() const;
  /// What there is to say of the motion so far.
  [[nodiscard]] SimulationReport report();

  // Inputs: named as in scenes, each held until it is set again. The first that is set makes a copy of the model, and a
  // row of the account. Throw InputError for names that are not known, with the nearest one.

  /// Added to what else acts on a joint that is not driven  [N·m] or [N].
  [[nodiscard]] ScalarInput effort(std::string_view joint, int degree = 0);
  /// In place of the target that a joint's motor has, with gains [rad] or [m]; and its rate, zero unless set.
  [[nodiscard]] ScalarInput target(std::string_view joint);
  [[nodiscard]] ScalarInput target_rate(std::string_view joint);
  /// Of a driven joint, from where it is. What it carries follows at once, by an impulse  [rad/s] or [m/s].
  [[nodiscard]] ScalarInput drive_speed(std::string_view joint);
  /// At a body's center of mass, in world axes  [N], [N·m].
  [[nodiscard]] VectorInput force(std::string_view body);
  [[nodiscard]] VectorInput torque(std::string_view body);
  [[nodiscard]] VectorInput gravity();  // [m/s²]

  /// What contacts would begin with now, where it follows from materials and shapes.
  [[nodiscard]] std::vector<MaterialStiffness> material_stiffnesses() const;
  /// What the contact at a place in contact_names() carries over its area; none: it is a point. Valid until the motion
  /// goes on.
  [[nodiscard]] std::optional<ContactMap> contact_map(int place) const;

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace carom
