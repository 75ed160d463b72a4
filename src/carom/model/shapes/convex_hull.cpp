#include "carom/model/shapes/convex_hull.h"

#include <array>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
extern "C" {
#include <libqhull_r/qhull_ra.h>
}

#include "carom/base/input_error.h"

namespace carom {
namespace {

void check_points(std::span<const Vector3> points, std::string_view element) {
  if (points.size() < 4) {
    throw InputError(std::string(element),
                     fmt::format("a convex hull needs 4 points or more, found {}", points.size()));
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!points[i].allFinite()) throw InputError(std::string(element), fmt::format("point {} must be finite", i));
  }
}

/// Moved to the middle of the points and scaled to the size of 1: Qhull's tolerances are absolute.
std::vector<double> normalize(std::span<const Vector3> points) {
  Vector3 low = points[0], high = points[0];
  for (const Vector3& p : points) low = low.cwiseMin(p), high = high.cwiseMax(p);
  const double size = (high - low).maxCoeff();
  const double scale = size > 0.0 ? 1.0 / size : 1.0;
  std::vector<double> coordinates;
  coordinates.reserve(3 * points.size());
  for (const Vector3& p : points) {
    const Vector3 q = (p - 0.5 * (low + high)) * scale;
    coordinates.insert(coordinates.end(), {q.x(), q.y(), q.z()});
  }
  return coordinates;
}

/// A run of Qhull, with its memory given back at the end.
class QhullRun {
 public:
  explicit QhullRun(std::vector<double>& coordinates) {
    qh_zero(&qh_, nullptr);
    char options[] = "qhull Qt Pp";
    const auto count = static_cast<int>(coordinates.size() / 3);
    failed_ = qh_new_qhull(&qh_, 3, count, coordinates.data(), False, options, nullptr, messages_) != 0;
  }
  ~QhullRun() {
    qh_freeqhull(&qh_, !qh_ALL);
    int left = 0, long_left = 0;
    qh_memfreeshort(&qh_, &left, &long_left);
    if (messages_ != nullptr) std::fclose(messages_);
  }
  QhullRun(const QhullRun&) = delete;
  QhullRun& operator=(const QhullRun&) = delete;

  [[nodiscard]] bool failed() const { return failed_; }
  /// Numbers of the points at the corners of each triangle, counterclockwise from outside.
  [[nodiscard]] std::vector<std::array<int, 3>> list_triangles() {
    std::vector<std::array<int, 3>> triangles;
    for (facetT* facet = qh_.facet_list; facet != nullptr && facet->next != nullptr; facet = facet->next) {
      std::array<int, 3> triangle{};
      for (int k = 0; k < 3; ++k) {
        const auto* vertex = static_cast<const vertexT*>(facet->vertices->e[k].p);
        triangle[static_cast<std::size_t>(k)] = qh_pointid(&qh_, vertex->point);
      }
      // Qhull lists corners in either sense, and says which.
      if ((facet->toporient != 0) != (qh_ORIENTclock != 0)) std::swap(triangle[1], triangle[2]);
      triangles.push_back(triangle);
    }
    return triangles;
  }

 private:
  qhT qh_{};
  std::FILE* messages_{std::fopen("/dev/null", "w")};  // pages of text about every failure; our own say it in a line
  bool failed_{};
};

}  // namespace

TriangleMesh make_convex_hull(std::span<const Vector3> points, std::string_view element) {
  check_points(points, element);
  std::vector<double> coordinates = normalize(points);
  QhullRun qhull(coordinates);
  if (qhull.failed()) {
    throw InputError(std::string(element), "the points of a convex hull must not lie in one plane");
  }
  TriangleMesh hull;
  std::map<int, int> number_of;  // of a point, in the hull
  for (std::array<int, 3>& triangle : qhull.list_triangles()) {
    for (int& corner : triangle) {
      const auto [place, is_new] = number_of.try_emplace(corner, static_cast<int>(hull.vertices.size()));
      if (is_new) hull.vertices.push_back(points[static_cast<std::size_t>(corner)]);
      corner = place->second;
    }
    hull.triangles.push_back(triangle);
  }
  return hull;
}

}  // namespace carom
