// Section 3.3 with figure 7: a peg between floor and wall that rigid bodies cannot move, and Painlevé's rod.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "carom/impact/modes/contact_modes.h"
#include "reproductions/drawn_curve.h"
#include "reproductions/wang1992/wang1992.h"

namespace carom::reproductions {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;
constexpr double kTolerance = 1e-9;
constexpr const char* kNote = "a determinant of two rows: a few roundings";

/// Rod AB of half length, radius of gyration and mass 1, at β against the floor; the wall leans by θ against it.
/// `signs` are those of the friction forces along the tangents of section 3.3.
struct Peg {
  double theta{};  // [rad]
  double beta{};   // [rad]
  double friction{};
  Eigen::Vector2d signs = Eigen::Vector2d::Ones();

  /// Rows: tangential and normal of A, then of B.
  [[nodiscard]] MatrixX calc_jacobian() const {
    MatrixX jacobian(4, 3);
    jacobian << 1.0, 0.0, std::sin(beta),                           //
        0.0, 1.0, -std::cos(beta),                                  //
        -std::cos(theta), std::sin(theta), std::sin(beta + theta),  //
        -std::sin(theta), -std::cos(theta), -std::cos(beta + theta);
    return jacobian;
  }

  /// Normal accelerations per normal force. Deviation W4: normals stand on the left, G_Nᵀ M⁻¹ G, not G on both sides.
  [[nodiscard]] Eigen::Matrix2d calc_matrix() const {
    const MatrixX jacobian = calc_jacobian();
    const MatrixX delassus = jacobian * jacobian.transpose();
    Eigen::Matrix2d matrix;
    for (int i = 0; i < 2; ++i) {
      for (int j = 0; j < 2; ++j) {
        matrix(i, j) = delassus(2 * i + 1, 2 * j + 1) + friction * signs(j) * delassus(2 * i + 1, 2 * j);
      }
    }
    return matrix;
  }

