// The nearest point by signed volumes [montanari2017]: whether the origin projects into a simplex is told by the signs
// of the volumes that it makes with its faces, calculated where the simplex is widest.
//
// Rejected: the products of distances of the original algorithm, which lose their digits where simplices are thin.
#include "carom/collision/convex/simplex.h"

#include <cmath>
#include <limits>

namespace carom {
namespace {

/// Weights of some of the simplex's points, and the distance that they reach.
struct Nearest {
  double weights[4]{};
  Vector3 point{Vector3::Zero()};
  double squared{std::numeric_limits<double>::infinity()};
};

class NearestFinder {
 public:
  explicit NearestFinder(const Simplex& simplex) : simplex_(simplex) {}

  [[nodiscard]] Nearest on_point(int i) const {
    Nearest nearest;
    nearest.weights[i] = 1.0;
    return close(nearest);
  }

  [[nodiscard]] Nearest on_line(int i, int j) const {
    const Vector3 edge = w(j) - w(i);
    const double length = edge.squaredNorm();
    const double t = -w(i).dot(edge);
    if (!(t > 0.0) || length == 0.0) return on_point(i);
    if (!(t < length)) return on_point(j);
    Nearest nearest;
    nearest.weights[i] = 1.0 - t / length;
    nearest.weights[j] = t / length;
    return close(nearest);
  }

  [[nodiscard]] Nearest on_triangle(int i, int j, int k) const {
    const Vector3 normal = (w(j) - w(i)).cross(w(k) - w(i));
    const double area = normal.squaredNorm();
    if (!(area > 0.0)) return best_of(on_line(i, j), best_of(on_line(j, k), on_line(k, i)));
    // Twice the areas that the origin's projection makes with the edges.
    const double part_i = normal.dot(w(j).cross(w(k)));
    const double part_j = normal.dot(w(k).cross(w(i)));
    const double part_k = normal.dot(w(i).cross(w(j)));
    if (part_i > 0.0 && part_j > 0.0 && part_k > 0.0) {
      Nearest nearest;
      const double sum = part_i + part_j + part_k;
      nearest.weights[i] = part_i / sum;
      nearest.weights[j] = part_j / sum;
      nearest.weights[k] = part_k / sum;
      // Along the normal: the weighted mean would lose digits close to the origin.
      nearest.point = normal * (normal.dot(w(i)) / area);
      nearest.squared = nearest.point.squaredNorm();
      return nearest;
    }
    Nearest best;
    if (!(part_i > 0.0)) best = best_of(best, on_line(j, k));
    if (!(part_j > 0.0)) best = best_of(best, on_line(k, i));
    if (!(part_k > 0.0)) best = best_of(best, on_line(i, j));
    return best;
  }

  [[nodiscard]] Nearest in_tetrahedron() const {
    const auto volume = [](const Vector3& a, const Vector3& b, const Vector3& c) { return a.dot(b.cross(c)); };
    // Of the origin with each face, signed like the whole where it lies on the inner side of the face.
    const double parts[4] = {volume(w(1), w(3), w(2)), volume(w(0), w(2), w(3)), volume(w(0), w(3), w(1)),
                             volume(w(0), w(1), w(2))};
    const double whole = parts[0] + parts[1] + parts[2] + parts[3];
    constexpr int kFaces[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
    Nearest best;
    bool inside = true;
    for (int i = 0; i < 4; ++i) {
      if (parts[i] * whole > 0.0) continue;
      inside = false;
      best = best_of(best, on_triangle(kFaces[i][0], kFaces[i][1], kFaces[i][2]));
    }
    if (!inside) return best;
    Nearest nearest;
    for (int i = 0; i < 4; ++i) nearest.weights[i] = parts[i] / whole;
    nearest.squared = 0.0;
    return nearest;
  }

 private:
  [[nodiscard]] const Vector3& w(int i) const { return simplex_.points[i].w; }
  [[nodiscard]] Nearest close(Nearest nearest) const {
    for (int i = 0; i < simplex_.count; ++i) nearest.point += nearest.weights[i] * w(i);
    nearest.squared = nearest.point.squaredNorm();
    return nearest;
  }
  static Nearest best_of(const Nearest& p, const Nearest& q) { return q.squared < p.squared ? q : p; }

  const Simplex& simplex_;
};

}  // namespace

Vector3 Simplex::reduce_to_nearest() {
  const NearestFinder finder(*this);
  Nearest nearest;
  switch (count) {
    case 1:
      nearest = finder.on_point(0);
      break;
    case 2:
      nearest = finder.on_line(0, 1);
      break;
    case 3:
      nearest = finder.on_triangle(0, 1, 2);
      break;
    default:
      nearest = finder.in_tetrahedron();
  }
  int kept = 0;
  for (int i = 0; i < count; ++i) {
    if (!(nearest.weights[i] > 0.0)) continue;
    points[kept] = points[i];
    weights[kept++] = nearest.weights[i];
  }
  count = kept;
  return nearest.point;
}

Vector3 Simplex::mean_a() const {
  Vector3 mean = Vector3::Zero();
  for (int i = 0; i < count; ++i) mean += weights[i] * points[i].a;
  return mean;
}

Vector3 Simplex::mean_b() const {
  Vector3 mean = Vector3::Zero();
  for (int i = 0; i < count; ++i) mean += weights[i] * points[i].b;
  return mean;
}

}  // namespace carom
