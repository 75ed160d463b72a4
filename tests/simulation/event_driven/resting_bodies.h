#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "carom/math/rotation.h"
#include "carom/simulation/event_driven/contacts/smooth_forces.h"

namespace carom::simulation_tests {

/// Free bodies that touch each other and the floor, without the rest of a simulation: a = G f + b is all that the
/// search for modes sees.
struct RestingBodies {
  struct Body {
    Vector3 center{Vector3::Zero()};    // [m]
    double mass{};                      // [kg]
    Vector3 inertia{Vector3::Zero()};   // principal, along the axes  [kg·m²]
    Vector3 velocity{Vector3::Zero()};  // [m/s]
    Vector3 spin{Vector3::Zero()};      // [rad/s]
    Vector3 force{Vector3::Zero()};     // at the center, beside the weight  [N]
    Vector3 torque{Vector3::Zero()};    // [N·m]
  };
  struct Contact {
    int above{}, below{};  // bodies; below −1: the floor
    Vector3 point{Vector3::Zero()};
  };
  std::vector<Body> bodies{};
  std::vector<Contact> contacts{};
  double friction{}, static_friction{};
  Vector3 gravity{0, 0, -9.81};
};

struct ModeProblem {
  MatrixX G;
  VectorX b;
  std::vector<TouchingContact> contacts;
};

/// Normals point up, so that rows are along x, y, z.
inline ModeProblem make_problem(const RestingBodies& scene) {
  const auto velocities = 6 * static_cast<Eigen::Index>(scene.bodies.size());
  const auto rows = 3 * static_cast<Eigen::Index>(scene.contacts.size());
  VectorX inverse_mass(velocities), v(velocities), acceleration(velocities);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const RestingBodies::Body& body = scene.bodies[i];
    const auto place = 6 * static_cast<Eigen::Index>(i);
    inverse_mass.segment<6>(place) << Vector3::Constant(1.0 / body.mass), body.inertia.cwiseInverse();
    v.segment<6>(place) << body.velocity, body.spin;
    acceleration.segment<6>(place) << body.force / body.mass + scene.gravity, body.torque.cwiseQuotient(body.inertia);
  }
  MatrixX J = MatrixX::Zero(rows, velocities);
  for (std::size_t c = 0; c < scene.contacts.size(); ++c) {
    const RestingBodies::Contact& contact = scene.contacts[c];
    const auto row = 3 * static_cast<Eigen::Index>(c);
    const auto add = [&](int body, double sign) {
      if (body < 0) return;
      const Vector3 arm = contact.point - scene.bodies[static_cast<std::size_t>(body)].center;
      J.block<3, 3>(row, 6 * body) = sign * Matrix3::Identity();
      J.block<3, 3>(row, 6 * body + 3) = -sign * skew(arm);
    };
    add(contact.above, 1.0);
    add(contact.below, -1.0);
  }
  ModeProblem problem{.G = J * inverse_mass.asDiagonal() * J.transpose(), .b = J * acceleration, .contacts = {}};
  const VectorX u = J * v;
  for (std::size_t c = 0; c < scene.contacts.size(); ++c) {
    const Eigen::Vector2d slip = u.segment<2>(3 * static_cast<Eigen::Index>(c));
    TouchingContact contact{.friction = scene.friction, .static_friction = scene.static_friction};
    contact.slips = slip.norm() > 1e-8;
    if (contact.slips) contact.direction = slip.normalized();
    contact.mode = contact.slips ? RigidMode::Sliding : RigidMode::Sticking;
    problem.contacts.push_back(contact);
  }
  return problem;
}

/// How far forces and modes are from a solution, in parts of the loads: forces that pull, contacts that close or are
/// held apart, friction beyond its limit, or not against the slip or the slip that begins.
inline double calc_worst_violation(const ModeProblem& problem, const VectorX& f) {
  const VectorX a = problem.b + problem.G * f;
  const double motion = problem.b.cwiseAbs().maxCoeff(), load = motion / problem.G.diagonal().mean();
  double worst = 0.0;
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const TouchingContact& contact = problem.contacts[c];
    const auto row = 3 * static_cast<Eigen::Index>(c);
    const Eigen::Vector2d friction = f.segment<2>(row) / load, aside = a.segment<2>(row) / motion;
    const double normal = f[row + 2] / load, apart = a[row + 2] / motion;
    worst = std::max({worst, -normal, -apart, std::min(normal, apart)});
    if (contact.slips) {
      worst = std::max(worst, (friction + contact.friction * normal * contact.direction).norm());
      continue;
    }
    worst = std::max(worst, friction.norm() - contact.static_friction * normal);
    if (aside.norm() > 1e-7) {
      worst = std::max(worst, (friction + contact.friction * normal * aside.normalized()).norm());
    }
  }
  return worst;
}

