#include "collision/support_referee.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace carom::testing_support {

double calc_reach(const SampleShape& sample, const Vector3& direction) {
  const CollisionShape& s = sample.shape;
  const Vector3 d = sample.motion.R_WS.transpose() * direction;
  const double across = std::hypot(d.x(), d.y());
  switch (s.type) {
    case ShapeType::Point:
      return 0.0;
    case ShapeType::Sphere:
      return s.radius;
    case ShapeType::Capsule:
      return s.radius + s.half_length * std::abs(d.z());
    case ShapeType::Box:
      return s.half_size.dot(d.cwiseAbs());
    case ShapeType::Cylinder:
      return s.radius * across + s.half_length * std::abs(d.z());
    case ShapeType::Cone:
      return std::max(s.half_length * d.z(), s.radius * across - s.half_length * d.z());
    case ShapeType::Ellipsoid:
      return std::hypot(s.half_size.x() * d.x(), s.half_size.y() * d.y(), s.half_size.z() * d.z());
    case ShapeType::ConvexMesh: {
      double reach = -INFINITY;
      for (const Vector3& vertex : s.polyhedron->vertices()) reach = std::max(reach, vertex.dot(d));
      return reach;
    }
    default:
      throw std::logic_error("not a convex solid");
  }
}

double calc_outside(const SampleShape& sample, const Vector3& p_W) {
  const CollisionShape& s = sample.shape;
  const Vector3 p = sample.motion.R_WS.transpose() * (p_W - sample.motion.p_WS);
  const double rho = std::hypot(p.x(), p.y());
  switch (s.type) {
    case ShapeType::Point:
    case ShapeType::Sphere:
      return p.norm() - s.radius;
    case ShapeType::Capsule:
      return std::hypot(rho, std::max(0.0, std::abs(p.z()) - s.half_length)) - s.radius;
    case ShapeType::Box:
      return (p.cwiseAbs() - s.half_size).maxCoeff();
    case ShapeType::Cylinder:
      return std::max(rho - s.radius, std::abs(p.z()) - s.half_length);
    case ShapeType::Cone: {
      const double height = 2.0 * s.half_length, slant = std::hypot(height, s.radius);
      return std::max(-s.half_length - p.z(), (height * (rho - s.radius) + s.radius * (p.z() + s.half_length)) / slant);
    }
    case ShapeType::Ellipsoid:
      return (p.cwiseQuotient(s.half_size).norm() - 1.0) * s.half_size.minCoeff();
    case ShapeType::ConvexMesh: {
      double outside = -INFINITY;
      for (const Polyhedron::Face& face : s.polyhedron->faces()) {
        const Vector3& corner = s.polyhedron->vertex(s.polyhedron->corners(face)[0]);
        outside = std::max(outside, face.normal.dot(p - corner));
      }
      return outside;
    }
    default:
      throw std::logic_error("not a convex solid");
  }
}

double ConvexReferee::gap_along(const Vector3& n) const {
  return n.dot(a.motion.p_WS - b.motion.p_WS) - calc_reach(a, -n) - calc_reach(b, n);
}

double ConvexReferee::search_gap(cases::RandomSource& random, int num_directions) const {
  struct Candidate {
    Vector3 n;
    double gap;
  };
  std::vector<Candidate> candidates;
  // A spiral from pole to pole is about evenly dense.
  for (int i = 0; i < num_directions; ++i) {
    const double z = 1.0 - (2.0 * i + 1.0) / num_directions, turn = i * std::numbers::pi * (3.0 - std::sqrt(5.0));
    const double rho = std::sqrt(1.0 - z * z);
    const Vector3 n(rho * std::cos(turn), rho * std::sin(turn), z);
    candidates.push_back({n, gap_along(n)});
  }
  constexpr std::size_t kFollowed = 4;
  std::ranges::partial_sort(candidates, candidates.begin() + kFollowed, std::greater(), &Candidate::gap);
  double best = -INFINITY;
  for (std::size_t k = 0; k < kFollowed; ++k) {
    Candidate at = candidates[k];
    for (double width = 0.2; width > 1e-9;) {
      bool better = false;
      for (int i = 0; i < 8; ++i) {
        const Vector3 n = (at.n + width * random.direction()).normalized();
        const double gap = gap_along(n);
        if (gap > at.gap) at = {n, gap}, better = true;
      }
      if (!better) width *= 0.6;
    }
    best = std::max(best, at.gap);
  }
  return best;
}

}  // namespace carom::testing_support
