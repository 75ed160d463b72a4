// Bodies on many feet, linkages and chains of balls: impulses of several contacts judged by the conditions themselves,
// computed anew from G, u and p.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include "carom/impact/resolve_impact.h"
#include "carom/impact/several/simultaneous_impact.h"

namespace carom::test {
namespace {

class Random {
 public:
  explicit Random(std::uint64_t seed) : random_(seed) {}
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() >> 11U) * 0x1p-53;
  }
  double power_of_ten(double low, double high) { return std::pow(10.0, between(low, high)); }
  int below(int count) { return static_cast<int>(between(0.0, count)); }
  Vector3 vector(double size) { return {between(-size, size), between(-size, size), between(-size, size)}; }

 private:
  std::mt19937_64 random_;
};

MatrixX make_cross(const Vector3& r) {
  return Matrix3{{0.0, -r.z(), r.y()}, {r.z(), 0.0, -r.x()}, {-r.y(), r.x(), 0.0}};
}

/// A body that lands on points of a floor; rows t₁, t₂, n for each.
ContactSet make_body_on_feet(Random& random, const std::vector<Vector3>& feet, const std::vector<ImpactLaw>& laws) {
  MatrixX jacobian(3 * feet.size(), 6);
  for (std::size_t i = 0; i < feet.size(); ++i) {
    jacobian.middleRows<3>(3 * static_cast<Eigen::Index>(i)) << Matrix3::Identity(), -make_cross(feet[i]);
  }
  VectorX inverse_mass(6);
  inverse_mass.head<3>().setConstant(1.0 / random.power_of_ten(-2.0, 2.0));
  for (int i = 3; i < 6; ++i) inverse_mass(i) = inverse_mass(0) * random.power_of_ten(-0.5, 2.0);
  VectorX velocity(6);
  velocity << random.vector(1.0), random.vector(2.0);
  velocity(2) = -random.power_of_ten(-2.0, 0.5);
  return {.dimension = 3,
          .delassus = jacobian * inverse_mass.asDiagonal() * jacobian.transpose(),
          .velocity = jacobian * velocity,
          .laws = laws};
}

double draw_friction(Random& random) {
  switch (random.below(5)) {
    case 0:
      return 0.0;
    case 1:
      return random.power_of_ten(0.0, 2.0);
    default:
      return random.between(0.0, 1.2);
  }
}

ImpactLaw draw_law(Random& random, const char* name) {
  const double friction = draw_friction(random);
  const double e = random.below(4) == 0 ? std::round(random.between(0.0, 1.0)) : random.between(0.0, 1.0);
  return *make_impact_law(name, e, friction);
}

std::vector<Vector3> make_feet(Random& random, int count) {
  std::vector<Vector3> feet;
  const double height = random.between(0.05, 0.8), turn = random.between(0.0, 6.0);
  for (int i = 0; i < count; ++i) {
    const double angle = turn + 2.0 * M_PI * i / count + (count == 3 ? random.between(-0.3, 0.3) : 0.0);
    const double radius = count == 4 ? 0.25 : random.between(0.2, 0.6);
    feet.emplace_back(radius * std::cos(angle), (count == 4 ? 0.7 : 1.0) * radius * std::sin(angle), -height);
  }
  return feet;
}

struct Judgement {
  double worst{};       // in parts of the largest velocity, each contact in units of its own inverse inertia
  std::string where{};  // the worst offender
  void see(double error, const std::string& what) {
    if (!(error <= worst)) worst = error, where = what;
  }
};

/// Coulomb's law of one contact: impulse p of which at least m is given along the normal, against the motion w.
void judge_contact(const VectorX& p, const VectorX& w, double friction, double static_friction, double m, double speed,
                   const std::string& name, Judgement& judgement) {
  const auto tangents = p.size() - 1;
  const double p_n = p(tangents), w_n = w(tangents), slip = w.head(tangents).norm(), f = p.head(tangents).norm();
  judgement.see(-w_n / speed, name + " closes");
  judgement.see((m - p_n) / speed, name + " pulls");
  judgement.see(std::min((p_n - m) / speed, w_n / speed), name + " pushes apart");
  judgement.see((f - static_friction * p_n) / (speed * (1.0 + static_friction)), name + " leaves its cone");
  if (slip <= 1e-8 * speed || !(p_n > 0.0)) return;
  const VectorX left = p.head(tangents) + friction * p_n * w.head(tangents) / slip;
  // A direction is known to the rounding of the velocity over the slip.
  judgement.see(left.norm() * std::min(1.0, slip / speed) / (speed * (1.0 + friction)),
                name + " does not oppose its slip");
}

