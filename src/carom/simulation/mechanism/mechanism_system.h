#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "carom/base/stop_token.h"
#include "carom/dynamics/constrained_dynamics.h"
#include "carom/dynamics/force_elements.h"
#include "carom/dynamics/projection.h"
#include "carom/dynamics/rnea.h"
#include "carom/integrators/ode_system.h"
#include "carom/ledger/ledger.h"
#include "carom/simulation/compliant/compliant_contacts.h"
#include "carom/simulation/contacts/contact.h"
#include "carom/simulation/event_driven/contacts/contact_projection.h"
#include "carom/simulation/event_driven/contacts/smooth_contacts.h"

namespace carom {

class SteppedContacts;

/// A mechanism as a differential equation: y = (q | v | bristles of contacts | energy that has passed through each row
/// of the ledger since the start | the rest of the contacts' state). The ledger is thus integrated by the same method
/// as the motion, and its residual is that method's error.
///
/// Contacts are compliant, and then add forces; or rigid, and then those that are closed add constraints; or stepped,
/// and then a stepper of their own finds their impulses.
///
/// Driven joints are put where their functions have them at every evaluation; what y holds for them only follows.
class MechanismSystem : public OdeSystem {
 public:
  /// The model and the contacts (null: none) must outlive the system.
  explicit MechanismSystem(const Model& model, CompliantContacts* contacts = nullptr, RigidContacts* rigid = nullptr,
                           SteppedContacts* stepped = nullptr);

  [[nodiscard]] int size() const override { return static_cast<int>(size_); }
  [[nodiscard]] int num_active() const override { return static_cast<int>(first_integral_); }
  [[nodiscard]] Partition partition() const override;
  [[nodiscard]] RateStatus calc_rate(double time, std::span<const double> y, std::span<double> rate) override;
  [[nodiscard]] bool depends_on_time() const override { return depends_on_time_; }
  [[nodiscard]] RateStatus calc_mean_rate(double time, double step, std::span<const double> y,
                                          std::span<double> rate) override;
  void move_positions(std::span<double> q, std::span<const double> v, double step) const override;
  /// The largest constraint residual of positions and velocities. The norm of a quaternion counts a thousandth: its
  /// direction alone enters the motion.
  [[nodiscard]] double calc_drift(double time, std::span<const double> y) override;
  [[nodiscard]] bool project(double time, std::span<double> y) override;

  /// Where it is set, every evaluation fails for good.
  void set_stop_token(StopToken stop) { stop_ = stop; }

  [[nodiscard]] const Model& model() const { return *model_; }

  /// From here on functions of time are those between two moments at which they jump: what follows the first and
  /// precedes the second, so that the end of a step that leads to a jump is still before it. Without a call they follow
  /// the time that is asked for.
  void set_piece(double first, double next);
  /// The piece that another system of the same model is on.
  void share_piece(const MechanismSystem& other) {
    piece_start_ = other.piece_start_;
    piece_end_ = other.piece_end_;
    loaded_ = false;
  }
  /// A moment on that piece.
  [[nodiscard]] TimeQuery at(double time) const { return {time, std::clamp(time, piece_start_, piece_end_)}; }
  /// What happens where functions of time jump: from y on the piece before to y on that which begins there and lasts
  /// until the next jump. Joints
  /// whose driven speed jumps take the rest of the mechanism along by an impulse,
  ///   M (v⁺ − v⁻) = Jᵀλ + what drives exert,  v⁺ of driven joints given,  J v⁺ = 0,
  /// whose work is booked as theirs. False: no velocities satisfy the constraints; failure() says so.
  [[nodiscard]] bool enter_piece(double time, double next, std::span<double> y);
  /// The same where a program changes the functions of driven joints: the first call before that, the second after it.
  void start_jump(double time, std::span<const double> y);
  [[nodiscard]] bool finish_jump(double time, std::span<double> y);
  /// A joint whose speed jumped when the present piece began.
  struct DriveJump {
    int velocity{-1};          // its place among the velocities; −1: none did
    double before{}, after{};  // [rad/s] or [m/s]
  };
  [[nodiscard]] const std::vector<DriveJump>& drive_jumps() const { return drive_jumps_; }

