#include "carom/collision/convex/overhang.h"

namespace carom {

bool Overhang::cut(const FlatPolygon& other) {
  for (int i = 0; i < other.count(); ++i) {
    if (!cut_along(other.corner(i), other.corner(i + 1))) return false;
  }
  return true;
}

bool Overhang::cut_along(const Eigen::Vector2d& from, const Eigen::Vector2d& to) {
  const Eigen::Vector2d side = to - from;
  int outside = 0, first = -1;
  for (int i = 0; i < count_; ++i) {
    inside_[i] = side.x() * (places_[i].y - from.y()) - side.y() * (places_[i].x - from.x());
    if (inside_[i].value() < 0.0) ++outside;
  }
  if (outside == 0) return true;
  if (outside == count_) return false;
  const auto is_outside = [&](int i) { return inside_[wrap(i)].value() < 0.0; };
  for (int i = 0; i < count_; ++i) {
    if (!is_outside(i) || is_outside(i - 1)) continue;
    first = i;
    int size = 1;
    while (is_outside(first + size)) ++size;
    move_chain(first, size);
  }
  return true;
}

Overhang::Number Overhang::find_cut(int inside, int outside) const {
  return inside_[inside] / (inside_[inside] - inside_[outside]);
}

Overhang::Place Overhang::blend(const Place& from, const Place& to, const Number& part) const {
  return {from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)};
}

void Overhang::move_chain(int first, int size) {
  const int before = wrap(first - 1), last = wrap(first + size - 1), after = wrap(first + size);
  const Number in = find_cut(before, first), out = find_cut(after, last);
  const Place from = blend(places_[before], places_[first], in), to = blend(places_[after], places_[last], out);
  if (size == 1) {
    // Nearer to the cut of the side that reaches further inside; at the one when the other has come to the next corner.
    const Number sum = inside_[before] + inside_[after];
    places_[first] = blend(from, to, sum.value() > 0.0 ? Number(inside_[after] / sum) : Number(0.5));
    return;
  }
  // By how far the corners on either side are outside.
  Number ahead = 0.0, behind = 0.0;
  for (int k = 1; k < size; ++k) ahead += inside_[wrap(first + k)];
  for (int k = 0; k < size; ++k) {
    const int corner = wrap(first + k);
    places_[corner] = blend(from, to, behind / (behind + ahead));
    behind += inside_[corner];
    if (k + 1 < size) ahead -= inside_[wrap(first + k + 1)];
  }
}

}  // namespace carom
