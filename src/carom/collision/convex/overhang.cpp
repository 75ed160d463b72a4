#include "carom/collision/convex/overhang.h"

#include <bit>

namespace carom {

struct Overhang::Edge {
  Vector2 side, inwards;      // as long as each other  [m]
  Vector2 along;              // side/|side|²  [1/m]
  double reach[kMaxCorners];  // how far corners are inside of it, times its length  [m²]
};

/// Where an edge cuts a side, from a corner inside to one outside.
struct Overhang::Cut {
  int inside;
  double part;     // of the side, up to the cut
  Vector2 at;      // [m]
  Vector2 weight;  // its way along the edge changes by this times the motion of the side there  [1/m]
};

// The cut stays on the edge: what the side does across its own direction takes it along.
inline Overhang::Cut Overhang::find_cut(const Edge& edge, int inside, int outside) const {
  const Vector2 side = places_[outside] - places_[inside];
  const double per_reach = 1.0 / (edge.reach[inside] - edge.reach[outside]), part = edge.reach[inside] * per_reach;
  return {.inside = inside,
          .part = part,
          .at = places_[inside] + part * side,
          .weight = edge.along + (edge.along.dot(side) * per_reach) * edge.inwards};
}

inline void Overhang::move(const Edge& edge, int corner, const Vector2& at, const Derivative& way) {
  edges_[corner] = edge.side;
  ways_[corner] = way;
  moved_ |= 1U << corner;
  places_[corner] = at;
}

// Nearer to the cut of the side that reaches further inside; at the one when the other has come to the next corner.
inline void Overhang::move_single(const Edge& edge, int corner) {
  const Cut first = find_cut(edge, before(corner), corner), last = find_cut(edge, wrap(corner + 1), corner);
  const Vector2 between = last.at - first.at;
  const double after = edge.reach[last.inside], sum = edge.reach[first.inside] + after;
  const double per_sum = sum > 0.0 ? 1.0 / sum : 0.0, part = sum > 0.0 ? after * per_sum : 0.5, rest = 1.0 - part;
  const Vector2 at_first = rest * first.weight, at_last = part * last.weight;
  const Vector2 inwards = (edge.along.dot(between) * per_sum) * edge.inwards;
  const Derivative way = differentiate(first.inside, (1.0 - first.part) * at_first - part * inwards) +
                         differentiate(corner, first.part * at_first + last.part * at_last) +
                         differentiate(last.inside, (1.0 - last.part) * at_last + rest * inwards);
  // The next edge waits for this place: not by `between`, which is known later than both.
  move(edge, corner, rest * first.at + part * last.at, way);
}

void Overhang::move_chain(const Edge& edge, int first, int size) {
  const int last = wrap(first + size - 1);
  const Cut in = find_cut(edge, before(first), first), out = find_cut(edge, wrap(first + size), last);
  const auto differentiate_cut = [&](const Cut& cut, int outside) -> Derivative {
    return differentiate(cut.inside, (1.0 - cut.part) * cut.weight) + differentiate(outside, cut.part * cut.weight);
  };
  const Derivative way_in = differentiate_cut(in, first), way_out = differentiate_cut(out, last);
  // Those between the cuts by how far the corners before and behind them are outside.
  const Vector2 between = out.at - in.at;
  const double length = edge.along.dot(between);
  double behind = 0.0, ahead = 0.0;
  Derivative of_behind = Derivative::Zero(), of_ahead = Derivative::Zero();
  for (int k = 1; k < size; ++k) {
    ahead += edge.reach[wrap(first + k)];
    of_ahead += differentiate(wrap(first + k), edge.inwards);
  }
  Derivative of_one = differentiate(first, edge.inwards);
  move(edge, first, in.at, way_in);
  for (int k = 1; k + 1 < size; ++k) {
    const int corner = wrap(first + k);
    behind += edge.reach[wrap(first + k - 1)];
    ahead -= edge.reach[corner];
    of_behind += of_one;
    of_one = differentiate(corner, edge.inwards);
    of_ahead -= of_one;
    const double total = behind + ahead, part = behind / total, turn = length / total;
    move(edge, corner, in.at + part * between,
         (1.0 - part) * (way_in + turn * of_behind) + part * (way_out - turn * of_ahead));
  }
  move(edge, last, out.at, way_out);
}

inline bool Overhang::cut_along(const Vector2& from, const Vector2& to) {
  Edge edge;
  edge.side = to - from;
  edge.inwards = {-edge.side.y(), edge.side.x()};
  std::uint32_t outside = 0;
  // Backwards, so that the bit of the first corner comes last.
  for (int i = count_ - 1; i >= 0; --i) {
    edge.reach[i] = edge.inwards.dot(places_[i] - from);
    outside = outside << 1U | (edge.reach[i] < 0.0 ? 1U : 0U);
  }
  if (outside == 0) return true;
  if (outside == (1U << count_) - 1U) return false;
  edge.along = edge.side / edge.side.squaredNorm();
  // Those that are outside, and the one before them is not.
  std::uint32_t firsts = outside & ~(outside << 1U | outside >> (count_ - 1));
  for (; firsts != 0; firsts &= firsts - 1U) {
    const int first = std::countr_zero(firsts);
    if ((outside >> wrap(first + 1) & 1U) == 0) {
      move_single(edge, first);
      continue;
    }
    int size = 2;
    while ((outside >> wrap(first + size) & 1U) != 0) ++size;
    move_chain(edge, first, size);
  }
  return true;
}

bool Overhang::cut(std::span<const Vector2> other, bool is_clockwise) {
  for (std::size_t i = 0; i < other.size(); ++i) {
    const Vector2 &from = other[i], &to = other[i + 1 < other.size() ? i + 1 : 0];
    if (!cut_along(is_clockwise ? to : from, is_clockwise ? from : to)) return false;
  }
  return true;
}

}  // namespace carom
