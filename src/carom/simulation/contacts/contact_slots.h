#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "carom/collision/broad/broad_phase.h"
#include "carom/simulation/contacts/rule_table.h"

namespace carom {

/// The contact points that a mechanism has: all that there may ever be, or those that are near.
///
/// With few shapes every point of every pair that a rule holds for has a slot for good. With many, pairs come from the
/// broad phase at the start of each step, and only points within reach of the step have a slot, and those that are to
/// be kept: cost and memory grow with shapes and contacts, not with their square. The slots are then sorted by shapes,
/// rule and feature, so that they depend on the positions alone. Allocates while there are more than ever before.
class ContactSlots {
 public:
  struct Slot {
    int shape_a{}, shape_b{};
    int rule{};
    int feature{};  // which of the pair's points

    [[nodiscard]] bool operator==(const Slot&) const = default;
  };
  /// One slot, of its body A against its body B, at the motion last calculated.
  struct Motion {
    int body_a{}, body_b{};
    double gap{};                       // [m]
    Vector3 normal{Vector3::Zero()};    // out of B towards A
    Vector3 point{Vector3::Zero()};     // [m]
    Vector3 velocity{Vector3::Zero()};  // of A against B where they touch  [m/s]
  };

  /// With more than `most_listed` possible points, only near ones have slots. Throws InputError for a rule that has
  /// nothing to hold for, and for two types of shapes that have no contact yet.
  ContactSlots(const Model& model, const ContactSetup& setup, int most_listed);

  [[nodiscard]] bool are_listed() const { return broad_ == nullptr; }
  [[nodiscard]] int count() const { return static_cast<int>(slots_.size()); }
  [[nodiscard]] const Slot& slot(int i) const { return slots_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] const Motion& motion(int i) const { return motions_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] const std::vector<Slot>& slots() const { return slots_; }

  /// How deep the shapes of a slot can be in each other: see calc_depth_limit().  [m]
  [[nodiscard]] double calc_depth_limit(int i) const;

  /// Of the slots that there are.
  void calc_motion(const Kinematics& kinematics);
  /// The same, with the slots that a step of this length asks for: points within the margin, or as far as they may come
  /// nearer in two steps. `kept` says of each slot so far whether it stays wherever it is.
  void find(const Kinematics& kinematics, double margin, double step, std::span<const char> kept);
  /// After find(): the slots within reach, and where each slot was before (−1: it was not).
  [[nodiscard]] const std::vector<int>& near() const { return near_; }
  [[nodiscard]] const std::vector<int>& origins() const { return origins_; }

  /// Two shapes, and when they touch or may go farther than their boxes hold.
  struct Passage {
    int shape_a{-1}, shape_b{-1};
    double time{};  // from the start of the step on  [s]
  };
  /// Whether a slot that closes this fast is a matter of find_passage() as long as it is apart.
  [[nodiscard]] bool is_left_to_passages(int i, double speed, double step) const;
  /// After find(), with the velocities that a step then takes: the first touch in it after which shapes would be pushed
  /// on or have passed through each other before it ends. Looks at fast shapes alone.
  [[nodiscard]] std::optional<Passage> find_passage(const Kinematics& kinematics, double step);

  /// As they once were. False where these cannot be slots of this mechanism.
  [[nodiscard]] bool restore(std::span<const Slot> slots);

 private:
  using Pair = Slot;  // with the feature 0

  void list_slots(const Model& model, const ContactSetup& setup);
  void prepare_search();
  [[nodiscard]] const CollisionShape& shape(int i) const { return shapes_.shape(i); }
  [[nodiscard]] bool is_possible(const Slot& slot) const;
  void move_shapes(const Kinematics& kinematics);
  [[nodiscard]] std::span<const ContactPoint> touch(const Pair& pair);
  void fill(const Slot& slot, const ContactPoint& contact, Motion& motion) const;
  void calc_boxes(double margin, double step);
  [[nodiscard]] bool are_apart(ShapePair pair) const;
  void find_slots(double margin, double step, std::span<const char> kept);
  [[nodiscard]] double calc_way(int shape, const Kinematics& kinematics, double step) const;
  void look_for_passage(int a, int b, Passage& first) const;

  RuleTable rules_;
  PairList shapes_;
  ContactPoints placed_;            // where the shapes are
  std::vector<int> moving_shapes_;  // that rules ask for
  std::vector<ContactPoint> points_;
  std::vector<Slot> slots_, slots_before_;
  std::vector<Motion> motions_;
  std::vector<int> near_, origins_;
  double thinnest_;  // half of the least extent of any shape  [m]
  // Where slots are found step by step.
  std::unique_ptr<BroadPhase> broad_;
  std::vector<BoundingBox> boxes_;
  std::vector<double> reaches_;  // of shapes: half of the margin, and how far they come in two steps  [m]
};

}  // namespace carom
