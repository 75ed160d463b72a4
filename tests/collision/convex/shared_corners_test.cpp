// Corners of what the faces of two boxes share.
#include "carom/collision/convex/shared_corners.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "carom/collision/contact_point.h"

namespace carom {
namespace {

using Kind = SharedCorners::Kind;

// A square that looks along ±z, with the anchors of a box's face.
ContactFeature make_face(double half, double side, const Vector3& at, double angle) {
  ContactFeature face;
  face.normal = side * Vector3::UnitZ();
  const std::array<Vector3, 4> corners{Vector3(half, side * half, 0), Vector3(-half, side * half, 0),
                                       Vector3(-half, -side * half, 0), Vector3(half, -side * half, 0)};
  for (const Vector3& corner : corners) {
    const int id = (corner.x() < 0 ? 4 : 0) | (corner.y() < 0 ? 2 : 0) | (side < 0 ? 1 : 0);
    face.add_anchored_corner(at + Eigen::AngleAxisd(angle, Vector3::UnitZ()) * corner, id, kSharp, kSharp);
  }
  return face;
}

int count_used(const SharedCorners& shared) {
  int used = 0;
  for (int i = 0; i < SharedCorners::kNumSlots; ++i) used += shared.corner(i).kind != Kind::Unused ? 1 : 0;
  return used;
}

double area_of(const SharedCorners& shared) {
  std::vector<Vector3> corners;
  Vector3 middle = Vector3::Zero();
  for (int i = 0; i < SharedCorners::kNumSlots; ++i) {
    if (shared.corner(i).kind != Kind::Unused) corners.push_back(shared.corner(i).on_own);
  }
  for (const Vector3& corner : corners) middle += corner / static_cast<double>(corners.size());
  const auto angle = [&](const Vector3& p) { return std::atan2(p.y() - middle.y(), p.x() - middle.x()); };
  std::ranges::sort(corners, {}, angle);
  double area = 0.0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    area += 0.5 * corners[i].cross(corners[(i + 1) % corners.size()]).z();
  }
  return area;
}

// Equal squares turned by 45° share an octagon of area 8 (√2 − 1) a², a the half side.
TEST(SharedCorners, SquaresTurnedAgainstEachOtherShareAnOctagon) {
  const ContactFeature lower = make_face(0.3, 1.0, Vector3::Zero(), 0.0);
  const ContactFeature upper = make_face(0.3, -1.0, Vector3::Zero(), 0.25 * std::numbers::pi);
  const SharedCorners shared(upper, lower);
  EXPECT_EQ(count_used(shared), 8);
  EXPECT_NEAR(area_of(shared), 8.0 * (std::numbers::sqrt2 - 1.0) * 0.09, 1e-15);
}

TEST(SharedCorners, OfASmallFaceOnALargeOneAreItsOwn) {
  const ContactFeature large = make_face(0.3, 1.0, Vector3::Zero(), 0.0);
  for (const double angle : {0.0, 0.2, 1.0}) {
    const ContactFeature small = make_face(0.1, -1.0, Vector3(0.05, 0.02, 0), angle);
    for (const SharedCorners& shared : {SharedCorners(small, large), SharedCorners(large, small)}) {
      EXPECT_EQ(count_used(shared), 4);
      EXPECT_NEAR(area_of(shared), 0.04, 1e-15);
    }
  }
}

TEST(SharedCorners, OfFlushFacesAreNoMoreThanFour) {
  for (const double half : {0.1, 0.3, 1e3}) {
    const SharedCorners shared(make_face(half, -1.0, Vector3::Zero(), 0.0), make_face(half, 1.0, Vector3::Zero(), 0.0));
    EXPECT_EQ(count_used(shared), 4);
  }
}

// A face that turns and slides over another one: corners neither jump nor vanish but where another one is.
TEST(SharedCorners, SlotsEndWhereOthersGoOn) {
  constexpr int kSteps = 20000;
  constexpr double kStep = 1e-4;  // no corner moves as far but on sides that are nearly parallel
  const ContactFeature lower = make_face(0.3, 1.0, Vector3::Zero(), 0.0);
  std::array<bool, SharedCorners::kNumSlots> was_used{};
  std::array<Vector3, SharedCorners::kNumSlots> last;
  int ends = 0;
  for (int k = 0; k < kSteps; ++k) {
    const double t = static_cast<double>(k) / kSteps;
    const Vector3 at(0.25 * std::sin(9.0 * t), 0.2 * std::cos(7.0 * t) - 0.1, 0.0);
    const double angle = 0.3 + 0.9 * t;
    const ContactFeature upper = make_face(0.22, -1.0, at, angle);
    const SharedCorners shared(upper, lower);
    ASSERT_TRUE(shared.found());
    for (int i = 0; i < SharedCorners::kNumSlots; ++i) {
      const bool is_used = shared.corner(i).kind != Kind::Unused;
      if (was_used[i] && is_used) {
        EXPECT_LT((shared.corner(i).on_own - last[i]).norm(), 50.0 * kStep) << i << ' ' << t;
      } else if (was_used[i]) {
        double nearest = 1.0;
        for (int j = 0; j < SharedCorners::kNumSlots; ++j) {
          if (shared.corner(j).kind == Kind::Unused) continue;
          nearest = std::min(nearest, (shared.corner(j).on_own - last[i]).norm());
        }
        EXPECT_LT(nearest, 50.0 * kStep) << i << ' ' << t;
        EXPECT_LT((shared.corner(i).on_own - last[i]).norm(), 50.0 * kStep) << i << ' ' << t;
        ++ends;
      }
      was_used[i] = is_used;
      last[i] = shared.corner(i).on_own;
    }
  }
  EXPECT_GT(ends, 10);
}

}  // namespace
}  // namespace carom
