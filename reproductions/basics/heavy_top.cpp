// A top that spins on its tip: precession and nutation.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "carom/math/rotation.h"
#include "carom/scene/read_scene.h"
#include "cases/tops.h"
#include "reproductions/basics/basics.h"
#include "reproductions/drawn_curve.h"
#include "reproductions/motion.h"

namespace carom::reproductions {
namespace {

// The closed form of the top of the scene. It starts at a turning point of its nutation: its axis leans to −y, and the
// angular velocity lies in the plane of the axis and the vertical.
cases::HeavyTop make_closed_form(const Model& model, const State& start) {
  const MassProperties& mass = model.spec(model.find_body("top")).mass;
  const JointView joint(model, "top");
  const Matrix3 R_WB = matrix_from_quaternion(joint.orientation(start));
  const Matrix3 inertia = calc_inertia_about_origin(mass);
  const Vector3 axis = R_WB.col(2), w = joint.angular_velocity(start);
  const double sine_squared = 1.0 - axis.z() * axis.z();
  // ω = ω₃ k + φ̇ (n − (n·k) k) with the vertical n, where the tilt does not change.
  const double precession = (w.z() - w.dot(axis) * axis.z()) / sine_squared;
  return {.name = "top of the scene",
          .mass = mass.mass,
          .center_height = mass.center_of_mass.z(),
          .inertia_across = inertia(0, 0),
          .inertia_about = inertia(2, 2),
          .gravity = -model.gravity().z(),
          .initial_cosine = axis.z(),
          .initial_precession = precession,
          .spin = w.dot(axis)};
}

// The closed form begins with its axis in some direction: turned about the vertical to where the scene's begins.
Vector3 find_axis(const cases::HeavyTop& top, const Vector3& start, double time) {
  const Vector3 begins = top.calc_attitude(0.0).R_WB.col(2);
  const double turn = std::atan2(start.y(), start.x()) - std::atan2(begins.y(), begins.x());
  return matrix_from_axis_angle(Vector3::UnitZ(), turn) * top.calc_attitude(time).R_WB.col(2);
}

// Simulated points of the path are drawn at every few moments of the exact curve.
Check check_path(const Figure& path, std::size_t every, const ErrorBudget& budget) {
  const DrawnCurve exact(path, "elliptic functions"), found(path, "simulated");
  double largest = 0.0;
  for (std::size_t i = 0; i < found.points().x.size(); ++i) {
    largest = std::max(largest, std::hypot(found.points().x[i] - exact.points().x.at(every * i),
                                           found.points().y[i] - exact.points().y.at(every * i)));
  }
  return found.check("largest distance of a drawn point from the curve", 0.0, largest, budget.total, budget.note);
}

}  // namespace

ChapterResult make_heavy_top_chapter() {
  constexpr const char* kScene = "scenes/basics/spinning_top.toml";
  SceneMotion scene = simulate_scene(kScene, {"simulate.integrator.tolerance=1e-12"});
  const std::vector<State>& states = scene.motion.states;
  const cases::HeavyTop top = make_closed_form(*scene.run.replay->model, states.front());
  const auto axis_of = [joint = scene.motion.joint("top")](const State& state) {
    return Vector3(matrix_from_quaternion(joint.orientation(state)).col(2));
  };
  const Vector3 start = axis_of(states.front());

  Figure tilt{.id = "top-nutation",
              .title = "Nutation of a top",
              .caption = "The angle between the axis of the top and the vertical.",
              .x = {.label = "time", .unit = "s", .range = {{0.0, 4.0 * top.calc_period()}}},
              .y = {.label = "tilt", .unit = "°"}};
  Figure path{.id = "top-path",
              .title = "The path of the axis",
              .caption = "A point of the axis at unit distance from the tip, seen from above.",
              .x = {.label = "x", .unit = ""},
              .y = {.label = "y", .unit = ""},
              .equal_axes = true};
  FigureSeries exact_tilt{.label = "elliptic functions"},
      found_tilt{.label = "simulated", .style = SeriesStyle::Points};
  FigureSeries exact_path = exact_tilt, found_path = found_tilt;
  constexpr double kDegree = std::numbers::pi / 180.0;
  constexpr std::size_t kEvery = 5;  // drawn of the path
  const auto degrees = [](const Vector3& axis) { return std::acos(axis.z()) / kDegree; };
  double largest = 0.0;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Vector3 found = axis_of(states[i]), expected = find_axis(top, start, states[i].time);
    largest = std::max(largest, (found - expected).norm());
    if (states[i].time <= tilt.x.range->at(1)) {
      exact_tilt.x.push_back(states[i].time);
      exact_tilt.y.push_back(degrees(expected));
      if (i % 20 == 0) {
        found_tilt.x.push_back(states[i].time);
        found_tilt.y.push_back(degrees(found));
      }
    }
    if (states[i].time <= 2.5) {
      exact_path.x.push_back(expected.x());
      exact_path.y.push_back(expected.y());
      if (i % kEvery != 0) continue;
      found_path.x.push_back(found.x());
      found_path.y.push_back(found.y());
    }
  }
  tilt.series = {std::move(exact_tilt), std::move(found_tilt)};
  path.series = {std::move(exact_path), std::move(found_path)};

  const ErrorBudget budget =
      make_budget(scene.motion, 1e-12, 10.0, "an error of the precession's rate counts for 10 s");
  const DrawnCurve drawn(tilt, "simulated");
  ChapterResult result{.chapter = {.id = "heavy-top",
                                   .title = "Heavy top",
                                   .text =
                                       "A cone of aluminium that spins on its tip at 1500 turns a minute and is let "
                                       "go with its axis leaning by 20 degrees."}};
  result.chapter.items.push_back(
      {.figure = "top-path",
       .says =
           "Let go without precession, the top first falls, and the fall turns into precession: its axis draws a row "
           "of cusps.",
       .scene_name = scene.name,
       .scene_text = scene.text,
       .run = scene.run.header.scene,
       .checks = {check_path(path, kEvery, budget),
                  check_number("largest error of the axis in 10 s", 0.0, largest, budget.total, "", budget.note),
                  check_number("energy missing from the account", 0.0, scene.motion.report.ledger.relative_residual(),
                               budget.total, "", budget.note)}});
  result.chapter.items.push_back(
      {.figure = "top-nutation",
       .says =
           "The cosine of the tilt goes as sn² between two roots of a cubic, so that the axis nods with a period that "
           "a complete elliptic integral gives.",
       .checks = {drawn.check("largest distance of a drawn point from the curve", 0.0,
                              drawn.farthest_from([&](double time) { return degrees(find_axis(top, start, time)); }),
                              budget.total / (kDegree * std::sqrt(1.0 - start.z() * start.z())),
                              budget.note + ", over the sine of the least tilt")}});
  result.figures = {std::move(tilt), std::move(path)};
  result.runs.push_back(std::move(scene.run));
  return result;
}

}  // namespace carom::reproductions
