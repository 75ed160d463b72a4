#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "carom/collision/unused_point.h"
#include "carom/simulation/contacts/contact_names.h"
#include "carom/simulation/contacts/contact_rule.h"
#include "carom/simulation/event_driven/contacts/near_pairs.h"
#include "carom/simulation/event_driven/contacts/point_rate.h"
#include "carom/simulation/event_driven/contacts/rigid_memory.h"
#include "carom/simulation/event_driven/impacts/contact_order.h"
#include "carom/simulation/event_driven_options.h"

namespace carom {

/// The contacts of a mechanism as rigid ones: geometry and relative motion of every slot, and what is remembered of it.
///
/// Up to `most_listed` possible contact points, each has a slot for good, and what is remembered is part of y. With
/// more, only pairs that are near have slots (NearPairs): they are found anew whenever shapes may have come as far as
/// the search looked, and what is remembered moves with them (RigidMemory). y then has what all impacts have dissipated
/// and a stamp that tells which memory belongs to it.
///
/// Contacts are seen from outside through *views*: one for each slot where slots are listed, else one for each rule,
/// which shows the contact that presses hardest.
class RigidContacts {
 public:
  enum Memory : int {
    kMode,
    kDirectionX,  // of the slip when the mode was decided, in world axes
    kDirectionY,
    kDirectionZ,
    kEpisode,        // one while the contact lasts
    kTouchTime,      // when it began  [s]
    kApproachSpeed,  // with which  [m/s]
    kReleaseTime,    // when its force vanished, where it is carried since  [s]
    kOwnDirection,   // slower slip has the direction above, not its own  [m/s]
    kReferenceX,     // the force next to which it stays where contacts are redundant, in world axes  [N]
    kReferenceY,
    kReferenceZ,
    kImpactLoss,  // [J]
    kPerSlot
  };
  /// What is remembered besides, after all of the above, where some rule resists rolling or spinning.
  enum TurningMemory : int {
    kRolling,   // its TurningMode
    kSpinning,  // the same
    kSpinSign,  // of the spin when the modes were decided, about the normal
    kRollingX,  // direction of the rolling then, in world axes
    kRollingY,
    kRollingZ,
    kMomentX,  // the moment next to which it stays where contacts are redundant, in world axes  [N·m]
    kMomentY,
    kMomentZ,
    kPerTurning
  };

  /// Throws InputError for a rule that has nothing to hold for, or no law of impact.
  RigidContacts(const Model& model, const ContactSetup& setup, int most_listed = EventDrivenOptions::kMostListed);

  [[nodiscard]] bool are_listed() const { return near_ == nullptr; }
  [[nodiscard]] int num_slots() const { return pairs_.num_slots(); }
  /// "tip/floor": see ContactNames.
  [[nodiscard]] std::string name(int slot) const;
  [[nodiscard]] const ImpactLaw& law(int slot) const { return laws_[rule_of(slot)]; }
  [[nodiscard]] double friction(int slot) const { return frictions_[rule_of(slot)].kinetic; }
  [[nodiscard]] double static_friction(int slot) const { return frictions_[rule_of(slot)].limit; }
  /// Arms of the largest moments against rolling and spinning  [m].
  [[nodiscard]] const RollingResistance& resistance(int slot) const { return resistances_[rule_of(slot)]; }
  [[nodiscard]] bool resists_turning(int slot) const { return resists_[rule_of(slot)]; }
  /// Whether any contact of any rule does.
  [[nodiscard]] bool any_resists_turning() const { return any_resists_; }
  [[nodiscard]] const PairList& pairs() const { return pairs_; }
  /// Every slot once, in an order that depends on names alone.
  [[nodiscard]] const std::vector<int>& order() const { return order_.slots; }

  [[nodiscard]] int num_views() const { return static_cast<int>(views_.size()); }
  /// Who touches whom there, in a report of nothing.
  [[nodiscard]] const std::vector<ContactReport>& views() const { return views_; }
  [[nodiscard]] int view_of(int slot) const { return are_listed() ? slot : static_cast<int>(rule_of(slot)); }

