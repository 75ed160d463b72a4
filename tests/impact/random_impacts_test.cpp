// Ten thousand random impacts in the plane and in space: what must hold for every one of them.
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "carom/impact/resolve_impact.h"
#include "support/allocation_counter.h"

namespace carom::test {
namespace {

constexpr int kImpacts = 10000;

class RandomImpacts {
 public:
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() >> 11U) * 0x1p-53;
  }
  /// Symmetric and positive, with ratios of its axes up to some hundreds.
  template <int kSize>
  Eigen::Matrix<double, kSize, kSize> inertia() {
    Eigen::Matrix<double, kSize, kSize> factor;
    for (int i = 0; i < kSize; ++i) {
      for (int j = 0; j < kSize; ++j) factor(i, j) = between(-1.0, 1.0);
    }
    return factor * factor.transpose() + 0.02 * Eigen::Matrix<double, kSize, kSize>::Identity();
  }
  template <int kSize>
  Eigen::Matrix<double, kSize, 1> velocity() {
    Eigen::Matrix<double, kSize, 1> v;
    for (int i = 0; i < kSize; ++i) v(i) = between(-2.0, 2.0);
    v(kSize - 1) = -between(0.01, 2.0);
    return v;
  }

 private:
  std::mt19937_64 random_{1835};
};

/// Energies and momenta of an impact are sums of a few products of this size.
template <int kSize>
double energy_scale(const ImpactResultOf<kSize>& result, const Eigen::Matrix<double, kSize, 1>& before) {
  return (before.norm() + result.velocity.norm()) * result.impulse.norm();
}

/// In the plane every step is a rounding; in space the slip is followed to 1e-12.
template <int kSize>
constexpr double kError = kSize == 2 ? 1e-13 : 1e-11;

template <int kSize>
void check_stronge() {
  RandomImpacts random;
  double worst_gain = 0.0, worst_normal = 0.0;
  for (int i = 0; i < kImpacts; ++i) {
    const auto inertia = random.inertia<kSize>();
    const auto before = random.velocity<kSize>();
    const double mu = random.between(0.0, 2.0), e = i % 2 == 0 ? 1.0 : random.between(0.0, 1.0);
    const auto result = resolve_impact(impact::Stronge{.restitution = e, .friction = mu}, inertia, before);
    ASSERT_EQ(result.verdict, ImpactVerdict::Consistent) << "impact " << i;
    const double scale = energy_scale<kSize>(result, before);
    worst_gain = std::max(worst_gain, -result.dissipation / scale);
    worst_gain = std::max(worst_gain, -(result.dissipation - result.normal_dissipation) / scale);
    if (e == 1.0) worst_normal = std::max(worst_normal, std::abs(result.normal_dissipation) / scale);
  }
  EXPECT_LT(worst_gain, kError<kSize>);
  EXPECT_LT(worst_normal, kError<kSize>);
}

TEST(RandomImpacts, StrongeNeverGainsEnergyAndLosesNoneAlongTheNormalAtFullRestitution) {
  check_stronge<2>();
  check_stronge<3>();
}

template <int kSize>
void check_hypotheses() {
  RandomImpacts random;
  double worst_momentum = 0.0, worst_cone = 0.0, worst_end = 0.0;
  for (int i = 0; i < kImpacts; ++i) {
    const auto inertia = random.inertia<kSize>();
    const auto before = random.velocity<kSize>();
    const double mu = random.between(0.0, 2.0), e = random.between(0.0, 1.0);
    for (const char* name : {"newton", "poisson", "stronge", "brach"}) {
      const auto result = resolve_impact(*make_impact_law(name, e, mu), inertia, before);
      ASSERT_NE(result.verdict, ImpactVerdict::NoSolution) << name << ", impact " << i;
      const Eigen::Matrix<double, kSize, 1> left = result.velocity - before - inertia * result.impulse;
      worst_momentum = std::max(worst_momentum, left.norm() / (before.norm() + result.velocity.norm()));
      const double tangential = result.impulse.template head<kSize - 1>().norm(), normal = result.impulse(kSize - 1);
      worst_cone = std::max(worst_cone, (tangential - mu * normal) / result.impulse.norm());
      const double approach = -before(kSize - 1);
      if (name == std::string("newton") || name == std::string("brach")) {
        worst_end = std::max(worst_end, std::abs(result.velocity(kSize - 1) - e * approach) / approach);
      }
      if (name == std::string("poisson")) {
        worst_end = std::max(worst_end, std::abs(normal / result.compression_impulse - 1.0 - e));
      }
    }
  }
  EXPECT_LT(worst_momentum, kError<kSize>);
  EXPECT_LT(worst_cone, kError<kSize>);
  // Divided by an approach of a hundredth of the velocity at the least.
  EXPECT_LT(worst_end, 1e3 * kError<kSize>);
}

TEST(RandomImpacts, EveryHypothesisEndsWhereItSaysWithItsImpulseInTheCone) {
  check_hypotheses<2>();
  check_hypotheses<3>();
}