  [[nodiscard]] CompliantContacts* contacts() const { return contacts_; }
  /// The contacts' part of a y or of its rate.
  [[nodiscard]] CompliantContacts::ConstState contact_state(std::span<const double> y) const {
    return {y.subspan(first_integral_ - num_active_, num_active_), y.subspan(first_passive_, num_passive_)};
  }
  [[nodiscard]] CompliantContacts::State contact_state(std::span<double> y) const {
    return {y.subspan(first_integral_ - num_active_, num_active_), y.subspan(first_passive_, num_passive_)};
  }
  /// Brings the contacts' motion to (t, y), without forces.
  void calc_contact_motion(double time, std::span<const double> y) {
    load(time, y);
    if (rigid_ != nullptr) load_rigid_contacts(rigid_memory(y));
  }

  [[nodiscard]] RigidContacts* rigid_contacts() const { return rigid_; }
  /// Rigid contacts' part of a y or of its rate, and what they remember according to it.
  [[nodiscard]] std::span<const double> rigid_state(std::span<const double> y) const;
  [[nodiscard]] std::span<double> rigid_state(std::span<double> y) const;
  [[nodiscard]] std::span<const double> rigid_memory(std::span<const double> y) const;
  [[nodiscard]] std::span<double> rigid_memory(std::span<double> y) const;
  /// Where rigid contacts come and go: finds those near at (t, y).
  void find_rigid_contacts(double time, std::span<const double> y);
  [[nodiscard]] bool has_closed_contacts(std::span<const double> y) const;
  /// Rigid contacts that touch at (t, y): their rows, and the accelerations that they would have without contact
  /// forces. False where the mechanism has none.
  [[nodiscard]] bool calc_touching(double time, std::span<const double> y, std::span<const int> slots);
  [[nodiscard]] const SmoothContacts& smooth_contacts() const { return *smooth_; }
  /// An impulse along the rows of calc_touching() at (t, y) changes the velocities. What each contact takes out is
  /// booked as its loss, what driven joints put in as their work.
  void apply_impulse(double time, const ConstVectorRef& impulse, std::span<double> y);

  [[nodiscard]] SteppedContacts* stepped_contacts() const { return stepped_; }
  /// Contacts of another system of the same model act in place of the rigid ones, none of which is closed, and are what
  /// there is to see: for each rigid one the view of theirs (−1: none). Null: the rigid ones again.
  void set_stand_in(SteppedContacts* contacts, std::span<const int> views) {
    acting_ = contacts != nullptr ? contacts : stepped_;
    stand_in_views_.assign(views.begin(), views.end());
  }
  [[nodiscard]] bool has_stand_in() const { return acting_ != stepped_; }
  /// What stepped contacts store and have lost, their part of a y: SteppedContacts::Account.
  [[nodiscard]] static std::span<const double> stepped_accounts(std::span<const double> y);
  [[nodiscard]] static std::span<double> stepped_accounts(std::span<double> y);
  /// The mean rate of a step at (t, y) as if no stepped contact touched; parts() then belong to that moment.
  [[nodiscard]] RateStatus calc_contact_free_rate(double time, double step, std::span<const double> y,
                                                  std::span<double> rate);
  /// Contacts then change the velocities by `change` within that step: what motors and given forces exert did its work
  /// along half of this as well. To be called while parts() belong to the step's start.
  void add_powers_of_change(double time, double step, const ConstVectorRef& change, std::span<double> rate);
  [[nodiscard]] MechanismParts parts() { return {*model_, kinematics_, articulated_, constraints_}; }
  /// Kinetic, potential and in springs, without what contacts store  [J].
  [[nodiscard]] double calc_stored_energy_at(double time, std::span<const double> y);
  /// Adds h · rate to the rows of the ledger that are integrated, and to the work of driven joints what contacts made
  /// them do.
  void add_integrals(std::span<const double> rate, double step, double drive_work, std::span<double> y) const;
  /// Work less dissipation of all these rows  [W].
  [[nodiscard]] double calc_integral_balance(std::span<const double> rate) const;
  /// Energy that appeared without a force, such as that of contacts that become compliant while they overlap  [J].
  void book_projection(double energy, std::span<double> y) const {
    y[first_integral_ + static_cast<std::size_t>(projection_row_)] += energy;
  }
  /// What friction of rigid contacts took without an event  [J].
  void book_friction(double loss, std::span<double> y) const {
    y[first_integral_ + static_cast<std::size_t>(friction_row_)] += loss;
  }
  /// The same of moments against rolling and spinning, where some contact has them.
  void book_resistance(double loss, std::span<double> y) const {
    if (resistance_row_ >= 0) y[first_integral_ + static_cast<std::size_t>(resistance_row_)] += loss;
  }
  /// The rows of the ledger that are integrated, in y.
  [[nodiscard]] std::span<double> integrals(std::span<double> y) const {
    return y.subspan(first_integral_, integrals_.size());
  }
  [[nodiscard]] std::span<const double> integrals(std::span<const double> y) const {
    return y.subspan(first_integral_, integrals_.size());
  }
  [[nodiscard]] bool has_driven_joints() const { return drive_row_ >= 0; }
  /// Where y and the rows of the ledger have the work of inputs; or would have it, if the model took any.
  struct InputPlace {
    std::size_t in_y{}, in_rows{};
  };
  [[nodiscard]] InputPlace input_place() const { return {first_integral_, stored_.size()}; }
  /// Work of a program that changed something else than a force, such as gravity  [J].
  void book_input(double work, std::span<double> y) const { y[input_place().in_y] += work; }