  /// Where pairs come and go: finds those that are near, and moves what is remembered to their slots. The numbers in
  /// `state`, the contacts' part of y, say whether new slots are to be examined.
  void find(const Kinematics& kinematics, std::span<const double> state);
  /// How far the shape that has come farthest since then may still move, as part of what was searched; at zero others
  /// may touch than those that have slots. Infinite where all have.
  [[nodiscard]] double reach_left() const { return reach_left_; }
  /// Changes with every find().
  [[nodiscard]] int num_searches() const { return are_listed() ? 0 : near_->num_searches(); }

  /// Their part of y, and what is remembered according to it.
  [[nodiscard]] int state_size() const { return are_listed() ? per_slot() * num_slots() : RigidMemory::kNumNumbers; }
  [[nodiscard]] std::span<const double> memory(std::span<const double> state) const {
    return are_listed() ? state : memory_.view(state);
  }
  [[nodiscard]] std::span<double> memory(std::span<double> state) { return are_listed() ? state : memory_.view(state); }
  /// Whether modes are to be found: a run begins.
  [[nodiscard]] bool are_unexamined(std::span<const double> state) const;
  /// What all impacts together have dissipated  [J].
  [[nodiscard]] double calc_impact_loss(std::span<const double> state) const;
  void add_impact_loss(int slot, double loss, std::span<double> state);
  /// The same of contacts that are not told apart.
  void add_impact_loss(double loss, std::span<double> state);
  /// What is remembered is about to change: y as it was keeps what it had until the next change.
  void begin_change(std::span<double> state) {
    if (!are_listed()) memory_.begin_change(state);
  }
  /// From here on the present memory is that of this part of y.
  void adopt(std::span<const double> state) {
    if (!are_listed()) memory_.adopt(state);
  }
  /// For checkpoints: what is remembered outside y. False: these numbers are not of this mechanism.
  void append_numbers(std::vector<double>& numbers) const;
  [[nodiscard]] bool restore_numbers(std::span<const double> numbers);

  [[nodiscard]] static double get(std::span<const double> memory, int slot, Memory what) {
    return memory[static_cast<std::size_t>(kPerSlot * slot + what)];
  }
  static void set(std::span<double> memory, int slot, Memory what, double value) {
    memory[static_cast<std::size_t>(kPerSlot * slot + what)] = value;
  }
  /// Dense output returns whole numbers up to rounding.
  [[nodiscard]] static RigidMode mode(std::span<const double> memory, int slot) {
    return static_cast<RigidMode>(static_cast<int>(get(memory, slot, kMode) + 0.5));
  }
  static void set_mode(std::span<double> memory, int slot, RigidMode mode) {
    set(memory, slot, kMode, static_cast<double>(mode));
  }
  [[nodiscard]] static Vector3 direction(std::span<const double> memory, int slot) {
    return Eigen::Map<const Vector3>(memory.data() + kPerSlot * slot + kDirectionX);
  }
  [[nodiscard]] static Vector3 reference(std::span<const double> memory, int slot) {
    return Eigen::Map<const Vector3>(memory.data() + kPerSlot * slot + kReferenceX);
  }
  static void set_reference(std::span<double> memory, int slot, const Vector3& force) {
    Eigen::Map<Vector3>(memory.data() + kPerSlot * slot + kReferenceX) = force;
  }
  static void set_direction(std::span<double> memory, int slot, const Vector3& direction) {
    Eigen::Map<Vector3>(memory.data() + kPerSlot * slot + kDirectionX) = direction;
  }
  /// Of contacts that resist turning alone; what = kRolling or kSpinning.
  [[nodiscard]] TurningMode turning_mode(std::span<const double> memory, int slot, TurningMemory what) const {
    return static_cast<TurningMode>(static_cast<int>(memory[turning_place(slot, what)] + 0.5));
  }
  [[nodiscard]] Vector3 get_turning(std::span<const double> memory, int slot, TurningMemory first) const {
    return Eigen::Map<const Vector3>(memory.data() + turning_place(slot, first));
  }
  void set_turning(std::span<double> memory, int slot, TurningMemory first, const Vector3& value) const {
    Eigen::Map<Vector3>(memory.data() + turning_place(slot, first)) = value;
  }
  [[nodiscard]] double spin_sign(std::span<const double> memory, int slot) const {
    return memory[turning_place(slot, kSpinSign)];
  }
  void set_turning(std::span<double> memory, int slot, TurningMemory what, double value) const {
    memory[turning_place(slot, what)] = value;
  }
  /// Whether a closed contact neither slides nor turns against its resistance.
  [[nodiscard]] bool is_held(std::span<const double> memory, int slot) const;

