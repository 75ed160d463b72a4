#pragma once

#include <memory>
#include <span>
#include <vector>

#include "carom/simulation/contacts/contact_slots.h"

namespace carom {

/// The pairs of shapes that may touch soon, of a mechanism with too many to look at them all.
///
/// A search finds all pairs nearer to each other than twice the *reach*. As long as no shape has moved farther than the
/// reach since then, no other pair can touch: that is the guarantee, and the caller searches again before it ends. The
/// reach is half of a typical shape's radius: shapes then have few neighbors, and many impacts fall between two
/// searches.
class NearPairs {
 public:
  /// Whether all shapes that move have an end: a plane that turns comes near anything.
  [[nodiscard]] static bool can_search(const PairList& shapes);

  NearPairs(const Model& model, const ContactSetup& setup, const PairList& shapes);

  struct Pair {
    ShapePair shapes;  // in the order of their rule
    int rule{};
    int origin{-1};  // its place in the list before; −1: it was not there
  };
  void find(const Kinematics& kinematics, const PairList& shapes);
  [[nodiscard]] const std::vector<Pair>& pairs() const { return pairs_; }
  [[nodiscard]] int num_searches() const { return num_searches_; }
  /// As they once were, for a start from there. False where these cannot be pairs of this mechanism.
  [[nodiscard]] bool restore(std::vector<Pair> pairs);

  /// What is left of the reach for the shape that moved farthest since the search, as part of it. Shapes that move are
  /// placed in `now`.
  [[nodiscard]] double calc_reach_left(const PairList& shapes, std::span<const ShapeMotion> now) const;

 private:
  struct Place {
    Vector3 p_WS{Vector3::Zero()};
    Matrix3 R_WS{Matrix3::Identity()};
  };

  void match(std::span<const Pair> before);

  ContactSlots slots_;
  double reach_;  // [m]
  std::vector<Pair> pairs_, pairs_before_;
  std::vector<Place> places_;  // of shapes, at the search
  int num_searches_{};
};

}  // namespace carom