  /// What the bodies of a contact oppose to a force along its normal, at the motion last calculated  [kg].
  [[nodiscard]] double calc_effective_mass(int slot);

  /// y with an empty account.
  void pack(const State& state, std::span<double> y) const;
  /// The state in y, with unit quaternions and driven joints in their places.
  void unpack(double time, std::span<const double> y, State& state) const;

  /// The account at (t, y); initial and scale are the caller's to fill.
  [[nodiscard]] Ledger make_ledger(double time, std::span<const double> y);
  /// The same into rows that exist already: nothing is allocated.
  void update_ledger(double time, std::span<const double> y, Ledger& ledger);

  /// What there is to see of a contact of either kind at (t, y), after calc_forces() there.
  [[nodiscard]] int num_contacts() const;
  [[nodiscard]] const std::string& contact_name(int slot) const;
  [[nodiscard]] Contact look_at_contact(int view, std::span<const double> y) const;
  /// Every contact that touches, after calc_forces() at (t, y): also where one view shows many.
  void append_contacts(std::span<const double> y, std::vector<Contact>& contacts) const;

  /// What made the last evaluation or projection fail, for a message; empty if it did not.
  [[nodiscard]] const std::string& failure() const { return failure_; }
  /// Whether that was because no forces, or no positions, keep the closed rigid contacts closed.
  [[nodiscard]] bool cannot_keep_contacts() const { return contacts_fail_; }
  /// Redundant constraint rows at the last evaluation.
  [[nodiscard]] int rank_deficit() const { return rank_deficit_; }
  /// Evaluates everything at (t, y), so that what follows belongs to that moment. False where it could not.
  [[nodiscard]] bool calc_forces(double time, std::span<const double> y);
  /// Efforts of driven joints at the last evaluation, zero for others  [N·m] or [N].
  [[nodiscard]] const VectorX& drive_efforts() const { return drive_efforts_; }
  [[nodiscard]] const Kinematics& kinematics() const { return kinematics_; }
  [[nodiscard]] const ConstraintWorkspace& constraints() const { return constraints_; }

 private:
  // Rows of the ledger: what is a function of the state, and what is integrated.
  enum class Store { Kinetic, Gravity, JointSprings, JointStops, Springs, Compliance, Bristles };
  struct StoredRow {
    LedgerRow row;
    Store store{};
  };
  enum class Source {
    JointDamping,
    JointStops,
    SpringDamping,
    Motors,
    Drives,
    BodyForces,
    Inputs,
    Callback,
    RigidFriction,
    RigidResistance,
    Projection
  };
  struct Integral {
    LedgerRow row;
    Source source{};
    std::size_t callback{};  // with Source::Callback
  };
  // Rows that are sums over the contacts.
  struct ContactRow {
    LedgerRow row;
    CompliantContacts::Passive what{};
  };

