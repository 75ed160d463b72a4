#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "carom/collision/pair_list.h"
#include "carom/collision/unused_point.h"
#include "carom/contact/normal/normal_contact.h"
#include "carom/dynamics/applied_forces.h"
#include "carom/simulation/compliant/contact_stiffness.h"
#include "carom/simulation/contacts/contact_names.h"
#include "carom/simulation/contacts/contact_rule.h"

namespace carom {

class PatchContact;
struct PatchSight;

/// The contacts of a mechanism as forces: each slot of the pair list with the rule that holds for it.
///
/// Their state is part of y, so that a stored y is all that a run needs to go on. Numbers that the rate depends on come
/// in an active part (bristles, dwell states); those that it does not, or that only change at events, in a passive one:
/// for each slot the speed at which it touched (0: apart) and was struck since, the speed that its load gives it, the
/// stiffness that it had at touch-down, when that was, whether its force is released (it would pull), and what its
/// forces have taken since the start; behind them what the normal laws of slots remember by themselves.
class CompliantContacts {
 public:
  enum Passive : int {
    kImpactSpeed,  // at touch-down  [m/s]
    kStruckSpeed,  // the largest at which it was struck since then, not below that at touch-down  [m/s]
    kLoadSpeed,    // see TouchDown  [m/s]
    kStiffness,    // [N/mᵖ]
    kTouchTime,    // [s]
    kReleased,
    kDamping,     // lost  [J]
    kClipped,     // lost  [J]
    kFriction,    // lost or in the bristles  [J]
    kResistance,  // lost  [J]
    kPassivePerSlot
  };

  /// Throws InputError for a rule that is out of range, has nothing to hold for, or lacks a stiffness that its
  /// materials and shapes do not give.
  CompliantContacts(const Model& model, const ContactSetup& setup);
  ~CompliantContacts();

  [[nodiscard]] int num_slots() const { return static_cast<int>(slots_.size()); }
  [[nodiscard]] int num_active() const { return num_active_; }
  [[nodiscard]] bool has_bristles() const { return num_bristled_ > 0; }
  [[nodiscard]] int num_passive() const { return kPassivePerSlot * num_slots() + num_remembered_; }
  [[nodiscard]] const ContactRule& rule(int slot) const { return rules_[at(slot).rule]; }
  [[nodiscard]] const PairList& pairs() const { return pairs_; }
  /// "tip/floor": see ContactNames.
  [[nodiscard]] const std::string& name(int slot) const { return at(slot).name; }
  [[nodiscard]] ContactReport make_report(int slot) const;

  /// The contact state that is part of y.
  struct ConstState {
    std::span<const double> active, passive;
  };
  struct State {
    std::span<double> active, passive;
    operator ConstState() const { return {active, passive}; }  // NOLINT(google-explicit-constructor): as spans do
  };
  [[nodiscard]] static double passive(const ConstState& state, int slot, Passive what) {
    return state.passive[static_cast<std::size_t>(kPassivePerSlot * slot + what)];
  }
  [[nodiscard]] static bool is_touching(const ConstState& state, int slot) {
    return passive(state, slot, kImpactSpeed) > 0.0;
  }

  /// How a contact begins.
  struct TouchDown {
    double time{};        // [s]
    double speed{};       // of approach  [m/s]
    double load_speed{};  // of the slowest impact that its load lets rebound: see contact_load.h  [m/s]
  };

  /// Geometry and relative motion of one slot.
  struct Motion {
    double gap{};                   // [m]
    double depth_rate{};            // positive while compressing  [m/s]
    Vector3 slip{Vector3::Zero()};  // of A against B, in the tangent plane  [m/s]
    Vector3 spin{Vector3::Zero()};  // angular velocity of A against B  [rad/s]
  };
  /// Forces of one slot, on A; B gets the opposite.
  struct Forces {
    double normal{};                    // [N]
    Vector3 friction{Vector3::Zero()};  // [N]
  };

