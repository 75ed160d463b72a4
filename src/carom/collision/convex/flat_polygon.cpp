#include "carom/collision/convex/flat_polygon.h"

namespace carom {

void FlatPolygon::close() {
  for (int k = 0; k < 2; ++k) x_[count_ + k] = x_[0], y_[count_ + k] = y_[0];
  for (int i = 0; i < count_; ++i) side_x_[i] = x_[i + 1] - x_[i], side_y_[i] = y_[i + 1] - y_[i];
  side_x_[count_] = side_y_[count_] = 0.0;
}

bool FlatPolygon::clip(const FlatPolygon& window, FlatPolygon& result) const {
  result.clear();
  for (int i = 0; i < count_; ++i) result.add(corner(i));
  for (int side = 0; side < window.count_; ++side) {
    if (!result.clip_side(window.x_[side], window.y_[side], window.side_x_[side], window.side_y_[side])) return false;
  }
  result.close();
  return true;
}

// Keeps what is on the left of a side that begins in (x, y).
bool FlatPolygon::clip_side(double x, double y, double side_x, double side_y) {
  double area[kMaxCorners];
  bool cuts = false;
  for (int i = 0; i < count_; ++i) {
    area[i] = side_x * (y_[i] - y) - side_y * (x_[i] - x);
    cuts = cuts || area[i] < 0.0;
  }
  if (!cuts) return true;
  double kept_x[kMaxCorners], kept_y[kMaxCorners];
  int kept = 0;
  const auto keep = [&](double at_x, double at_y) {
    if (kept == kMaxCorners) return;
    kept_x[kept] = at_x;
    kept_y[kept++] = at_y;
  };
  for (int i = 0; i < count_; ++i) {
    const int j = i + 1 == count_ ? 0 : i + 1;
    if (area[i] >= 0.0) keep(x_[i], y_[i]);
    // A segment has two ends, not a way back.
    if ((area[i] >= 0.0) == (area[j] >= 0.0) || (count_ == 2 && i == 1)) continue;
    const double part = area[i] / (area[i] - area[j]);
    keep(x_[i] + (x_[j] - x_[i]) * part, y_[i] + (y_[j] - y_[i]) * part);
  }
  count_ = kept;
  for (int i = 0; i < kept; ++i) x_[i] = kept_x[i], y_[i] = kept_y[i];
  return kept > 0;
}

}  // namespace carom
