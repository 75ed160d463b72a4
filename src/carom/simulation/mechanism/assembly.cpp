#include "carom/simulation/mechanism/assembly.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "carom/base/input_error.h"
#include "carom/math/rotation.h"
#include "carom/simulation/mechanism/joint_names.h"
#include "carom/simulation/mechanism/loop_gaps.h"
#include "carom/simulation/mechanism/mechanism_system.h"

namespace carom {
namespace {

// Gaps that double precision leaves where numbers agree, as a part of the loop's size.
constexpr double kRounding = 1e-12;
// The same of velocities, as a part of the largest.
constexpr double kRoundedVelocity = 1e-9;

// How far a joint was moved.
struct JointMove {
  int body{};
  double angle{};   // [rad]
  double length{};  // [m]
};

JointMove calc_move(const Model& model, int i, const State& before, const State& after) {
  const Body& body = model.body(i);
  JointMove move{.body = i};
  int position = body.position_start, k = 0;
  if (traits(body.type).has_quaternion) {
    const Quaternion turn = compose(after.q.segment<4>(position), conjugate(before.q.segment<4>(position)));
    move.angle = rotation_vector_from_quaternion(turn).norm();
    position += 4;
    k = 3;
  }
  for (; k < body.degrees; ++k, ++position) {
    double& part = is_turning(body.type, k) ? move.angle : move.length;
    part = std::max(part, std::abs(after.q[position] - before.q[position]));
  }
  return move;
}

// The largest of all, lengths measured by the size of the loops.
struct Displacement {
  JointMove move{};
  double relative{};
};
Displacement find_displacement(const Model& model, const State& before, const State& after, double size) {
  Displacement largest;
  for (int i = 1; i < model.num_bodies(); ++i) {
    const JointMove move = calc_move(model, i, before, after);
    const double relative = std::max(move.angle, size > 0.0 ? move.length / size : 0.0);
    if (relative > largest.relative) largest = {move, relative};
  }
  return largest;
}

std::string describe(const Model& model, const JointMove& move) {
  const bool turns = move.angle > 0.0;
  return fmt::format("{} by {:.3g} {}", describe_joint(model, move.body), turns ? move.angle : move.length,
                     turns ? "rad" : "m");
}

std::string describe(const Model& model, const LoopGap& gap) {
  const auto i = static_cast<std::size_t>(gap.constraint);
  const bool couples = model.constraints()[i].type == ConstraintType::Coupling;
  std::string text = fmt::format("constraint '{}' is open by ", model.constraint_specs()[i].name);
  if (couples) return text + fmt::format("{:.3g} in the position of its second joint", gap.length);
  if (gap.length > 0.0 || gap.angle == 0.0) text += fmt::format("{:.3g} m", gap.length);
  if (gap.angle > 0.0) text += fmt::format("{}{:.3g} rad", gap.length > 0.0 ? " and " : "", gap.angle);
  return text;
}

const LoopGap* find_worst(const std::vector<LoopGap>& gaps) {
  const auto worst = std::ranges::max_element(gaps, {}, &LoopGap::relative);
  return worst == gaps.end() ? nullptr : &*worst;
}

void refuse_large_gap(const Model& model, const LoopGap& worst) {
  if (worst.relative() <= kLargestGap) return;
  throw InputError("initial state",
                   fmt::format("{} with the positions given, more than {:g} of its size ({:.3g} m); give positions in "
                               "which it closes",
                               describe(model, worst), kLargestGap, worst.size));
}

[[noreturn]] void refuse_open(const Model& model, const LoopGap* worst, const std::string& failure) {
  if (worst == nullptr || worst->relative() <= kRounding) throw InputError("initial state", failure);
  throw InputError(
      "initial state",
      fmt::format("{} with the positions given, and no motion nearby closes it; give positions in which it "
                  "closes, and look for axes that should be parallel",
                  describe(model, *worst)));
}

// A gap is closed by a motion of its size; where the loop is about to turn round, of the root of it. What is farther
// away is another position of the mechanism.
void refuse_other_branch(const Model& model, const LoopGap& worst, const Displacement& largest) {
  const double gap = std::max(worst.relative(), kRounding);
  if (largest.relative <= 10.0 * gap + 4.0 * std::sqrt(gap)) return;
  throw InputError("initial state",
                   fmt::format("{} with the positions given, and closes only far from them: it would take a motion of "
                               "{}; give positions in which it closes, and look for axes that should be parallel",
                               describe(model, worst), describe(model, largest.move)));
}

// The joint of a loop whose axis was turned most to make it parallel to the others.
JointMove find_turned_axis(const Model& model, const Constraint& constraint) {
  JointMove most;
  int a = constraint.body_a, b = constraint.body_b;
  while (a != b) {
    int& later = a > b ? a : b;  // a parent has a lower number
    const Vector3 given = model.spec(BodyIndex(later)).joint.axis.normalized();
    const double angle = given.cross(as_eigen(model.body(later).axis)).norm();
    if (angle > most.angle) most = {.body = later, .angle = angle};
    later = model.body(later).parent;
  }
  return most;
}

void note_planes(const Model& model, const std::vector<LoopGap>& gaps, double time, std::vector<RunNote>& notes) {
  for (const LoopGap& gap : gaps) {
    const auto i = static_cast<std::size_t>(gap.constraint);
    const Constraint& constraint = model.constraints()[i];
    if (!constraint.in_plane && constraint.tilt == 0.0) continue;
    std::string text = fmt::format("constraint '{}' closes a planar loop", model.constraint_specs()[i].name);
    if (constraint.tilt > 0.0) text += fmt::format(" whose axes are parallel up to {:.3g} rad", constraint.tilt);
    const JointMove turned = find_turned_axis(model, constraint);
    if (turned.angle > 0.0) {
      text += fmt::format("; they were made parallel, most by turning the axis of {}", describe(model, turned));
    }
    if (constraint.in_plane) {
      text += fmt::format("; it holds in the plane of the loop alone, across which its ends are {:.3g} m apart",
                          gap.across);
    }
    notes.push_back({.kind = RunNote::Kind::Assembled, .time = time, .sentence = std::move(text)});
  }
}

void note_motion(const Model& model, const LoopGap& worst, const Displacement& largest, double time,
                 std::vector<RunNote>& notes) {
  if (worst.relative() <= kRounding) return;
  notes.push_back({.kind = RunNote::Kind::Assembled,
                   .time = time,
                   .sentence = fmt::format("{} with the positions given; it was closed by the smallest motion, most of "
                                           "it that of {}",
                                           describe(model, worst), describe(model, largest.move))});
}

void note_velocities(const Model& model, const State& given, const State& closed, double gap,
                     std::vector<RunNote>& notes) {
  const VectorX change = (closed.v - given.v).cwiseAbs();
  int worst = 0;
  if (change.size() == 0) return;
  const double largest = change.maxCoeff(&worst);
  if (largest <= std::max(kRoundedVelocity, 100.0 * gap) * given.v.cwiseAbs().maxCoeff()) return;
  notes.push_back(
      {.kind = RunNote::Kind::Assembled,
       .time = given.time,
       .sentence = fmt::format("the velocities given do not satisfy the constraints; the nearest that do were taken: "
                               "{} starts with {:.6g} {} instead of {:.6g}",
                               describe_joint(model, find_body_of_velocity(model, worst)), closed.v[worst],
                               unit_of_velocity(model, worst), given.v[worst])});
}

}  // namespace

std::vector<RunNote> assemble(MechanismSystem& system, const State& initial, std::span<double> y) {
  const Model& model = system.model();
  State given, closed;
  system.pack(initial, y);
  system.unpack(initial.time, y, given);
  const std::vector<LoopGap> gaps = calc_loop_gaps(model, given.q);
  const LoopGap* worst = find_worst(gaps);
  if (worst != nullptr) refuse_large_gap(model, *worst);
  if (!system.project(initial.time, y)) refuse_open(model, worst, system.failure());
  // Putting the mechanism together is not part of the run: its account starts here.
  system.unpack(initial.time, y, closed);
  system.pack(closed, y);

  std::vector<RunNote> notes;
  if (worst != nullptr) {
    const Displacement largest = find_displacement(model, given, closed, worst->size);
    refuse_other_branch(model, *worst, largest);
    note_planes(model, calc_loop_gaps(model, closed.q), initial.time, notes);
    note_motion(model, *worst, largest, initial.time, notes);
  }
  if (model.num_constraint_rows() > 0) note_velocities(model, given, closed, worst ? worst->relative() : 0.0, notes);
  return notes;
}

}  // namespace carom
