#pragma once

#include <vector>

#include "carom/simulation/mechanism/mechanism_parts.h"

namespace carom {

/// The velocities of a mechanism in groups that only contacts connect: a tree of bodies each, and trees that loops
/// connect together. A free body is a group of its own, so that M⁻¹ of many bodies is many small blocks.
///
/// A body is held where all joints between it and the world are driven: no impulse changes its velocity. It connects
/// nothing, and its velocities belong to no group; where velocities are sorted they stand last.
class InertiaGroups {
 public:
  explicit InertiaGroups(const Model& model);

  [[nodiscard]] int count() const { return static_cast<int>(starts_.size()) - 1; }
  [[nodiscard]] int size_of(int group) const { return start_of(group + 1) - start_of(group); }  // velocities
  [[nodiscard]] int largest() const { return largest_; }
  /// Of the group's velocities where all velocities are sorted by groups.
  [[nodiscard]] int start_of(int group) const { return starts_[static_cast<std::size_t>(group)]; }
  /// −1: the world, and what is held.
  [[nodiscard]] int group_of_body(int body) const { return group_of_body_[static_cast<std::size_t>(body)]; }
  /// The place of a velocity of the mechanism where they are sorted by groups.
  [[nodiscard]] int place_of(int velocity) const { return places_[static_cast<std::size_t>(velocity)]; }

  void sort(const ConstVectorRef& v, VectorRef sorted) const;
  /// Of what belongs to groups; held velocities stay.
  void add_unsorted(const ConstVectorRef& sorted, VectorRef v) const;

  [[nodiscard]] bool is_held(int body) const { return held_[static_cast<std::size_t>(body)] != 0; }
  /// Whether a body is a group by itself.
  [[nodiscard]] bool is_lone(int body) const { return lone_[static_cast<std::size_t>(body)] != 0; }

  /// M⁻¹ of every group, with loops closed and driven joints held. Lone bodies have a closed form. All other groups
  /// answer to the same few efforts at once, which costs as many responses of the mechanism as the largest of them has
  /// velocities.
  void calc_inverses(const MechanismParts& parts);
  [[nodiscard]] Eigen::Map<const MatrixX> inverse(int group) const {
    return {inverses_.data() + inverse_starts_[static_cast<std::size_t>(group)], size_of(group), size_of(group)};
  }

  /// The velocities that efforts give, loops closed and driven joints held.
  void calc_response(const MechanismParts& parts, const ConstVectorRef& efforts, VectorRef response);

 private:
  std::vector<int> group_of_body_;
  std::vector<char> held_, lone_;  // bodies
  std::vector<int> starts_, places_;
  int largest_{}, largest_of_others_{};  // than lone bodies
  std::vector<double> inverses_;         // group after group
  std::vector<std::size_t> inverse_starts_;
  AppliedForces scratch_;
  VectorX along_loops_, multipliers_, efforts_, response_;
};

}  // namespace carom