/// Units in which each contact's inverse inertia is about one.
VectorX make_units(const ContactSet& set) {
  VectorX units(set.velocity.size());
  const int n = set.dimension;
  for (int i = 0; i < set.count(); ++i) {
    units.segment(n * i, n).setConstant(1.0 / std::sqrt(set.delassus.diagonal().segment(n * i, n).mean()));
  }
  return units;
}

Judgement judge_newton(const ContactSet& set, const ContactSetResult& result, const std::string& name) {
  Judgement judgement;
  const VectorX units = make_units(set);
  const VectorX after = set.velocity + set.delassus * result.impulse;
  const double speed = units.cwiseProduct(set.velocity).cwiseAbs().maxCoeff();
  const int n = set.dimension;
  for (int i = 0; i < set.count(); ++i) {
    const ImpactLaw& law = set.laws[static_cast<std::size_t>(i)];
    VectorX w = after.segment(n * i, n);
    const double before = set.velocity(n * i + n - 1);
    w(n - 1) += get_restitution(law, -before) * before;
    judge_contact(result.impulse.segment(n * i, n).cwiseQuotient(units.segment(n * i, n)),
                  w.cwiseProduct(units.segment(n * i, n)), get_friction(law), get_static_friction(law), 0.0, speed,
                  name + " contact " + std::to_string(i), judgement);
  }
  return judgement;
}

constexpr int kStools = 400;
// Solutions are polished to rounding; directions of slow slip lose digits.
constexpr double kConditions = 1e-9;

TEST(SimultaneousBattery, StoolsTablesAndBoxesObeyNewtonsFormAtEveryFoot) {
  Random random(31);
  Judgement worst;
  for (int i = 0; i < kStools; ++i) {
    const int feet = i % 4 == 0 ? 4 : i % 4 == 1 ? 6 : 3;
    const ImpactLaw law = draw_law(random, "newton");
    const ContactSet set = make_body_on_feet(random, make_feet(random, feet), std::vector<ImpactLaw>(feet, law));
    const ContactSetResult result = resolve_simultaneous_impact(set);
    ASSERT_NE(result.verdict, ImpactVerdict::NoSolution)
        << "body " << i << ", feet " << feet << ", friction " << get_friction(law) << ", restitution "
        << get_restitution(law, 1.0) << ", proven " << result.proven;
    const Judgement judgement = judge_newton(set, result, "body " + std::to_string(i));
    worst.see(judgement.worst, judgement.where);
  }
  EXPECT_LT(worst.worst, kConditions) << worst.where;
}

// Poisson's form on feet: nothing closes, and each foot ends with at least 1 + e times what compression gave it, which
// a solution with e = 0 gives independently; energy changes as the impulses say.
TEST(SimultaneousBattery, StoolsObeyPoissonsFormAtEveryFoot) {
  Random random(37);
  Judgement worst;
  for (int i = 0; i < kStools; ++i) {
    const int feet = i % 4 == 0 ? 4 : i % 4 == 1 ? 6 : 3;
    const ImpactLaw law = draw_law(random, "poisson");
    const ContactSet set = make_body_on_feet(random, make_feet(random, feet), std::vector<ImpactLaw>(feet, law));
    const ContactSetResult result = resolve_simultaneous_impact(set);
    const std::string name = "body " + std::to_string(i) + " of " + std::to_string(feet) + " feet, friction " +
                             std::to_string(get_friction(law));
    ASSERT_NE(result.verdict, ImpactVerdict::NoSolution) << name << ", proven " << result.proven;
    ContactSet soft = set;
    for (ImpactLaw& each : soft.laws) each = with_restitution(each, 0.0);
    const VectorX compression = resolve_simultaneous_impact(soft).impulse;
    const VectorX units = make_units(set), expansion = result.impulse - compression;
    const double speed = units.cwiseProduct(set.velocity).cwiseAbs().maxCoeff();
    for (int k = 0; k < feet; ++k) {
      const VectorX p = expansion.segment(3 * k, 3).cwiseQuotient(units.segment(3 * k, 3));
      const VectorX u = result.velocity.segment(3 * k, 3).cwiseProduct(units.segment(3 * k, 3));
      const double m = get_restitution(law, 1.0) * compression(3 * k + 2) / units(3 * k + 2);
      judge_contact(p, u, get_friction(law), get_friction(law), m, speed, name + " contact " + std::to_string(k),
                    worst);
    }
  }
  EXPECT_LT(worst.worst, kConditions) << worst.where;
}

