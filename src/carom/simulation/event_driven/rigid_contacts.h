#pragma once

#include <span>
#include <string>
#include <vector>

#include "carom/simulation/compliant/contact_rule.h"
#include "carom/simulation/contact_names.h"
#include "carom/simulation/event_driven/contact_order.h"
#include "carom/simulation/event_driven/point_rate.h"
#include "carom/simulation/event_driven/rigid_mode.h"

namespace carom {

/// The contacts of a mechanism as rigid ones: geometry and relative motion of every slot, and what is remembered of it.
///
/// What is remembered is part of y, so that a stored y is all that a run needs to go on: how each slot moves, in which
/// direction it slid when that was last decided, when and how fast it touched, and what its impacts have dissipated.
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
    kReferenceX,     // the force next to which it stays where contacts are redundant, in world axes  [N]
    kReferenceY,
    kReferenceZ,
    kImpactLoss,  // [J]
    kPerSlot
  };

  /// Throws InputError for a rule that has nothing to hold for, or no law of impact.
  RigidContacts(const Model& model, const ContactSetup& setup);

  [[nodiscard]] int num_slots() const { return static_cast<int>(laws_.size()); }
  [[nodiscard]] int memory_size() const { return kPerSlot * num_slots(); }
  /// "tip/floor": see ContactNames.
  [[nodiscard]] const std::string& name(int slot) const { return empty_reports_[place(slot)].name; }
  [[nodiscard]] const std::vector<ContactReport>& empty_reports() const { return empty_reports_; }
  [[nodiscard]] const ImpactLaw& law(int slot) const { return laws_[place(slot)]; }
  [[nodiscard]] double friction(int slot) const { return frictions_[place(slot)].kinetic; }
  [[nodiscard]] double static_friction(int slot) const { return frictions_[place(slot)].limit; }
  [[nodiscard]] const PairList& pairs() const { return pairs_; }
  /// Every slot once, in an order that depends on names alone.
  [[nodiscard]] const std::vector<int>& order() const { return order_.slots; }

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

  /// Geometry and relative motion of one slot, of its body A against its body B. Which is which depends on names alone,
  /// not on the order in which the scene has them.
  struct Motion {
    int body_a{}, body_b{};
    double gap{};                          // [m]
    double rate{};                         // of the gap: negative while approaching  [m/s]
    Vector3 normal{Vector3::Zero()};       // out of B towards A
    Vector3 point{Vector3::Zero()};        // [m]
    Vector3 velocity{Vector3::Zero()};     // of A against B where they touch  [m/s]
    Vector3 slip{Vector3::Zero()};         // its part in the tangent plane  [m/s]
    Vector3 normal_rate{Vector3::Zero()};  // ṅ  [1/s]
  };
  void calc_motion(const Kinematics& kinematics);
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

  std::vector<std::size_t> rule_of_pair_;  // before the pairs, with which it is filled
  std::vector<ShapePair> shape_pairs_;
  PairList pairs_;
  ContactOrder order_;
  std::vector<ContactReport> empty_reports_;  // who touches whom
  std::vector<ImpactLaw> laws_;
  std::vector<Friction> frictions_;
  ContactPoints points_;
  PointRates point_rates_;
  std::vector<Motion> motions_;
};

}  // namespace carom