  [[nodiscard]] ContactModeReport solve(const Eigen::Vector2d& acceleration) const {
    const MatrixX jacobian = calc_jacobian();
    ContactModeProblem problem{.dimension = 2,
                               .delassus = jacobian * jacobian.transpose(),
                               .free_motion = Eigen::Vector4d(0.0, acceleration(0), 0.0, acceleration(1)),
                               .velocity = Eigen::Vector4d(-signs(0), 0.0, -signs(1), 0.0),
                               .friction = VectorX::Constant(2, friction)};
    return find_contact_modes(problem);
  }
};

/// Slip signs of a peg that turns clockwise and keeps both contacts: ζ_F1 = −2 β̇ cos(β+θ)/sin θ, ζ_F2 = 2 β̇ cos β/sin
/// θ.
Eigen::Vector2d find_signs(double theta, double beta) {
  return {std::cos(beta + theta) > 0.0 ? -1.0 : 1.0, std::cos(beta) > 0.0 ? 1.0 : -1.0};
}

// The text's load: e₁ = −1, e₂ = 0.
const Eigen::Vector2d kLoad(-1.0, 0.0);

/// Figure 7: where both normal accelerations would be zero. They cross in the quadrant of pushing forces or nowhere.
Figure draw_lines(std::string id, std::string title, const Peg& peg) {
  const Eigen::Matrix2d a = peg.calc_matrix();
  constexpr double kReach = 6.0;
  Figure figure{.id = std::move(id),
                .title = std::move(title),
                .caption =
                    "Normal forces of the two contacts. On each line one normal acceleration is zero; on the side "
                    "away from the origin it is positive. A solution is where the lines cross.",
                .x = {.label = "λ₁", .unit = "N", .range = {{0.0, kReach}}},
                .y = {.label = "λ₂", .unit = "N", .range = {{0.0, kReach}}}};
  for (int i = 0; i < 2; ++i) {
    FigureSeries line{.label = i == 0 ? "η₁ = 0" : "η₂ = 0"};
    for (const double x : {0.0, kReach}) {
      line.x.push_back(x);
      line.y.push_back((-kLoad(i) - a(i, 0) * x) / a(i, 1));
    }
    figure.series.push_back(std::move(line));
  }
  return figure;
}

Check check_count(std::string name, std::size_t expected, std::size_t found) {
  return {.name = std::move(name),
          .expected = static_cast<double>(expected),
          .found = static_cast<double>(found),
          .tolerance = 0.0,
          .passed = expected == found,
          .note = "every combination of modes was tried"};
}

/// Where the two drawn lines cross.
Eigen::Vector2d find_crossing(const DrawnCurve& first, const DrawnCurve& second) {
  const auto slope = [](const DrawnCurve& line) {
    return (line.last() - line.first()) / (line.points().x.back() - line.points().x.front());
  };
  const double x = (second.first() - first.first()) / (slope(first) - slope(second));  // both begin at λ₁ = 0
  return {x, first.first() + slope(first) * x};
}

/// The forces where the lines cross, and whether they push.
std::vector<Check> check_crossing(const Figure& figure, const Peg& peg, std::size_t solutions) {
  const DrawnCurve first(figure, "η₁ = 0"), second(figure, "η₂ = 0");
  const Eigen::Vector2d crossing = find_crossing(first, second), expected = peg.calc_matrix().inverse() * -kLoad;
  const bool pushes = crossing.minCoeff() >= 0.0;
  const double room = kTolerance * expected.norm() / std::abs(peg.calc_matrix().determinant());
  return {first.mark(check_number("λ₁ where the lines cross", expected(0), crossing(0), room, "N", kNote)),
          second.check("λ₂ where the lines cross", expected(1), crossing(1), room, kNote),
          first.mark({.name = "the lines cross among pushing forces",
                      .expected = solutions > 0 ? "yes" : "no",
                      .found = pushes ? "yes" : "no",
                      .passed = pushes == (solutions > 0)})};
}

void add_peg(ChapterResult& result, const char* id, const char* title, const char* says, const Peg& peg,
             double determinant, std::size_t solutions) {
  result.figures.push_back(draw_lines(id, title, peg));
  result.chapter.items.push_back(
      {.figure = id,
       .says = says,
       .checks = {check_number("det A", determinant, peg.calc_matrix().determinant(), kTolerance, "1/kg²", kNote),
                  check_count("solutions", solutions, peg.solve(kLoad).solutions.size())}});
  for (Check& check : check_crossing(result.figures.back(), peg, solutions)) {
    result.chapter.items.back().checks.push_back(std::move(check));
  }
}

void add_peg_map(ChapterResult& result) {
  FigureHeat heat{.label = "solutions", .categories = {"none", "one", "several"}};
  for (double theta = 0.5; theta < 20.01; theta += 0.5) heat.y.push_back(theta);
  for (double beta = 40.0; beta < 90.01; beta += 1.0) heat.x.push_back(beta);
  int empty = 0;
  for (const double theta : heat.y) {
    for (const double beta : heat.x) {
      const Peg peg{.theta = theta * kDegree,
                    .beta = beta * kDegree,
                    .friction = 0.4,
                    .signs = find_signs(theta * kDegree, beta * kDegree)};
      const auto count = peg.solve({-1.0, -0.5}).solutions.size();
      heat.values.push_back(static_cast<double>(std::min<std::size_t>(count, 2)));
      empty += count == 0 ? 1 : 0;
    }
  }
  result.figures.push_back({.id = "wang-peg-map",
                            .title = "Where the peg has no solution",
                            .caption = "With the slip that a clockwise turn has, friction 0.4, loads e = (−1, −0.5).",
                            .x = {.label = "β", .unit = "deg"},
                            .y = {.label = "θ", .unit = "deg"},
                            .heat = std::move(heat)});
  result.chapter.items.push_back(
      {.figure = "wang-peg-map",
       .says =
           "There is an entire range of angles without a solution. With the right slip it lies where β + θ is above "
           "90 degrees: there both ends slip down.",
       .checks = {{.name = "cells without a solution",
                   .expected = "some",
                   .found = fmt::format("{}", empty),
                   .passed = empty > 0},
                  check_heat(result.figures.back(), 73.0, 3.0, 1.0, "β + θ below 90 degrees: one"),
                  check_heat(result.figures.back(), 88.0, 3.0, 0.0, "the honest inconsistency of figure 7: none")}});
}

/// A uniform rod of length 1 that slides towards its leaning side; g = 9.81.
ContactModeReport solve_rod(double angle, double omega, double friction) {
  const double c = 0.5 * std::cos(angle), s = 0.5 * std::sin(angle);
  const ContactModeProblem problem{
      .dimension = 2,
      .delassus = Eigen::Matrix2d{{1.0 + 12.0 * s * s, 12.0 * c * s}, {12.0 * c * s, 1.0 + 12.0 * c * c}},
      .free_motion = Eigen::Vector2d(0.0, -9.81 + s * omega * omega),
      .velocity = Eigen::Vector2d(1.0, 0.0),
      .friction = VectorX::Constant(1, friction)};
  return find_contact_modes(problem);
}

void add_painleve(ChapterResult& result) {
  FigureHeat heat{.label = "solutions", .categories = {"none", "one, in contact", "one, separates", "two"}};
  for (double angle = 2.0; angle < 88.1; angle += 1.0) heat.x.push_back(angle);
  for (double omega = 0.0; omega < 12.01; omega += 0.25) heat.y.push_back(omega);
  for (const double omega : heat.y) {
    for (const double angle : heat.x) {
      const auto report = solve_rod(angle * kDegree, omega, 1.6);
      double category = report.solutions.size() == 2 ? 3.0 : 0.0;
      if (report.solutions.size() == 1) {
        category = report.solutions.front().modes.front() == ContactMode::Separate ? 2.0 : 1.0;
      }
      heat.values.push_back(category);
    }
  }
  result.figures.push_back({.id = "painleve-rod",
                            .title = "Painlevé's rod",
                            .caption = "A uniform rod that slides towards its leaning side, friction 1.6.",
                            .x = {.label = "angle", .unit = "deg"},
                            .y = {.label = "angular velocity", .unit = "rad/s"},
                            .heat = std::move(heat)});
  // b − μ c = 0 has a root in the angle from μ = 4/3 on, at tan θ = 2.
  const double critical = std::atan(2.0);
  const auto count_at = [&](double friction) { return solve_rod(critical, 0.0, friction).solutions.size(); };
  result.chapter.items.push_back(
      {.figure = "painleve-rod",
       .says =
           "With friction above 4/3 there are angles around 63.43 degrees at which the sliding rod has no solution, "
           "and, turning fast enough, two.",
       .checks = {check_heat(result.figures.back(), 10.0, 0.0, 1.0, "tan θ far from 2: one, in contact"),
                  check_heat(result.figures.back(), 63.0, 0.0, 0.0, "tan θ near 2 and friction above 4/3: none"),
                  check_heat(result.figures.back(), 63.0, 12.0, 3.0, "the same, turning fast: two"),
                  check_count("at rest, friction 4/3 − 10⁻⁶", 1, count_at(4.0 / 3.0 - 1e-6)),
                  check_count("at rest, friction 4/3 + 10⁻⁶", 0, count_at(4.0 / 3.0 + 1e-6)),
                  check_count("at 12 rad/s, friction 4/3 + 10⁻⁶", 2,
                              solve_rod(critical, 12.0, 4.0 / 3.0 + 1e-6).solutions.size())}});
}

}  // namespace