  /// For fixed steps, which do not end at events: what overlaps pushes even before its contact has begun, and a force
  /// that would pull is clipped. Otherwise the force goes on smoothly past an event until the step is cut there.
  void ignore_events() { ignores_events_ = true; }

  /// Everything at one moment: contact points and relative motion. Patches have the loads of that time.
  void calc_motion(double time, const Kinematics& kinematics);
  /// A contact that touches keeps its slot where the points of its two shapes change theirs at once, as where two rods
  /// begin to cross: until it is handed over, the point of its new slot is in the old one. At the motion last
  /// calculated; to be called before anything else is asked of it with this state.
  void follow(const ConstState& state);
  /// Contacts that follow() keeps in their slots.
  [[nodiscard]] std::span<const DisplacedContact> displaced() const { return displaced_; }
  /// Forces at the motion last calculated, added to `applied`; the rates of the contact state are kept for
  /// write_rates().
  void add_forces(const ConstState& state, const Kinematics& kinematics, AppliedForces& applied);
  void write_rates(const State& rates) const;

  [[nodiscard]] const Motion& motion(int slot) const { return motions_[static_cast<std::size_t>(slot)]; }
  [[nodiscard]] const Forces& forces(int slot) const { return forces_[static_cast<std::size_t>(slot)]; }
  [[nodiscard]] const ContactPoint& point(int slot) const { return points_.point(slot); }

  /// What a contact that began at the motion last calculated would have  [N/mᵖ].
  [[nodiscard]] double calc_stiffness(int slot) const;
  /// Forces at the motion last calculated: as add_forces() finds them, clipped in any case. A contact that has just
  /// begun has the force to which its law jumps.
  [[nodiscard]] Forces calc_forces(int slot, const ConstState& state) const;
  [[nodiscard]] double calc_normal_force(int slot, const ConstState& state) const;  // [N]
  /// How fast the normal force changes, with the rate of the depth changing by an acceleration [m/s²]; 0 where it is
  /// released  [N/s].
  [[nodiscard]] double calc_force_rate(int slot, double acceleration, const ConstState& state) const;
  /// From 1 on the contact slides, below it holds: see friction_law.h.
  [[nodiscard]] double calc_slide_ratio(int slot, double normal_force, const ConstState& state) const;

  /// The normal force of a touching slot without the power of depth that its parts share, as part of their sum: from −1
  /// to 1, falls through zero where the force is clipped.
  [[nodiscard]] double calc_release_margin(const ConstState& state, int slot) const;

  /// An error of the rate by this much changes the margin of a touching slot by so much, near its release.
  [[nodiscard]] double calc_release_noise(const ConstState& state, int slot, double rate_error) const;
  /// The force of a slot is clipped wherever it would pull, until it is said again: for contacts so strongly damped
  /// that the moment of release is lost in the errors of the rate. It has no margin then.
  void set_clipped(int slot, bool clipped) { clipped_[static_cast<std::size_t>(slot)] = clipped ? 1 : 0; }
  [[nodiscard]] bool is_clipped(int slot) const { return clipped_[static_cast<std::size_t>(slot)] != 0; }

  /// Which side of the corner in a slot's friction the following steps are on, until it is said again.
  void set_cut(int slot, ForceCut cut) { cuts_[static_cast<std::size_t>(slot)] = cut; }
  [[nodiscard]] ForceCut cut(int slot) const { return cuts_[static_cast<std::size_t>(slot)]; }
  /// See calc_cut_margin() of friction laws; −1 for a slot that does not touch.
  [[nodiscard]] double calc_cut_margin(const ConstState& state, int slot) const;

  /// The depth at which the force of a touching slot would vanish at its present rate; 0: not before lift-off.  [m]
  [[nodiscard]] double calc_release_depth(const ConstState& state, int slot) const;
  /// The depth at which it ends as at a lift-off, in a dent that the contact has made; 0: there  [m]
  [[nodiscard]] double calc_dent(const ConstState& state, int slot) const;