// Each contact by its own law, in whatever order they come.
TEST(SimultaneousBattery, TheOrderOfContactsWithDifferentLawsDoesNotMatter) {
  Random random(41);
  double worst = 0.0;
  for (int i = 0; i < 200; ++i) {
    const int feet = 2 + i % 3;
    std::vector<ImpactLaw> laws;
    const char* const names[] = {"newton", "poisson", "aghili", "stronge", "brach"};
    for (int k = 0; k < feet; ++k) {
      laws.push_back(*make_impact_law(names[random.below(5)], random.between(0.0, 1.0), random.between(0.0, 0.6)));
    }
    const ContactSet set = make_body_on_feet(random, make_feet(random, feet), laws);
    ContactSet turned = set;
    std::vector<int> rows;
    for (int k = feet - 1; k >= 0; --k) {
      for (int r = 0; r < 3; ++r) rows.push_back(3 * k + r);
    }
    std::ranges::reverse(turned.laws);
    turned.delassus = set.delassus(rows, rows);
    turned.velocity = set.velocity(rows);
    const ContactSetResult one = resolve_simultaneous_impact(set), other = resolve_simultaneous_impact(turned);
    ASSERT_NE(one.verdict, ImpactVerdict::NoSolution) << i;
    ASSERT_NE(other.verdict, ImpactVerdict::NoSolution) << i;
    const double difference = (one.velocity(rows) - other.velocity).norm() / set.velocity.norm();
    // Four feet that share a load in many ways and rub with different friction have a continuum of motions; where a
    // foot just carries nothing, which of them is taken is known to some 1e-6 only. A bisection of Stronge's
    // restitution ends within 2⁻³⁰ of it.
    if (!one.limited && feet < 4) worst = std::max(worst, difference);
    std::string what =
        "body " + std::to_string(i) + (one.limited ? ", limited" : "") + (other.limited ? ", limited" : "");
    for (const ImpactLaw& law : laws) {
      what += ", " + std::string(info(law).name) + " " + std::to_string(get_friction(law));
    }
    EXPECT_LT(difference, feet < 4 ? 1e-8 : 1e-5) << what;
  }
  EXPECT_LT(worst, 1e-11);
}

// Contacts that do not feel each other are what they are alone, in the forms that a jump has: where slip keeps its
// direction Newton's and Poisson's laws are these.
TEST(SimultaneousBattery, UncoupledContactsFollowTheirOwnLaws) {
  Random random(43);
  double worst = 0.0;
  int compared = 0;
  for (int i = 0; i < 300; ++i) {
    ContactSet set{.dimension = 3, .delassus = MatrixX::Zero(9, 9), .velocity = VectorX(9), .laws = {}};
    const char* const names[] = {"newton", "poisson", "aghili"};
    for (int k = 0; k < 3; ++k) {
      const Matrix3 factor = Matrix3::NullaryExpr([&] { return random.between(-1.0, 1.0); });
      set.delassus.block<3, 3>(3 * k, 3 * k) = factor * factor.transpose() + 0.1 * Matrix3::Identity();
      set.velocity.segment<3>(3 * k) = random.vector(2.0);
      set.velocity(3 * k + 2) = -random.between(0.1, 2.0);
      set.laws.push_back(*make_impact_law(names[k], random.between(0.0, 1.0), k < 2 ? 0.0 : random.between(0.0, 1.0)));
    }
    const ContactSetResult result = resolve_simultaneous_impact(set);
    ASSERT_NE(result.verdict, ImpactVerdict::NoSolution) << i;
    for (int k = 0; k < 3; ++k) {
      const auto alone =
          resolve_impact(set.laws[static_cast<std::size_t>(k)], Matrix3(set.delassus.block<3, 3>(3 * k, 3 * k)),
                         Vector3(set.velocity.segment<3>(3 * k)));
      if (alone.verdict == ImpactVerdict::NoSolution) continue;  // of Aghili's law: the group's form has one
      ++compared;
      worst = std::max(worst, (result.velocity.segment<3>(3 * k) - alone.velocity).norm());
    }
  }
  EXPECT_LT(worst, 1e-9);
  EXPECT_GT(compared, 880);
}