ChapterResult make_inconsistency_chapter() {
  ChapterResult result{
      .chapter = {
          .id = "inconsistency",
          .title = "Rigid bodies with friction that have no solution",
          .text = "A peg in a hole touches at two ends and turns clockwise (section 3.3). For every contact that "
                  "slips, friction is known; what remains are two normal forces, and rigid bodies may leave none that "
                  "will do. Deviation W5: the paper's slip signs are (+1, +1) at θ = 3° and β = 73°, but a peg that "
                  "turns clockwise and keeps both contacts slips with (−1, +1), which has a solution. An honest "
                  "inconsistency is at β = 88°."}};
  const double theta = 3.0 * kDegree;
  add_peg(result, "wang-fig7-printed", "β = 73°, slip signs as printed",
          "As printed: for no λ₁ and λ₂ are both normal accelerations positive. The lines do not cross among pushing "
          "forces.",
          {.theta = theta, .beta = 73.0 * kDegree, .friction = 0.4, .signs = {1.0, 1.0}}, -0.12345095191662352, 0);
  add_peg(result, "wang-fig7-right", "β = 73°, slip signs of the motion",
          "With the slip that the motion has, the lines cross and there is one solution.",
          {.theta = theta, .beta = 73.0 * kDegree, .friction = 0.4, .signs = find_signs(theta, 73.0 * kDegree)},
          0.32390337085997367, 1);
  add_peg(result, "wang-fig7-honest", "β = 88°, slip signs of the motion",
          "At 88 degrees both ends slip down, the signs are (+1, +1), and there is no solution.",
          {.theta = theta, .beta = 88.0 * kDegree, .friction = 0.4, .signs = find_signs(theta, 88.0 * kDegree)},
          -0.010897668095570108, 0);
  add_peg_map(result);
  add_painleve(result);
  return result;
}

}  // namespace carom::reproductions
