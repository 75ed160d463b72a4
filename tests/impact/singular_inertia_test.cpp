// Contacts that cannot move in every direction.
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "carom/impact/resolve_impact.h"

namespace carom {
namespace {

const std::vector<ImpactLaw>& every_law() {
  static const std::vector<ImpactLaw> laws{
      impact::Newton{.restitution = 0.6, .friction = 0.3}, impact::Poisson{.restitution = 0.6, .friction = 0.3},
      impact::Stronge{.restitution = 0.6, .friction = 0.3}, impact::Brach{.restitution = 0.6, .friction = 0.3},
      impact::Aghili{.restitution = 0.6, .friction = 0.3}};
  return laws;
}

// A piston on a moving belt: its impulse cannot stop the slip, so friction takes all that the cone has, P_t = −μ P_n,
// and P_n = (1 + e) |v_n|/c.
TEST(SingularInertia, SlipThatNoImpulseStopsGoesOnAgainstAllOfTheFriction) {
  const Matrix3 inverse_inertia = Vector3(0.0, 0.0, 1.0).asDiagonal();
  const Vector3 velocity(0.6, -0.8, -1.2);
  for (const ImpactLaw& law : every_law()) {
    const ImpactResult result = resolve_impact(law, inverse_inertia, velocity);
    EXPECT_EQ(result.verdict, ImpactVerdict::Consistent) << info(law).name;
    const Vector3 expected(-0.3 * 0.6 * 1.92, 0.3 * 0.8 * 1.92, 1.92);
    EXPECT_LT((result.impulse - expected).norm(), 1e-12) << info(law).name;
    EXPECT_LT((result.velocity - Vector3(0.6, -0.8, 0.72)).norm(), 1e-12) << info(law).name;
  }
}

// A contact that can move along one line only, steep friction: the slip turns towards a direction in which friction
// cancels the normal impulse, and the impulse would grow for ever. No law may answer with what rounding leaves of that.
TEST(SingularInertia, AnImpulseWithoutEndIsNoSolution) {
  const Matrix3 inverse_inertia = Matrix3::Ones();
  const Vector3 velocity(0.7, -0.4, -1.2);
  for (ImpactLaw law : every_law()) {
    std::visit([](auto& member) { member.friction = 3.0; }, law);
    const ImpactResult result = resolve_impact(law, inverse_inertia, velocity);
    EXPECT_EQ(result.verdict, ImpactVerdict::NoSolution) << info(law).name;
    EXPECT_EQ(result.impulse, Vector3(0, 0, 0)) << info(law).name;
    EXPECT_EQ(result.velocity, velocity) << info(law).name;
  }
}

double draw(std::mt19937_64& random, double low, double high) {
  return low + (high - low) * static_cast<double>(random() >> 11U) * 0x1p-53;
}

/// The speed after an impact of a mechanism with one degree of freedom over that before. Its contact point moves along
/// one line, with s along the surface for each n along the normal. Friction helps to stop it, with n + μ s per impulse,
/// and holds back what comes back, with n − μ s: where that is not positive it locks. Laws that know the jump alone
/// have friction against the slip before or the average, which is the same.
double predict_rebound(std::string_view law, double e, double mu, double steepness) {
  if (law == "brach" || law == "aghili") return e;
  const double back = 1.0 - mu / steepness, forth = 1.0 + mu / steepness;
  if (back <= 0.0) return 0.0;
  if (law == "poisson") return e * back / forth;
  return law == "stronge" ? e * std::sqrt(back / forth) : e;
}

// Rods on hinges, cranks, linkages: every friction and restitution has an impulse, in the plane and in space.
TEST(SingularInertia, OneDegreeOfFreedomComesBackAlongItsLineOrLocks) {
  std::mt19937_64 random(5);
  double worst = 0.0;
  std::string where;
  for (int i = 0; i < 3000; ++i) {
    const double angle = draw(random, 0.02, 1.55), turn = draw(random, -3.0, 3.0);
    const double size = std::pow(10.0, draw(random, -3.0, 3.0)), speed = std::pow(10.0, draw(random, -4.0, 2.0));
    const double mu = i % 3 == 0 ? std::pow(10.0, draw(random, 0.0, 2.0)) : draw(random, 0.0, 1.5);
    const double e = i % 5 == 0 ? 0.0 : i % 5 == 1 ? 1.0 : draw(random, 0.0, 1.0);
    const Eigen::Vector2d flat(std::cos(angle), std::sin(angle));
    const Vector3 line(flat.x() * std::cos(turn), flat.x() * std::sin(turn), flat.y());
    // At the border of locking the answer is decided by rounding; it is continuous there but for Newton's law.
    if (std::abs(mu / std::tan(angle) - 1.0) < 1e-6) continue;
    for (const char* name : {"newton", "poisson", "stronge", "brach", "aghili"}) {
      const ImpactLaw law = *make_impact_law(name, e, mu);
      const double expected = predict_rebound(name, e, mu, std::tan(angle));
      const auto planar =
          resolve_impact(law, Eigen::Matrix2d(size * flat * flat.transpose()), Eigen::Vector2d(-speed * flat));
      const auto spatial = resolve_impact(law, Matrix3(size * line * line.transpose()), Vector3(-speed * line));
      const std::string what = std::string(name) + ", impact " + std::to_string(i) + ", mu " + std::to_string(mu) +
                               ", e " + std::to_string(e) + ", angle " + std::to_string(angle);
      ASSERT_EQ(name_of(planar.verdict), name_of(ImpactVerdict::Consistent)) << what;
      ASSERT_EQ(name_of(spatial.verdict), name_of(ImpactVerdict::Consistent)) << what;
      const double error = std::max((planar.velocity - expected * speed * flat).norm(),
                                    (spatial.velocity - expected * speed * line).norm()) /
                           speed;
      if (error > worst) worst = error, where = what;
      EXPECT_LE(spatial.impulse.head<2>().norm(),
                (1.0 + 1e-9) * mu * spatial.impulse.z() + 1e-9 * spatial.impulse.norm())
          << what;
    }
  }
  EXPECT_LT(worst, 1e-7) << where;
}

// A rod on a ball joint: two degrees of freedom, and the normal motion is locked once friction holds the tip.
TEST(SingularInertia, ARodOnABallJointTakesEveryImpact) {
  std::mt19937_64 random(6);
  for (int i = 0; i < 2000; ++i) {
    const Vector3 rod(draw(random, -1.0, 1.0), draw(random, -1.0, 1.0), -draw(random, 0.1, 1.0));
    const Vector3 spin(draw(random, -3.0, 3.0), draw(random, -3.0, 3.0), draw(random, -3.0, 3.0));
    Vector3 velocity = spin.cross(rod);
    if (velocity.z() > 0.0) velocity = -velocity;
    const double mu = i % 3 == 0 ? std::pow(10.0, draw(random, 0.0, 2.0)) : draw(random, 0.0, 1.5);
    const double e = i % 5 == 0 ? 0.0 : i % 5 == 1 ? 1.0 : draw(random, 0.0, 1.0);
    // Thin: it turns about the joint with m l²/3, and not about itself.
    const Matrix3 inertia = 3.0 * (Matrix3::Identity() - rod * rod.transpose() / rod.squaredNorm());
    for (const char* name : {"newton", "poisson", "stronge"}) {
      const auto result = resolve_impact(*make_impact_law(name, e, mu), inertia, velocity);
      const std::string what = std::string(name) + ", impact " + std::to_string(i) + ", mu " + std::to_string(mu) +
                               ", e " + std::to_string(e);
      ASSERT_NE(result.verdict, ImpactVerdict::NoSolution) << what;
      EXPECT_LT((result.velocity - velocity - inertia * result.impulse).norm(),
                1e-9 * velocity.norm() + 1e-13 * result.impulse.norm())
          << what;
      EXPECT_LE(result.impulse.head<2>().norm(), mu * result.impulse.z() + 1e-9 * result.impulse.norm()) << what;
      EXPECT_GE(result.velocity.z(), -1e-9 * velocity.norm()) << what;
      const bool may_gain = std::string(name) != "stronge";
      EXPECT_TRUE(may_gain || result.dissipation >= -1e-9 * velocity.norm() * result.impulse.norm()) << what;
    }
  }
}

// Without friction the slip is no part of an impact, however little or much the normal impulse changes it.
TEST(SingularInertia, FrictionlessImpactsInSpaceWorkWhateverTheCouplings) {
  std::mt19937_64 random(7);
  for (int power = 0; power >= -30; --power) {
    for (int i = 0; i < 20; ++i) {
      Matrix3 inertia = Matrix3::Identity();
      inertia.topRightCorner<2, 1>() =
          0.5 * std::pow(10.0, power) * Eigen::Vector2d(draw(random, -1.0, 1.0), draw(random, -1.0, 1.0));
      inertia.bottomLeftCorner<1, 2>() = inertia.topRightCorner<2, 1>().transpose();
      const Vector3 velocity(draw(random, -1.0, 1.0), draw(random, -1.0, 1.0),
                             -std::pow(10.0, draw(random, -3.0, 1.0)));
      const double e = draw(random, 0.0, 1.0);
      for (const LawInfo& law : list_impact_laws()) {
        for (const double mu : {0.0, 1e-18, 1e-9}) {
          const auto result = resolve_impact(*make_impact_law(law.name, e, mu), inertia, velocity);
          const std::string what = std::string(law.name) + ", coupling 1e" + std::to_string(power) + ", impact " +
                                   std::to_string(i) + ", mu " + std::to_string(mu);
          ASSERT_EQ(name_of(result.verdict), name_of(ImpactVerdict::Consistent)) << what;
          const double p = -(1.0 + e) * velocity.z();
          // Stronge's speed is the root of a work: a rounding of the work is 1/e of it in the speed.
          const double error = ((mu > 0.0 ? 1e-11 : 1e-13) + 1e-15 / e + 10.0 * mu) * (p + velocity.norm());
          EXPECT_LT(std::abs(result.velocity.z() + e * velocity.z()), error) << what;
          EXPECT_LT((result.velocity.head<2>() - velocity.head<2>() - p * inertia.topRightCorner<2, 1>()).norm(), error)
              << what;
        }
      }
    }
  }
}

}  // namespace
}  // namespace carom
