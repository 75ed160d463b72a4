#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
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
#include "carom/simulation/contacts/contact_part.h"
#include "carom/simulation/mechanism/mechanism_parts.h"

namespace carom {

/// A mechanism as a differential equation: y = (q | v | active numbers of contacts | energy that has passed through
/// each row of the ledger since the start | passive numbers of contacts). The ledger is thus integrated by the same
/// method as the motion, and its residual is that method's error.
///
/// What contacts are is left to its ContactParts: the stages of an evaluation are those of calc_rate(), and in each of
/// them the parts are asked in turn.
///
/// Driven joints are put where their functions have them at every evaluation; what y holds for them only follows.
class MechanismSystem : public OdeSystem {
 public:
  /// The model and the parts must outlive the system. Of several parts the numbers and rows of the first come first.
  explicit MechanismSystem(const Model& model, std::vector<ContactPart*> contacts = {});
  MechanismSystem(const MechanismSystem&) = delete;
  MechanismSystem& operator=(const MechanismSystem&) = delete;

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

  [[nodiscard]] std::span<ContactPart* const> contacts() const { return contacts_; }

  // What contacts and their formulations ask for.

  /// Positions and velocities at (t, y), and the bodies' motion. A sample at the end of a step asks for what the rate
  /// there was evaluated from: nothing is calculated twice.
  void load(double time, std::span<const double> y);
  /// Brings the contacts' motion to (t, y), without forces.
  void calc_contact_motion(double time, std::span<const double> y);
  /// As last loaded or moved to.
  [[nodiscard]] const VectorX& positions() const { return q_; }
  [[nodiscard]] const VectorX& velocities() const { return v_; }
  /// v̇ at (t, y) under all but reactions of contacts. False where there is none.
  [[nodiscard]] bool calc_accelerations_without_reactions(double time, std::span<const double> y);
  [[nodiscard]] const VectorX& accelerations() const { return v_rate_; }
  /// Factors of the mass matrix and the loops, at the motion last calculated. False: some joint moves no inertia.
  [[nodiscard]] bool calc_factors();
  /// Within project(): to other positions, and on to where loops are closed. False: they cannot be from there.
  [[nodiscard]] bool move_to(double time, const VectorX& q);
  void set_velocities(const VectorX& v);
  /// What two bodies oppose to a force between them at a point along a normal, at the motion last calculated  [kg].
  [[nodiscard]] double calc_effective_mass(int body_a, int body_b, const Vector3& point, const Vector3& normal);
  /// Contacts then change the velocities by `change` within a step that starts at `time`: what motors and given forces
  /// exert did its work along half of this as well. To be called while parts() belong to the step's start.
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
  /// Work of driven joints that no rate has  [J].
  void book_drive_work(double work, std::span<double> y) const {
    y[first_integral_ + static_cast<std::size_t>(drive_row_)] += work;
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

  /// y with an empty account.
  void pack(const State& state, std::span<double> y) const;
  /// The state in y, with unit quaternions and driven joints in their places.
  void unpack(double time, std::span<const double> y, State& state) const;

  /// The account at (t, y); initial and scale are the caller's to fill.
  [[nodiscard]] Ledger make_ledger(double time, std::span<const double> y);
  /// The same into rows that exist already: nothing is allocated.
  void update_ledger(double time, std::span<const double> y, Ledger& ledger);

  /// What there is to see of contacts: see ContactPart. After calc_forces() at (t, y).
  [[nodiscard]] int num_contacts() const;
  [[nodiscard]] const std::string& contact_name(int view) const;
  [[nodiscard]] Contact look_at_contact(int view, std::span<const double> y) const;
  void append_contacts(std::span<const double> y, std::vector<Contact>& contacts) const;
  [[nodiscard]] std::optional<ContactMap> find_contact_map(int view) const;
  [[nodiscard]] std::optional<ContactPart::ResolvedImpact> describe_impact(const ContactEvent& lift_off) const;
  [[nodiscard]] double velocity_error() const;
  [[nodiscard]] bool has_stand_in() const;

  /// What made the last evaluation or projection fail, for a message; empty if it did not.
  [[nodiscard]] const std::string& failure() const { return failure_; }
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
  enum class Store { Kinetic, Gravity, JointSprings, JointStops, Springs, Contacts };
  struct StoredRow {
    LedgerRow row;
    Store store{};
    const ContactPart* part{};  // with Store::Contacts
    int number{};               // among its rows
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
    Contacts,  // which write their rates themselves
    Projection
  };
  struct Integral {
    LedgerRow row;
    Source source{};
    std::size_t callback{};  // with Source::Callback
  };
  // Rows that follow from the numbers of a part.
  struct TotalRows {
    const ContactPart* part{};
    std::size_t count{};
  };

  void make_stored_rows();
  void make_integrals();
  void place_parts();
  void calc_motion();
  [[nodiscard]] bool calc_velocities_after_jumps(double time);
  void move_powers_to_middle_of_step(double time);
  [[nodiscard]] TimeQuery query_forces(double time) const;
  void set_driven_accelerations(double time);
  [[nodiscard]] ConstrainedDynamicsReport calc_accelerations(double time, std::span<const double> y);
  [[nodiscard]] ConstrainedDynamicsReport calc_free_accelerations(double time, std::span<const double> y);
  void write_rates(std::span<double> rate);
  [[nodiscard]] bool move_onto_constraints(double time);
  [[nodiscard]] bool move_onto_contacts(double time, std::span<const double> y);
  struct View {
    const ContactPart* part{};
    int number{};  // among its views
  };
  [[nodiscard]] View find_view(int view) const;
  void calc_drive_efforts();
  [[nodiscard]] double calc_integral_rate(const Integral& integral) const;
  [[nodiscard]] double calc_stored(const StoredRow& row, const StoredEnergy& springs, std::span<const double> y) const;
  [[nodiscard]] double calc_stored_total(std::span<const double> y) const;
  void note_failure(double time, const ConstrainedDynamicsReport& report);

  const Model* model_;
  StopToken stop_;
  std::vector<ContactPart*> contacts_;
  const ContactPart* unkept_{};  // whose reactions the last evaluation did not find; null: all were found
  std::vector<StoredRow> stored_;
  std::vector<Integral> integrals_;
  std::vector<TotalRows> totals_;
  // Places of the parts of y, and their sizes.
  std::size_t first_integral_{};  // where also the active part of the contacts' state ends
  std::size_t size_{};
  int drive_row_{-1};       // its place among the integrals; −1: nothing is driven
  int projection_row_{-1};  // the same; −1: there is nothing to project onto

  double kinetic_before_jump_{};  // [J]
  VectorX q_, v_, v_rate_, drive_efforts_;
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
  Kinematics kinematics_;
  ForceElements elements_;
  AppliedForces applied_;
  AppliedForces with_constraints_;
  ArticulatedBodies articulated_;
  ConstraintWorkspace constraints_;
  InverseDynamics inverse_;
  std::unique_ptr<Projector> projector_;  // null: the model has no constraints
  MatrixX jacobian_;                      // of one point
  int rank_deficit_{};
  std::string failure_;
};

}  // namespace carom