/// Balls of any mass in a row.
ContactSet make_chain(const VectorX& masses, const VectorX& speeds, const ImpactLaw& law) {
  const auto count = masses.size() - 1;
  MatrixX jacobian = MatrixX::Zero(2 * count, masses.size());
  for (Eigen::Index i = 0; i < count; ++i) {
    jacobian(2 * i + 1, i) = -1.0;
    jacobian(2 * i + 1, i + 1) = 1.0;
  }
  return {.dimension = 2,
          .delassus = jacobian * masses.cwiseInverse().asDiagonal() * jacobian.transpose(),
          .velocity = jacobian * speeds,
          .laws = std::vector<ImpactLaw>(static_cast<std::size_t>(count), law)};
}

// Without friction and with one restitution for all, Newton's form loses no more than (1 − e²) of the energy, whatever
// the masses, and nothing at e = 1.
TEST(SimultaneousBattery, ChainsOfBallsKeepTheirEnergyAccount) {
  Random random(47);
  for (int i = 0; i < 300; ++i) {
    const int balls = 3 + random.below(4);
    const VectorX masses = VectorX::NullaryExpr(balls, [&] { return random.power_of_ten(-1.0, 1.0); });
    const VectorX speeds = VectorX::NullaryExpr(balls, [&] { return random.between(-1.0, 1.0); });
    for (const double e : {0.0, 0.5, 1.0}) {
      const ContactSet chain = make_chain(masses, speeds, impact::Newton{.restitution = e});
      const ContactSetResult result = resolve_simultaneous_impact(chain);
      const double scale = chain.velocity.norm() * result.impulse.norm();
      EXPECT_GE(result.dissipation, -1e-12 * scale) << "chain " << i << ", e " << e;
      EXPECT_TRUE(e < 1.0 || std::abs(result.dissipation) < 1e-12 * (1.0 + scale)) << "chain " << i;
    }
  }
}

/// Three contacts that all feel each other through eight velocities.
ContactSet make_mechanism(Random& random) {
  const MatrixX jacobian = MatrixX::NullaryExpr(9, 8, [&] { return random.between(-1.0, 1.0); });
  const VectorX speeds = VectorX::NullaryExpr(8, [&] { return random.between(-1.0, 1.0); });
  return {.dimension = 3, .delassus = jacobian * jacobian.transpose(), .velocity = jacobian * speeds, .laws = {}};
}

// Whatever the friction and however restitutions differ: Poisson's form, and with it Stronge's law in groups, gains
// nothing.
TEST(SimultaneousBattery, PoissonsFormGainsNoEnergyInRandomMechanisms) {
  Random random(59);
  for (int i = 0; i < 500; ++i) {
    ContactSet set = make_mechanism(random);
    for (int k = 0; k < 3; ++k) {
      const double e = random.below(3) == 0 ? random.between(0.0, 1.0) : random.below(2);
      set.laws.push_back(*make_impact_law(k == 0 ? "stronge" : "poisson", e, random.between(0.0, 1.5)));
    }
    const ContactSetResult result = resolve_simultaneous_impact(set);
    ASSERT_NE(result.verdict, ImpactVerdict::NoSolution) << "mechanism " << i;
    EXPECT_EQ(result.energy_gain, 0.0) << "mechanism " << i;
    EXPECT_FALSE(result.limited) << "mechanism " << i;
  }
}

