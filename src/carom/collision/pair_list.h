#pragma once

#include <span>
#include <string>
#include <vector>

#include "carom/collision/pair_table.h"
#include "carom/model/model.h"

namespace carom {

/// Two shapes that may touch, by their places in a list of shapes.
struct ShapePair {
  int a{}, b{};
};

/// Every shape with surface A against every one with surface B, in the order of the list, but not two of one body.
/// Shapes of one surface touch each other if A and B are the same.
[[nodiscard]] std::vector<ShapePair> find_pairs(std::span<const ShapeSpec> shapes, const std::string& surface_a,
                                                const std::string& surface_b);

/// To whom a contact point belongs. A pair's points have slots next to each other and keep them.
struct ContactSlot {
  int pair{};  // place in the list of pairs
  int shape_a{}, shape_b{};
  int body_a{}, body_b{};
  int feature{};  // which of the pair's points
};

/// Which shapes may touch, with the functions that find their contact points: constant once built, unless pairs come
/// and go.
class PairList {
 public:
  /// Throws InputError for two types of shapes that have no contact yet, and for two shapes of one body.
  /// Of two boxes either as few points as move smoothly with them, or all corners of what their faces share.
  enum class Points { Smooth, AllCorners };
  PairList(const Model& model, std::span<const ShapeSpec> shapes, std::span<const ShapePair> pairs,
           Points points = Points::Smooth);

  /// Other pairs of the same shapes, of types that have contacts. From then on all shapes that are not fixed to the
  /// world count as those of pairs that move.
  void set_pairs(std::span<const ShapePair> pairs);

  struct Pair {
    PairFunction touch{};
    int shape_a{}, shape_b{};
    int first_slot{}, num_slots{};
  };

  [[nodiscard]] const CollisionShape& shape(int i) const { return shapes_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] int num_shapes() const { return static_cast<int>(shapes_.size()); }
  [[nodiscard]] const std::vector<Pair>& pairs() const { return pairs_; }
  [[nodiscard]] const std::vector<ContactSlot>& slots() const { return slots_; }
  [[nodiscard]] int num_slots() const { return static_cast<int>(slots_.size()); }
  /// Shapes of pairs that are not fixed to the world.
  [[nodiscard]] const std::vector<int>& moving_shapes() const { return moving_shapes_; }

 private:
  void add_pair(std::span<const ShapeSpec> specs, ShapePair pair);
  void append(ShapePair pair);
  void find_moving_shapes();

  Points points_;
  std::vector<CollisionShape> shapes_;
  std::vector<Pair> pairs_;
  std::vector<ContactSlot> slots_;
  std::vector<int> moving_shapes_;
};

/// The contact points of all slots at one state.
struct ContactPoints {
  explicit ContactPoints(const PairList& list);

  std::vector<ShapeMotion> shapes;   // those of the world are set once
  std::vector<ContactPoint> points;  // one a slot

  /// After a change of pairs.
  void resize(const PairList& list) { points.resize(static_cast<std::size_t>(list.num_slots())); }

  [[nodiscard]] const ContactPoint& point(int slot) const { return points[static_cast<std::size_t>(slot)]; }
  [[nodiscard]] const ShapeMotion& shape(int i) const { return shapes[static_cast<std::size_t>(i)]; }
};

/// Fills all of `contacts`. Allocates nothing.
void calc_contact_points(const PairList& list, const Kinematics& kinematics, ContactPoints& contacts);

/// v_A − v_B of the material points where the force acts.  [m/s]
[[nodiscard]] inline Vector3 calc_relative_velocity(const ContactPoint& contact, const ShapeMotion& a,
                                                    const ShapeMotion& b) {
  return a.velocity_at(contact.point) - b.velocity_at(contact.point);
}
/// d gap/dt, negative while closing: n · (v_A − v_B), and what the gap changes as the point slides along an edge that
/// slopes.  [m/s]
/// A force f along the gap is then f (n + slide) where the force acts, and the torque f slide_turn. The two points of a
/// cylinder's rim that follow the lowest one have the derivative of their gap only as their mean.
[[nodiscard]] inline double calc_gap_rate(const ContactPoint& contact, const ShapeMotion& a, const ShapeMotion& b) {
  return (contact.normal + contact.slide).dot(calc_relative_velocity(contact, a, b)) +
         contact.slide_turn.dot(a.w_WB - b.w_WB);
}

}  // namespace carom