/// Scenes of one kind, all at rest and pushed unless it says otherwise.
enum class Resting {
  BoxOnFeet,
  BoxUnderBalls,     // on four corners, with balls on top
  BoxOnBalls,        // that lie loose on the floor
  BlockOnSlope,      // on many feet; the slope is gravity's
  Stack,             // of boxes, one of which is pushed
  BoxSlidesAndSpins  // on feet
};

inline RestingBodies make_resting(Resting kind, int count, std::mt19937& random, double static_ratio) {
  const auto draw = [&](double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); };
  RestingBodies scene;
  scene.friction = draw(0.2, 0.9);
  scene.static_friction = static_ratio * scene.friction;
  const Vector3 half(0.5, 0.4, 0.15);
  const auto make_box = [&](double mass, double height) {
    const Vector3 squares = half.cwiseAbs2();
    return RestingBodies::Body{
        .center = {0, 0, height}, .mass = mass, .inertia = mass / 3.0 * (squares.sum() * Vector3::Ones() - squares)};
  };
  const auto add_ball = [&](const Vector3& center) {
    const double mass = draw(0.1, 1.0), radius = 0.05;
    scene.bodies.push_back(
        {.center = center, .mass = mass, .inertia = Vector3::Constant(0.4 * mass * radius * radius)});
    return static_cast<int>(scene.bodies.size()) - 1;
  };
  const int side = std::max(2, static_cast<int>(std::ceil(std::sqrt(count))));
  const auto place = [&](int k, double height) {
    const double x = (k % side + 0.5) / side - 0.5, y = (k / side + 0.5) / side - 0.5;
    return Vector3(2.0 * half.x() * x + draw(-0.01, 0.01), 2.0 * half.y() * y + draw(-0.01, 0.01), height);
  };
  const auto push = [&](RestingBodies::Body& body, double strength) {
    const double angle = draw(0.0, 6.28);
    body.force = strength * scene.friction * body.mass * 9.81 * Vector3(std::cos(angle), std::sin(angle), 0.0);
    body.torque = Vector3(draw(-0.5, 0.5), draw(-0.4, 0.4), draw(-0.15, 0.15)).cross(body.force);
  };
  const auto add_corners = [&](int above, int below) {
    const Vector3 center = scene.bodies[static_cast<std::size_t>(above)].center;
    for (int k = 0; k < 4; ++k) {
      const Vector3 corner((k & 1) != 0 ? half.x() : -half.x(), (k & 2) != 0 ? half.y() : -half.y(), -half.z());
      scene.contacts.push_back({above, below, center + corner});
    }
  };
  if (kind == Resting::Stack) {
    for (int k = 0; k < std::max(1, count / 4); ++k) {
      scene.bodies.push_back(make_box(draw(1.0, 4.0), (2.0 * k + 1.0) * half.z()));
      add_corners(k, k - 1);
    }
    push(scene.bodies[std::uniform_int_distribution<std::size_t>(0, scene.bodies.size() - 1)(random)], draw(0.3, 6.0));
    return scene;
  }
  const double lifted = kind == Resting::BoxOnBalls ? 0.1 : 0.0;
  scene.bodies.push_back(make_box(2.0, half.z() + lifted));
  for (int k = 0; k < count; ++k) {
    if (kind == Resting::BoxUnderBalls) {
      const Vector3 foot = place(k, 2.0 * half.z());
      scene.contacts.push_back({add_ball(foot + 0.05 * Vector3::UnitZ()), 0, foot});
    } else if (kind == Resting::BoxOnBalls) {
      const Vector3 foot = place(k, 0.0);
      const int ball = add_ball(foot + 0.05 * Vector3::UnitZ());
      scene.contacts.push_back({ball, -1, foot});
      scene.contacts.push_back({0, ball, foot + 0.1 * Vector3::UnitZ()});
    } else {
      scene.contacts.push_back({0, -1, place(k, 0.0)});
    }
  }
  if (kind == Resting::BoxUnderBalls) add_corners(0, -1);
  if (kind == Resting::BlockOnSlope) {
    const double slope = draw(0.1, 0.8);
    scene.gravity = 9.81 * Vector3(std::sin(slope), 0.0, -std::cos(slope));
  } else {
    push(scene.bodies.front(), draw(0.3, 4.0));
  }
  if (kind == Resting::BoxSlidesAndSpins) {
    scene.bodies.front().velocity = {draw(-1, 1), draw(-1, 1), 0.0};
    scene.bodies.front().spin = {0.0, 0.0, draw(-3, 3)};
  }
  return scene;
}

}  // namespace carom::simulation_tests