  /// Geometry and relative motion of one slot, of its body A against its body B. Which is which depends on names alone,
  /// not on the order in which the scene has them.
  struct Motion {
    int body_a{}, body_b{};
    double gap{};                          // [m]
    double gap_rate{};                     // negative while approaching  [m/s]
    Vector3 normal{Vector3::Zero()};       // out of B towards A
    Vector3 point{Vector3::Zero()};        // [m]
    Vector3 velocity{Vector3::Zero()};     // of A against B where they touch  [m/s]
    Vector3 slip{Vector3::Zero()};         // its part in the tangent plane  [m/s]
    Vector3 normal_rate{Vector3::Zero()};  // ṅ  [1/s]
    Vector3 turning{Vector3::Zero()};      // angular velocity of A against B, where the contact resists it  [rad/s]
    double length{};                       // radius of gyration, by which turning compares with slip  [m]

    /// Parts of the turning, as speeds  [m/s].
    [[nodiscard]] Vector3 spinning() const { return length * normal.dot(turning) * normal; }
    [[nodiscard]] Vector3 rolling() const { return length * turning - spinning(); }
  };
  void calc_motion(const Kinematics& kinematics);
  /// A contact that touches keeps its slot where the points of its two shapes change theirs at once, as where two rods
  /// begin to cross: until hand_over(), the point of its new slot is in the old one. At the motion last calculated.
  void follow(std::span<const double> memory);
  /// Contacts that follow() keeps in their slots.
  [[nodiscard]] std::span<const DisplacedContact> displaced() const { return displaced_; }
  /// Whether a closed contact has come to the end of its place, and the next one parts or approaches.
  [[nodiscard]] bool has_parted(int slot) const;
  /// They go on in their new slots, with all that they remember.
  void hand_over(std::span<double> memory);
  [[nodiscard]] const Motion& motion(int slot) const { return motions_[place(slot)]; }
  /// How fast the point of contact moves, at the motion last calculated  [m/s].
  [[nodiscard]] Vector3 calc_point_rate(int slot) {
    return point_rates_.calc(pairs_, points_, slot, order_.flipped[place(slot)]);
  }
  /// A force on A of Motion as a force on the first body that the scene names.
  [[nodiscard]] Vector3 as_declared(int slot, const Vector3& force) const {
    return order_.flipped[place(slot)] ? Vector3(-force) : force;
  }

 private:
  struct Friction {
    double kinetic{};  // [-]
    double limit{};    // of sticking  [-]
  };
  [[nodiscard]] static std::size_t place(int slot) { return static_cast<std::size_t>(slot); }
  [[nodiscard]] std::size_t rule_of(int slot) const { return rule_of_pair_[place(pairs_.slots()[place(slot)].pair)]; }
  [[nodiscard]] int per_slot() const { return kPerSlot + (any_resists_ ? int{kPerTurning} : 0); }
  [[nodiscard]] std::size_t turning_place(int slot, TurningMemory what) const {
    return place(kPerSlot * num_slots() + kPerTurning * slot + what);
  }
  void list_pairs(const Model& model, const ContactSetup& setup);
  void name_views(const ContactSetup& setup);
  void use_pairs();
  [[nodiscard]] int find_nearest(int slot) const;
  void exchange_points(const DisplacedContact& contact);

  ContactNames names_;
  std::vector<int> shape_ranks_;
  std::unique_ptr<NearPairs> near_;  // null: all pairs have slots
  std::vector<std::size_t> rule_of_pair_;
  PairList pairs_;
  ContactOrder order_;
  std::vector<ContactReport> views_;
  std::vector<ImpactLaw> laws_;      // of rules
  std::vector<Friction> frictions_;  // the same
  std::vector<RollingResistance> resistances_;
  std::vector<bool> resists_;      // of rules
  std::vector<double> gyrations_;  // radii, of bodies; infinite for those without inertia  [m]
  ContactPoints points_;
  PointRates point_rates_;
  std::vector<Motion> motions_;
  std::vector<DisplacedContact> displaced_;
  bool any_resists_;
  RigidMemory memory_;  // where it is not in y
  double reach_left_{std::numeric_limits<double>::infinity()};
};

}  // namespace carom