TEST(RandomImpacts, AllLawsAgreeWhenFrictionlessAndCentral) {
  RandomImpacts random;
  for (int i = 0; i < kImpacts; ++i) {
    Matrix3 inertia = Matrix3::Zero();
    inertia.topLeftCorner<2, 2>() = random.inertia<2>();
    inertia(2, 2) = random.between(0.1, 2.0);
    const Vector3 before = random.velocity<3>();
    const double e = random.between(0.0, 1.0);
    const Vector3 after(before.x(), before.y(), -e * before.z());
    for (const LawInfo& law : list_impact_laws()) {
      // Without friction the sticking branch of one-jump laws is out of reach unless there is no slip.
      const auto result = resolve_impact(*make_impact_law(law.name, e, 0.0), inertia, before);
      // Stronge's speed is the root of a work: a rounding of the work is 1/e of it in the speed.
      const double error = 1e-14 + 1e-15 / e;
      ASSERT_LT((result.velocity - after).norm(), error * before.norm()) << law.name << ", impact " << i;
    }
  }
}

/// A planar impact, turned into any direction of space, is the same impact.
TEST(RandomImpacts, PlaneInSpaceIsThePlane) {
  RandomImpacts random;
  double worst = 0.0;
  for (int i = 0; i < kImpacts; ++i) {
    const Eigen::Matrix2d inertia = random.inertia<2>();
    const Eigen::Vector2d before = random.velocity<2>();
    const double angle = random.between(-3.0, 3.0);
    Eigen::Matrix<double, 3, 2> into_space;
    into_space << std::cos(angle), 0.0, std::sin(angle), 0.0, 0.0, 1.0;
    Vector3 across(-std::sin(angle), std::cos(angle), 0.0);
    // Half of them cannot move across the plane at all.
    const double mobility = i % 2 == 0 ? 0.0 : random.between(0.1, 1.0);
    Matrix3 spatial = into_space * inertia * into_space.transpose() + mobility * across * across.transpose();
    spatial = 0.5 * (spatial + spatial.transpose()).eval();
    const double mu = random.between(0.0, 2.0), e = random.between(0.0, 1.0);
    for (const char* name : {"newton", "poisson", "stronge", "brach"}) {
      const ImpactLaw law = *make_impact_law(name, e, mu);
      const auto flat = resolve_impact(law, inertia, before);
      const auto found = resolve_impact(law, spatial, Vector3(into_space * before));
      worst = std::max(worst, (found.velocity - into_space * flat.velocity).norm() / before.norm());
      ASSERT_EQ(found.kind, flat.kind) << name << ", impact " << i;
    }
  }
  // The turned inertia is rounded; where the normal motion is nearly locked that is divided by little.
  EXPECT_LT(worst, 1e-10);
}

/// A direction of space is as good as another: turning the axes turns the answer.
TEST(RandomImpacts, TurningTheTangentialAxesTurnsTheAnswer) {
  RandomImpacts random;
  double worst = 0.0;
  for (int i = 0; i < kImpacts; ++i) {
    const Matrix3 inertia = random.inertia<3>();
    const Vector3 before = random.velocity<3>();
    const Matrix3 turn = Eigen::AngleAxisd(random.between(-3.0, 3.0), Vector3::UnitZ()).toRotationMatrix();
    const Matrix3 turned = turn * inertia * turn.transpose();
    const double mu = random.between(0.05, 1.0), e = random.between(0.0, 1.0);
    for (const LawInfo& info : list_impact_laws()) {
      const ImpactLaw law = *make_impact_law(info.name, e, mu);
      const auto a = resolve_impact(law, inertia, before);
      const auto b = resolve_impact(law, turned, Vector3(turn * before));
      if (a.kind != b.kind || a.verdict != b.verdict) continue;  // at the border of two cases
      worst = std::max(worst, (turn * a.velocity - b.velocity).norm() / before.norm());
    }
  }
  EXPECT_LT(worst, 1e-9);
}

TEST(RandomImpacts, NothingIsAllocated) {
  if (!testing_support::counts_allocations()) GTEST_SKIP() << "the sanitizers own malloc";
  RandomImpacts random;
  std::int64_t allocations = 0;
  for (int i = 0; i < 100; ++i) {
    const Matrix3 inertia = random.inertia<3>();
    const Vector3 before = random.velocity<3>();
    const Eigen::Matrix2d flat_inertia = random.inertia<2>();
    const Eigen::Vector2d flat_before = random.velocity<2>();
    for (const LawInfo& info : list_impact_laws()) {
      const ImpactLaw law = *make_impact_law(info.name, 0.5, 0.4);
      const auto start = testing_support::allocation_count();
      (void)resolve_impact(law, inertia, before);
      (void)resolve_impact(law, flat_inertia, flat_before);
      allocations += testing_support::allocation_count() - start;
    }
  }
  EXPECT_EQ(allocations, 0);
}

}  // namespace
}  // namespace carom::test
