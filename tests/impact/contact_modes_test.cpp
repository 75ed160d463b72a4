#include "carom/impact/modes/contact_modes.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include <gtest/gtest.h>

#include "impact/reference_file.h"

namespace carom::test {
namespace {

using nlohmann::json;

double number_at(const json& row, const char* key) { return row.at(key).get<double>(); }

/// Wang & Kumar's peg: a rod between floor and wall with m = k = l = 1. Rows: tangential, normal of A, then of B.
MatrixX peg_jacobian(double theta_deg, double beta_deg) {
  const double theta = theta_deg * std::numbers::pi / 180.0, beta = beta_deg * std::numbers::pi / 180.0;
  MatrixX jacobian(4, 3);
  jacobian << 1.0, 0.0, std::sin(beta),                           //
      0.0, 1.0, -std::cos(beta),                                  //
      -std::cos(theta), std::sin(theta), std::sin(beta + theta),  //
      -std::sin(theta), -std::cos(theta), -std::cos(beta + theta);
  return jacobian;
}

/// `signs` are those of the friction forces, against the slip.
ContactModeProblem make_peg(double theta_deg, double beta_deg, double friction, const Eigen::Vector2d& signs,
                            const VectorX& normal_acceleration) {
  const MatrixX jacobian = peg_jacobian(theta_deg, beta_deg);
  ContactModeProblem problem;
  problem.dimension = 2;
  problem.delassus = jacobian * jacobian.transpose();
  problem.free_motion = VectorX::Zero(4);
  problem.free_motion(1) = normal_acceleration(0);
  problem.free_motion(3) = normal_acceleration(1);
  problem.velocity = VectorX::Zero(4);
  problem.velocity(0) = -signs(0);
  problem.velocity(2) = -signs(1);
  problem.friction = VectorX::Constant(2, friction);
  return problem;
}

/// The reference writes C where a contact stays closed.
std::string closed_or_separate(const ContactModeSolution& solution) {
  std::string text = describe_modes(solution);
  for (char& letter : text) letter = letter == 'S' ? 'S' : 'C';
  return text;
}

void check_peg_variant(const json& example, const char* name) {
  const json& variant = example.at(name);
  const Eigen::Vector2d signs = read_vector<2>(variant.at("sigma"));
  for (const auto& [load, expected] : variant.at("loads").items()) {
    SCOPED_TRACE(std::string(name) + ", " + load);
    const auto problem = make_peg(number_at(example, "theta_deg"), number_at(example, "beta_deg"),
                                  number_at(example, "mu"), signs, read_vector<2>(expected.at("e")));
    const ContactModeReport report = find_contact_modes(problem);
    EXPECT_EQ(report.status, ContactModeStatus::Complete);
    ASSERT_EQ(report.solutions.size(), expected.at("solutions").size());
    for (std::size_t i = 0; i < report.solutions.size(); ++i) {
      const json& solution = expected.at("solutions").at(i);
      EXPECT_EQ(closed_or_separate(report.solutions[i]), solution.at("mode").get<std::string>());
      for (int contact = 0; contact < 2; ++contact) {
        const auto place = static_cast<std::size_t>(contact);
        EXPECT_NEAR(report.solutions[i].force(2 * contact + 1), solution.at("lam").at(place).get<double>(), 1e-9);
        EXPECT_NEAR(report.solutions[i].motion(2 * contact + 1), solution.at("eta").at(place).get<double>(), 1e-9);
      }
    }
  }
}

TEST(ContactModes, PegHasTheSolutionsOfItsSlipSigns) {
  const json file = read_reference("consistency.json");
  std::vector<json> examples{file.at("example")};
  for (const json& more : file.at("more")) examples.push_back(more);
  for (const json& example : examples) {
    SCOPED_TRACE("beta " + example.at("beta_deg").dump());
    for (const char* name : {"printed", "kinematic", "opposite", "mm"}) check_peg_variant(example, name);
  }
}

TEST(ContactModes, PegAtRestHasTheModesThatAreConsistent) {
  const json file = read_reference("consistency.json");
  std::vector<json> examples{file.at("example")};
  for (const json& more : file.at("more")) examples.push_back(more);
  for (const json& example : examples) {
    for (const auto& [load, expected] : example.at("modes_at_rest").items()) {
      SCOPED_TRACE("beta " + example.at("beta_deg").dump() + ", " + load);
      const MatrixX jacobian = peg_jacobian(number_at(example, "theta_deg"), number_at(example, "beta_deg"));
      ContactModeProblem problem;
      problem.dimension = 2;
      problem.delassus = jacobian * jacobian.transpose();
      problem.free_motion = jacobian * read_vector<3>(expected.at("b"));
      problem.friction = VectorX::Constant(2, number_at(example, "mu"));
      std::set<std::string> found;
      for (const ContactModeSolution& solution : find_contact_modes(problem).solutions) {
        found.insert(describe_modes(solution));
      }
      EXPECT_EQ(found, expected.at("consistent").get<std::set<std::string>>());
    }
  }
}

void check_peg_map(const json& map) {
  const Eigen::Vector2d signs = read_vector<2>(map.at("sigma"));
  const Eigen::Vector2d acceleration = read_vector<2>(map.at("e"));
  int wrong = 0, compared = 0;
  for (const json& layer : map.at("maps")) {
    for (std::size_t i = 0; i < map.at("theta_deg").size(); ++i) {
      for (std::size_t j = 0; j < map.at("beta_deg").size(); ++j) {
        // A cell on a boundary may go either way.
        if (std::abs(layer.at("detA").at(i).at(j).get<double>()) < 1e-9) continue;
        const auto report =
            find_contact_modes(make_peg(map.at("theta_deg").at(i).get<double>(), map.at("beta_deg").at(j).get<double>(),
                                        number_at(layer, "mu"), signs, acceleration));
        ++compared;
        wrong += static_cast<int>(report.solutions.size()) != layer.at("count").at(i).at(j).get<int>() ? 1 : 0;
      }
    }
  }
  EXPECT_EQ(wrong, 0) << "of " << compared;
}

TEST(ContactModes, PegMapsAreTheSameInEveryCell) {
  const json file = read_reference("consistency.json");
  check_peg_map(file.at("map"));
  check_peg_map(file.at("map_kinematic"));
  check_peg_map(file.at("map_mixed_e"));
  for (const json& map : file.at("map_multiple")) check_peg_map(map);
}

/// Painlevé's rod slides to the right, leaning over its contact point: half length l, k² = l²/3.
TEST(ContactModes, PainleveRodHasItsFourRegions) {
  const json rod = read_reference("consistency.json").at("rod");
  const double l = number_at(rod, "l"), k2 = number_at(rod, "k2"), g = number_at(rod, "g");
  int wrong = 0;
  for (const json& layer : rod.at("maps")) {
    for (std::size_t i = 0; i < rod.at("theta_deg").size(); ++i) {
      for (std::size_t j = 0; j < rod.at("omega").size(); ++j) {
        const double theta = rod.at("theta_deg").at(i).get<double>() * std::numbers::pi / 180.0;
        const double omega = rod.at("omega").at(j).get<double>();
        const double c = l * std::cos(theta), s = l * std::sin(theta);
        ContactModeProblem problem;
        problem.dimension = 2;
        problem.delassus = MatrixX{{1.0 + s * s / k2, c * s / k2}, {c * s / k2, 1.0 + c * c / k2}};
        problem.free_motion = Eigen::Vector2d(0.0, -g + s * omega * omega);
        problem.velocity = Eigen::Vector2d(1.0, 0.0);
        problem.friction = VectorX::Constant(1, number_at(layer, "mu"));
        const auto report = find_contact_modes(problem);
        int region = report.solutions.size() == 2 ? 3 : 0;
        if (report.solutions.size() == 1) region = report.solutions[0].modes[0] == ContactMode::Separate ? 2 : 1;
        wrong += region != layer.at("map").at(i).at(j).get<int>() ? 1 : 0;
      }
    }
  }
  EXPECT_EQ(wrong, 0);
}

/// A block on two edges, on a floor that pushes it sideways less than friction holds: it rests, with equal forces.
TEST(ContactModes, BlockOnTwoEdgesRestsWithSymmetricForces) {
  const double half_width = 0.3, height = 0.2, mass = 2.0, inertia = 0.1, g = 9.81;
  MatrixX jacobian(4, 3);
  jacobian << 1.0, 0.0, height, 0.0, 1.0, -half_width, 1.0, 0.0, height, 0.0, 1.0, half_width;
  const MatrixX inverse_mass = Vector3(1.0 / mass, 1.0 / mass, 1.0 / inertia).asDiagonal();
  ContactModeProblem problem;
  problem.dimension = 2;
  problem.delassus = jacobian * inverse_mass * jacobian.transpose();
  problem.free_motion = jacobian * Vector3(0.0, -g, 0.0);
  problem.friction = VectorX::Constant(2, 0.5);
  const auto report = find_contact_modes(problem);
  EXPECT_EQ(report.motion_count, 1);
  ASSERT_FALSE(report.solutions.empty());
  const ContactModeSolution& rest = report.solutions.front();
  EXPECT_EQ(describe_modes(rest), "00");
  EXPECT_FALSE(rest.force_is_unique);
  EXPECT_NEAR(rest.force(1), 0.5 * mass * g, 1e-12 * mass * g);
  EXPECT_NEAR(rest.force(3), 0.5 * mass * g, 1e-12 * mass * g);
  EXPECT_LT(rest.motion.cwiseAbs().maxCoeff(), 1e-12 * g);
}

/// A ball pushed sideways harder than friction holds begins to slide that way.
TEST(ContactModes, SlideThatBeginsInSpaceGoesWhereItIsPushed) {
  const Matrix3 mobility = Vector3(3.5, 3.5, 1.0).asDiagonal();
  ContactModeProblem problem;
  problem.delassus = mobility;
  problem.friction = VectorX::Constant(1, 0.2);
  const Eigen::Vector2d push(3.0, -4.0);
  problem.free_motion = Vector3(push.x(), push.y(), -2.0);
  const auto report = find_contact_modes(problem);
  EXPECT_EQ(report.status, ContactModeStatus::Complete);
  ASSERT_EQ(report.solutions.size(), 1U);
  EXPECT_EQ(describe_modes(report.solutions[0]), "x");
  // Friction 0.2 · 2 N at 3.5 /kg takes 1.4 m/s² off the 5 m/s² of the push.
  const Eigen::Vector2d expected = push * (5.0 - 1.4) / 5.0;
  EXPECT_LT((report.solutions[0].motion.head<2>() - expected).norm(), 1e-14 * 5.0 * 8.0);
}

/// Two balls in space that do not touch each other do together what each does alone.
TEST(ContactModes, SeveralContactsInSpaceThatAreNotCoupledActAlone) {
  ContactModeProblem alone;
  alone.delassus = Matrix3{{3.0, 0.4, 0.7}, {0.4, 2.0, -0.5}, {0.7, -0.5, 1.5}};
  alone.free_motion = Vector3(0.6, 1.0, -2.0);
  alone.friction = VectorX::Constant(1, 0.15);
  const auto one = find_contact_modes(alone);
  ASSERT_EQ(one.solutions.size(), 1U);
  ContactModeProblem both;
  both.delassus = MatrixX::Zero(6, 6);
  both.delassus.topLeftCorner<3, 3>() = alone.delassus;
  both.delassus.bottomRightCorner<3, 3>() = alone.delassus;
  both.free_motion = VectorX(6);
  both.free_motion << alone.free_motion, alone.free_motion;
  both.friction = VectorX::Constant(2, 0.15);
  const auto two = find_contact_modes(both);
  EXPECT_EQ(two.status, ContactModeStatus::Incomplete);
  ASSERT_EQ(two.solutions.size(), 1U);
  EXPECT_LT((two.solutions[0].force.head<3>() - one.solutions[0].force).norm(), 1e-12);
  EXPECT_LT((two.solutions[0].force.tail<3>() - one.solutions[0].force).norm(), 1e-12);
}

TEST(ContactModes, MoreContactsThanEnumerationAllowsAreSaidToBeTooMany) {
  ContactModeProblem problem;
  problem.dimension = 2;
  problem.delassus = MatrixX::Identity(18, 18);
  problem.free_motion = -VectorX::Ones(18);
  problem.friction = VectorX::Constant(9, 0.3);
  const auto report = find_contact_modes(problem);
  EXPECT_EQ(report.status, ContactModeStatus::TooManyContacts);
  EXPECT_TRUE(report.solutions.empty());
}

}  // namespace
}  // namespace carom::test
