#pragma once

#include <span>
#include <string>
#include <vector>

#include "carom/collision/pair_list.h"
#include "carom/dynamics/applied_forces.h"
#include "carom/ledger/ledger.h"
#include "carom/simulation/contact_view.h"
#include "carom/simulation/time_stepping/stepped_law.h"

namespace carom {

/// The contacts of a mechanism that moves in steps: geometry of every slot, laws, and what is remembered.
///
/// What is remembered is part of y: of each slot the forces of the last step, which bristles and warm starts need; in
/// front of them what contacts store and have lost, for the ledger.
class SteppedContacts {
 public:
  enum Account : int { kStoredNormal, kStoredBristles, kFrictionLoss, kImpactLoss, kNumerical, kNumAccounts };
  enum Memory : int {
    kNormalForce,  // of the last step  [N]
    kFrictionX,    // on A, in world axes  [N]
    kFrictionY,
    kFrictionZ,
    kSlipSpeed,      // [m/s]
    kDwell,          // [-]
    kEpisode,        // one while the contact lasts
    kTouchTime,      // when it began  [s]
    kApproachSpeed,  // with which  [m/s]
    kPeakForce,      // since then  [N]
    kPeakDepth,      // [m]
    kPerSlot
  };

  /// Throws InputError for a rule that has nothing to hold for, or laws that time stepping cannot follow.
  SteppedContacts(const Model& model, const ContactSetup& setup);

  [[nodiscard]] int num_slots() const { return static_cast<int>(names_.size()); }
  [[nodiscard]] int memory_size() const { return kNumAccounts + kPerSlot * num_slots(); }
  [[nodiscard]] const std::string& name(int slot) const { return names_[place(slot)]; }
  [[nodiscard]] const SteppedLaw& law(int slot) const { return laws_[place(slot)]; }

  [[nodiscard]] static double get(std::span<const double> memory, int slot, Memory what) {
    return memory[place(kNumAccounts + kPerSlot * slot + what)];
  }
  static void set(std::span<double> memory, int slot, Memory what, double value) {
    memory[place(kNumAccounts + kPerSlot * slot + what)] = value;
  }
  [[nodiscard]] static Vector3 friction(std::span<const double> memory, int slot) {
    return Eigen::Map<const Vector3>(memory.data() + kNumAccounts + kPerSlot * slot + kFrictionX);
  }
  static void set_friction(std::span<double> memory, int slot, const Vector3& force) {
    Eigen::Map<Vector3>(memory.data() + kNumAccounts + kPerSlot * slot + kFrictionX) = force;
  }

  /// One slot, of its body A against its body B, at the motion last calculated.
  struct Motion {
    int body_a{}, body_b{};
    double gap{};                       // [m]
    Vector3 normal{Vector3::Zero()};    // out of B towards A
    Vector3 point{Vector3::Zero()};     // [m]
    Vector3 velocity{Vector3::Zero()};  // of A against B where they touch  [m/s]
  };
  void calc_motion(const Kinematics& kinematics);
  [[nodiscard]] const Motion& motion(int slot) const { return motions_[place(slot)]; }

  /// Adds the forces of the last step to what acts on the bodies, where they are now.
  void add_forces(const Kinematics& kinematics, std::span<const double> memory, AppliedForces& applied);
  [[nodiscard]] ContactView look_at(int slot, std::span<const double> memory) const;

  /// The rows of the ledger that are theirs, and their values.
  static void append_rows(std::vector<LedgerRow>& rows);
  static void write_rows(std::span<const double> memory, std::span<LedgerRow> rows);

 private:
  [[nodiscard]] static std::size_t place(int index) { return static_cast<std::size_t>(index); }

  std::vector<std::size_t> rule_of_pair_;  // before the pairs, with which it is filled
  std::vector<ShapePair> shape_pairs_;
  PairList pairs_;
  std::vector<std::string> names_;
  std::vector<SteppedLaw> laws_;
  ContactPoints points_;
  std::vector<Motion> motions_;
};

}  // namespace carom