// A contact with Newton's law makes groups gain energy. Those with Stronge's give up restitution so that they do not,
// if that is enough; otherwise the gain is told.
TEST(SimultaneousBattery, GroupsWithStrongesLawGainOnlyWhatNewtonsGainsWithoutIt) {
  Random random(61);
  int limited = 0, gained = 0;
  for (int i = 0; i < 1000; ++i) {
    ContactSet set = make_mechanism(random);
    set.laws = {impact::Newton{.restitution = 1.0, .friction = random.between(0.2, 1.5)},
                impact::Stronge{.restitution = 1.0, .friction = random.between(0.2, 1.5)},
                impact::Stronge{.restitution = 1.0, .friction = random.between(0.2, 1.5)}};
    const ContactSetResult result = resolve_simultaneous_impact(set);
    if (result.verdict == ImpactVerdict::NoSolution) continue;  // Newton's form may have none
    limited += result.limited ? 1 : 0;
    EXPECT_TRUE(!result.limited || result.dissipation >= 0.0) << "mechanism " << i;
    if (!(result.energy_gain > 0.0)) continue;
    ++gained;
    for (std::size_t k = 1; k < 3; ++k) set.laws[k] = with_restitution(set.laws[k], 0.0);
    EXPECT_LT(resolve_simultaneous_impact(set).dissipation, 0.0) << "mechanism " << i;
  }
  EXPECT_GT(limited, 0);
  EXPECT_GT(gained, 0);
}

// A contact sticks within the static cone or slides with kinetic friction.
TEST(SimultaneousBattery, StaticFrictionHoldsOrLetsGo) {
  Random random(53);
  Judgement worst;
  int stuck = 0, slid = 0;
  for (int i = 0; i < 200; ++i) {
    const double kinetic = random.between(0.05, 0.6);
    const ImpactLaw law = impact::Newton{.restitution = random.between(0.0, 0.8),
                                         .friction = kinetic,
                                         .static_friction = kinetic * random.between(1.0, 3.0)};
    const ContactSet set = make_body_on_feet(random, make_feet(random, 3), std::vector<ImpactLaw>(3, law));
    const ContactSetResult result = resolve_simultaneous_impact(set);
    ASSERT_NE(result.verdict, ImpactVerdict::NoSolution) << i;
    const Judgement judgement = judge_newton(set, result, "stool " + std::to_string(i));
    worst.see(judgement.worst, judgement.where);
    for (int k = 0; k < 3; ++k) {
      if (!(result.impulse(3 * k + 2) > 0.0)) continue;
      (result.velocity.segment<2>(3 * k).norm() < 1e-9 * set.velocity.norm() ? stuck : slid) += 1;
    }
  }
  EXPECT_LT(worst.worst, kConditions) << worst.where;
  EXPECT_GT(stuck, 20);
  EXPECT_GT(slid, 20);
}

// A rod on a hinge between two stops, with friction that locks it: there is one degree of freedom, no impulse within
// the cones lets it go back, and enumeration proves that Newton's restitution cannot be had. Poisson's form stops the
// rod.
TEST(SimultaneousBattery, ALockedLinkageHasNoRestitutionByProof) {
  const Vector3 hand(0.9, 0.0, 0.4359);  // of a point at the rod's end: velocity per angular velocity (t₁, t₂, n)
  MatrixX jacobian(6, 1);
  jacobian << hand, 0.5 * hand;
  ContactSet set{.dimension = 3,
                 .delassus = 3.0 * jacobian * jacobian.transpose(),
                 .velocity = jacobian * -1.0,
                 .laws = std::vector<ImpactLaw>(2, impact::Newton{.restitution = 0.6, .friction = 0.7})};
  const ContactSetResult newton = resolve_simultaneous_impact(set);
  EXPECT_EQ(newton.verdict, ImpactVerdict::NoSolution);
  EXPECT_TRUE(newton.proven);
  const ContactSetResult poisson = resolve_simultaneous_impact(set, SimultaneousForm::Poisson);
  EXPECT_EQ(poisson.verdict, ImpactVerdict::Consistent);
  EXPECT_LT(poisson.velocity.norm(), kConditions);
  for (ImpactLaw& law : set.laws) law = impact::Newton{.restitution = 0.6, .friction = 0.4};
  const ContactSetResult free = resolve_simultaneous_impact(set);
  EXPECT_EQ(free.verdict, ImpactVerdict::Consistent);
  EXPECT_LT((free.velocity + 0.6 * set.velocity).norm(), 1e-12);
}

}  // namespace
}  // namespace carom::test