  /// The normal law of a slot keeps numbers of its own.
  [[nodiscard]] bool remembers(int slot) const { return at(slot).memory >= 0; }
  /// Of a touching slot: falls through zero where they change; 1 for others.
  [[nodiscard]] double calc_turn_margin(const ConstState& state, int slot) const;
  /// They change at the motion last calculated, or at a depth [m] shortly before it. What the contact can give back
  /// then changes with them is lost.
  void turn(int slot, const State& state) const { turn(slot, -motion(slot).gap, state); }
  void turn(int slot, double depth, const State& state) const;

  /// Bristles and dwell state at the motion last calculated; zero for a law that has none.
  [[nodiscard]] FrictionMemory memory(int slot, const ConstState& state) const {
    return read_memory(at(slot), state.active, points_.point(slot).normal);
  }

  /// Energy at the motion last calculated  [J].
  [[nodiscard]] double calc_stored_normal(const ConstState& state) const;
  [[nodiscard]] double calc_stored_bristles(const ConstState& state) const;
  [[nodiscard]] double calc_stored_bristles(int slot, const ConstState& state) const;

  /// What one of kDamping, kClipped, kFriction and kResistance has lost since the start, at the motion last calculated
  /// [J]. Friction: what it has taken, without what the bristles can give back.
  [[nodiscard]] double calc_lost(Passive what, const ConstState& state) const;
  [[nodiscard]] double calc_lost(int slot, Passive what, const ConstState& state) const;
  /// By the normal force of a slot, damping and clip together. What a released spring still holds counts once it has
  /// expanded, so that this never falls  [J].
  [[nodiscard]] double calc_lost_normal(int slot, const ConstState& state) const;

  /// The force of a touching slot would pull from now on, or pushes again: what its spring holds is lost, or found
  /// again.
  void set_released(int slot, bool released, const State& state) const;
  /// A slot's touch-down at the motion last calculated (rules R1, R2), and its lift-off.
  void begin_contact(int slot, const TouchDown& touch_down, const State& state) const;
  void end_contact(int slot, const State& state) const;
  /// A contact goes on at another point of the same two shapes, with all that it remembers.
  void hand_over(int from, int to, const State& state) const;
  /// Bristles and dwell state of a slot that touches when a run starts, at the motion last calculated.
  void set_initial_memory(int slot, const State& state) const;

  /// The law of a slot remembers the speed of its impact.
  [[nodiscard]] bool latches(int slot) const { return latches_[static_cast<std::size_t>(slot)].remembers; }
  /// To be called after each accepted step, at the motion last calculated: contacts that were struck harder than they
  /// touched down remember that speed once it falls (rule R3). `rates` are those of the depths at the start of the step
  /// [m/s]; without them speeds are remembered while they grow. True: some remember more.
  [[nodiscard]] bool note_strikes(std::span<const double> rates, const State& state) const;

  /// To be called after each accepted step, at the motion last calculated: bristles that a falling normal force can no
  /// longer hold are shortened. True: some were, by more than the fraction `excess` of ½ k z²; smaller excesses are
  /// left for later, since the force itself is limited in any case.
  [[nodiscard]] bool limit_memories(double excess, const State& state) const;

  // Contacts that are resolved over their area. They push with one load over a whole step, which is found together with
  // the step's motion: see PatchContact.
  enum class PatchStep { Settled, Again, Failed };
  [[nodiscard]] bool has_patches() const { return num_patches_ > 0; }
  /// Null where the slot has none.
  [[nodiscard]] const PatchContact* patch(int slot) const {
    return num_patches_ == 0 ? nullptr : patches_[static_cast<std::size_t>(slot)].get();
  }
  /// Of bodies that overlap when a run starts, at the motion last calculated. Throws InputError where that fails.
  void press_patches(const ConstState& state) const;
  /// A step will start at the motion last calculated. True: loads differ from those of the last step.
  [[nodiscard]] bool begin_patch_step(const ConstState& state) const;
  /// It has led to the motion last calculated, for the first time (turn 0) or again. Again: with the loads of that
  /// motion from now on.
  [[nodiscard]] PatchStep try_patch_step(int turn, double dt, const ConstState& state, std::string& failure) const;
  void accept_patch_step() const;
  void abandon_patch_step() const;
  void save_patches(std::vector<double>& numbers) const;
  [[nodiscard]] std::size_t saved_patches_size() const;
  void restore_patches(std::span<const double> numbers) const;