  void make_rows();
  void make_contact_rows();
  void place_parts();
  void load(double time, std::span<const double> y);
  void load_rigid_contacts(std::span<const double> memory);
  void calc_motion();
  [[nodiscard]] bool calc_velocities_after_jumps(double time);
  void move_powers_to_middle_of_step(double time);
  [[nodiscard]] TimeQuery query_forces(double time) const;
  void set_driven_accelerations(double time);
  [[nodiscard]] ConstrainedDynamicsReport calc_accelerations(double time, std::span<const double> y);
  [[nodiscard]] ConstrainedDynamicsReport calc_free_accelerations(double time, std::span<const double> y);
  [[nodiscard]] bool move_onto_constraints(double time);
  [[nodiscard]] bool move_onto_contacts(double time, std::span<const double> memory);
  [[nodiscard]] bool move_towards_contacts(double time, std::span<const double> memory, double& left);
  [[nodiscard]] bool calc_factors();
  [[nodiscard]] Contact describe_rigid_contact(int slot, std::span<const double> y) const;
  [[nodiscard]] Contact describe_compliant_contact(int slot, std::span<const double> y) const;
  [[nodiscard]] Contact describe_contact(int slot, std::span<const double> y) const;
  [[nodiscard]] int find_shown(int view, std::span<const double> y) const;
  void calc_drive_efforts();
  [[nodiscard]] double calc_integral_rate(const Integral& integral) const;
  [[nodiscard]] double calc_stored(Store store, const StoredEnergy& springs, std::span<const double> y) const;
  [[nodiscard]] double calc_stored_total(std::span<const double> y) const;
  void note_failure(double time, const ConstrainedDynamicsReport& report);

  const Model* model_;
  StopToken stop_;
  CompliantContacts* contacts_;
  RigidContacts* rigid_;
  SteppedContacts* stepped_;
  SteppedContacts* acting_;  // those, or contacts that stand in for rigid ones
  std::vector<int> stand_in_views_;
  bool contact_free_{};  // stepped contacts exert nothing
  std::vector<StoredRow> stored_;
  std::vector<Integral> integrals_;
  std::vector<ContactRow> contact_rows_;
  std::vector<LedgerRow> rigid_rows_;
  // Places of the parts of y, and their sizes.
  std::size_t first_integral_{};  // where also the active part of the contacts' state ends
  std::size_t num_active_{}, first_passive_{}, num_passive_{}, size_{};
  int drive_row_{-1};       // its place among the integrals; −1: nothing is driven
  int friction_row_{-1};    // the same; −1: there are no rigid contacts
  int resistance_row_{-1};  // the same; −1: none of them resists turning
  int projection_row_{-1};  // the same; −1: there is nothing to project onto

  double kinetic_before_jump_{};  // [J]
  VectorX q_, v_, v_rate_, drive_efforts_, q_before_move_;
  std::vector<double> unused_rate_;
  bool depends_on_time_{};
  double piece_start_{-std::numeric_limits<double>::infinity()};  // [s]
  double piece_end_{std::numeric_limits<double>::infinity()};     // just before what comes next  [s]
  double mean_over_{};                                            // 0: rates belong to a moment  [s]
  VectorX change_;                                                // of v over that time
  std::unique_ptr<Kinematics> changed_;  // of the bodies for it; null: nothing is exerted that does work over steps
  std::vector<DriveJump> drive_jumps_;
  bool loaded_{};         // the kinematics are those of (loaded_time_, q_, v_)
  double loaded_time_{};  // [s]
  bool rigid_loaded_{};   // rigid contacts have the motion of the kinematics
  Kinematics kinematics_;
  ForceElements elements_;
  AppliedForces applied_;
  AppliedForces with_constraints_;
  ArticulatedBodies articulated_;
  ConstraintWorkspace constraints_;
  InverseDynamics inverse_;
  std::unique_ptr<Projector> projector_;    // null: the model has no constraints
  std::unique_ptr<SmoothContacts> smooth_;  // null: no rigid contacts
  std::unique_ptr<ContactProjection> contact_projection_;
  MatrixX jacobian_;  // of one point
  int rank_deficit_{};
  bool contacts_fail_{};  // no forces or positions keep the closed rigid contacts closed
  std::string failure_;
};

}  // namespace carom