  /// How long the contact of a free central impact at this speed would last  [s]. The mass is that which the bodies
  /// oppose to a force along the normal.
  [[nodiscard]] double estimate_duration(int slot, double impact_speed, double effective_mass) const;

 private:
  struct Slot {
    std::string name{};
    std::size_t rule{};
    std::optional<ContactStiffness> material{};  // none: the law has a stiffness of its own
    int bristle{-1};                             // place of its first number in the active part; −1: none
    int dwell{-1};
    int path{-1};          // the same of the slip and the rotation of a patch, added up; −1: none
    bool own_form{};       // its normal force is not that of a NormalResponse
    int memory{-1};        // place in the passive part of what the normal law remembers; −1: nothing
    int num_remembered{};  // numbers there
  };

  [[nodiscard]] const Slot& at(int slot) const { return slots_[static_cast<std::size_t>(slot)]; }
  [[nodiscard]] FrictionMemory read_memory(const Slot& slot, std::span<const double> active,
                                           const Vector3& normal) const;
  [[nodiscard]] bool pushes(int slot, const ConstState& state) const;
  [[nodiscard]] const NormalResponse& response(int slot, double impact_speed, double load_speed,
                                               double stiffness) const;
  [[nodiscard]] double calc_felt_speed(int slot, const ConstState& state) const;
  [[nodiscard]] double calc_felt_speed(int slot, double rate, const ConstState& state) const;
  [[nodiscard]] const NormalResponse& response(int slot, const ConstState& state) const;
  [[nodiscard]] NormalContact normal(int slot, const ConstState& state) const;
  [[nodiscard]] std::span<double> memory_of_normal(int slot, const State& state) const {
    return state.passive.subspan(static_cast<std::size_t>(at(slot).memory),
                                 static_cast<std::size_t>(at(slot).num_remembered));
  }
  [[nodiscard]] NormalForce calc_normal(int slot, const ConstState& state) const;
  void exchange_points(const DisplacedContact& contact);
  void add_friction(int slot, const ConstState& state, double normal_force, Vector3& force);
  void complete_frictions(const Model& model);
  [[nodiscard]] std::size_t find_completed_rule(const ContactRule& completed);
  void check_patch_elements() const;
  void add_patch_load(int slot, const Kinematics& kinematics, AppliedForces& applied);
  [[nodiscard]] PatchSight look_at_patch(int slot, const ConstState& state) const;

  ContactNames names_;
  std::vector<ContactRule> rules_;
  std::vector<std::size_t> rule_of_pair_;  // before the pairs, with which it is filled
  std::vector<ShapePair> shape_pairs_;
  PairList pairs_;
  std::vector<Slot> slots_;
  std::vector<std::unique_ptr<PatchContact>> patches_;  // one a slot, most of them null
  int num_active_{};
  int num_remembered_{};
  int num_bristled_{}, num_patches_{};
  bool ignores_events_{};
  double time_{};  // of the motion  [s]

  ContactPoints points_;
  std::vector<Motion> motions_;
  std::vector<DisplacedContact> displaced_;
  std::vector<Forces> forces_;
  std::vector<ForceCut> cuts_;
  std::vector<unsigned char> clipped_;
  std::vector<double> active_rates_, passive_rates_;
  struct Latch {
    NormalLaw law{};
    bool remembers{};           // the law depends on the speed of the impact
    double impact_speed{-1.0};  // [m/s]
    double load_speed{};        // [m/s]
    double stiffness{};         // [N/mᵖ]
    NormalResponse response{};
  };
  mutable std::vector<Latch> latches_;  // what each slot's touch-down means for its law, worked out once
};

}  // namespace carom
