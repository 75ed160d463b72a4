#include "carom/simulation/event_driven/modes/cone_modes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "carom/complementarity/default_solvers.h"
#include "carom/impact/modes/nonnegative_least_squares.h"

namespace carom {
namespace {

// Of the largest force: smaller ones are none, and friction so near to its limit is at it.
constexpr double kNoForce = 1e-8;

bool is_known_but_for_size(const TouchingContact& contact) { return contact.slips || contact.static_friction == 0.0; }

Vector3 make_ray(const TouchingContact& contact) {
  const Eigen::Vector2d friction = -contact.friction * contact.direction;
  return {friction.x(), friction.y(), 1.0};
}

// What the solvers found, with all contacts' friction as the problem has it. False: nothing.
bool solve(const ConeProblem& problem, StopToken stop, VectorX& r) {
  DenseOperator G(problem.G(), 3);
  FrictionSolver solver(problem.count(), 3);
  r.setZero(problem.q().size());
  return solver.solve({.G = G, .q = problem.q(), .mu = problem.mu(), .mu_rolling = VectorX(), .stop = stop}, r)
      .solved();
}

// Where contacts that do not begin to slide are redundant, some may be at the limit of their friction although all
// together could hold more. Their modes would change with every rounding, so that forces within smaller cones are
// better, if the motion stays the same.
void move_within_cones(ConeProblem& problem, StopToken stop, VectorX& r) {
  constexpr double kSameMotion = 1e-8;
  const VectorX motion = problem.G() * r + problem.q(), mu = problem.mu();
  const auto is_held = [&](int i) {
    return !problem.is_ray(i) && r[3 * i] > 0.0 && motion.segment<2>(3 * i + 1).norm() <= kSameMotion;
  };
  const auto is_at_limit = [&](int i) {
    return is_held(i) && r.segment<2>(3 * i + 1).norm() >= (1.0 - kNoForce) * mu[i] * r[3 * i];
  };
  bool any = false;
  for (int i = 0; i < problem.count(); ++i) any = any || is_at_limit(i);
  if (!any) return;
  VectorX within;
  for (const double part : {0.5, 0.8, 0.95}) {
    for (int i = 0; i < problem.count(); ++i) problem.set_friction(i, is_held(i) ? part * mu[i] : mu[i]);
    const bool same = solve(problem, stop, within) &&
                      (problem.G() * within + problem.q() - motion).cwiseAbs().maxCoeff() <= kSameMotion;
    for (int i = 0; i < problem.count(); ++i) problem.set_friction(i, mu[i]);
    if (!same) continue;
    r = within;
    return;
  }
}

// The direction in which a contact begins to slide. Friction is against it, but both are known up to the same error of
// the solvers: the larger one is the more exact. The friction of a contact that carries almost nothing says little.
Eigen::Vector2d find_direction(const Eigen::Vector2d& friction, const Eigen::Vector2d& motion) {
  return motion.norm() > friction.norm() ? motion.normalized() : -friction.normalized();
}

// The mode that a force within its cone stands for; the direction of a slip that begins is still to be found.
void read_mode(const Vector3& force, double mu, double largest, TouchingContact& contact) {
  contact.reference = force;
  if (!(force.z() > kNoForce * largest)) {
    contact.mode = RigidMode::Open;
    contact.reference.setZero();
    return;
  }
  const bool is_ray = is_known_but_for_size(contact);
  const double friction = force.head<2>().norm();
  const bool at_limit = friction >= mu * force.z() - kNoForce * largest;
  contact.mode = is_ray || (at_limit && friction > 0.0) ? RigidMode::Sliding : RigidMode::Sticking;
}

}  // namespace

ConeProblem::ConeProblem(const ConstMatrixRef& G, const ConstVectorRef& b, std::span<const TouchingContact> contacts)
    : G_(MatrixX::Zero(G.rows(), G.cols())), q_(VectorX::Zero(b.size())), mu_(contacts.size()), rays_(contacts.size()) {
  const double mobility = G.diagonal().mean(), largest = b.cwiseAbs().maxCoeff();
  force_unit_ = largest > 0.0 ? largest / mobility : 1.0 / mobility;
  const double motion_unit = force_unit_ * mobility;
  for (int i = 0; i < count(); ++i) {
    const TouchingContact& contact = contacts[static_cast<std::size_t>(i)];
    rays_[static_cast<std::size_t>(i)] = is_known_but_for_size(contact) ? 1 : 0;
    mu_[i] = is_ray(i) ? 0.0 : contact.static_friction;
  }
  // The normal comes first here.
  const auto row = [](int contact, int place) { return 3 * contact + (place + 2) % 3; };
  for (int j = 0; j < count(); ++j) {
    for (int u = 0; u < (is_ray(j) ? 1 : 3); ++u) {
      const Vector3 unit = is_ray(j) ? make_ray(contacts[static_cast<std::size_t>(j)]) : Vector3::Unit((u + 2) % 3);
      const VectorX column = G.middleCols<3>(3 * j) * unit / mobility;
      for (int i = 0; i < count(); ++i) {
        for (int place = 0; place < (is_ray(i) ? 1 : 3); ++place) G_(3 * i + place, 3 * j + u) = column[row(i, place)];
      }
    }
  }
  for (int i = 0; i < count(); ++i) {
    for (int place = 0; place < (is_ray(i) ? 1 : 3); ++place) q_[3 * i + place] = b[row(i, place)] / motion_unit;
    // Unknowns that a ray does not have are zero by equations of their own.
    if (is_ray(i)) G_(3 * i + 1, 3 * i + 1) = G_(3 * i + 2, 3 * i + 2) = 1.0;
  }
}

Vector3 ConeProblem::calc_force(const VectorX& r, int contact, const TouchingContact& touching) const {
  if (is_ray(contact)) return force_unit_ * r[3 * contact] * make_ray(touching);
  return force_unit_ * Vector3(r[3 * contact + 1], r[3 * contact + 2], r[3 * contact]);
}

bool find_cone_modes(const ConstMatrixRef& G, const ConstVectorRef& b, std::span<TouchingContact> contacts,
                     StopToken stop) {
  ConeProblem problem(G, b, contacts);
  VectorX r;
  std::vector<Vector3> forces(contacts.size());
  // Each round lets at least one more contact begin to slide.
  for (std::size_t round = 0; round <= contacts.size(); ++round) {
    if (!solve(problem, stop, r)) return false;
    move_within_cones(problem, stop, r);
    double largest = 0.0;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      forces[i] = problem.calc_force(r, static_cast<int>(i), contacts[i]);
      largest = std::max(largest, forces[i].norm());
    }
    const VectorX motion = problem.G() * r + problem.q();
    bool changes = false;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      const auto place = static_cast<int>(i);
      TouchingContact& contact = contacts[i];
      read_mode(forces[i], problem.mu()[place], largest, contact);
      const bool begins = !problem.is_ray(place) && contact.mode == RigidMode::Sliding;
      if (!begins) continue;
      contact.direction = find_direction(r.segment<2>(3 * place + 1), motion.segment<2>(3 * place + 1));
      if (problem.mu()[place] == contact.friction) continue;
      problem.set_friction(place, contact.friction);
      changes = true;
    }
    if (!changes) return true;
  }
  return false;
}

// Forces within the cones are sums of edges with weights that are not negative. If none of them has a_n ≥ 0 everywhere,
// what least squares leave over is a proof, by Farkas' lemma; the pyramids around the cones make it one for the cones.
bool prove_no_force(const ConstMatrixRef& G, const ConstVectorRef& b, std::span<const TouchingContact> contacts) {
  constexpr int kEdges = 16;
  const double widening = 1.0 / std::cos(std::numbers::pi / kEdges);
  const ConeProblem problem(G, b, contacts);
  const int count = problem.count();
  std::vector<int> normals;
  for (int i = 0; i < count; ++i) normals.push_back(3 * i);
  const MatrixX G_n = problem.G()(normals, Eigen::all);
  std::vector<VectorX> columns;
  for (int j = 0; j < count; ++j) {
    const int edges = problem.is_ray(j) || problem.mu()[j] == 0.0 ? 1 : kEdges;
    for (int k = 0; k < edges; ++k) {
      const double angle = 2.0 * std::numbers::pi * k / kEdges, width = edges > 1 ? widening * problem.mu()[j] : 0.0;
      columns.emplace_back(G_n.middleCols<3>(3 * j) * Vector3(1.0, width * std::cos(angle), width * std::sin(angle)));
    }
  }
  const auto edges = static_cast<Eigen::Index>(columns.size());
  MatrixX A(count, edges + count);
  for (Eigen::Index k = 0; k < edges; ++k) A.col(k) = columns[static_cast<std::size_t>(k)];
  A.rightCols(count) = -MatrixX::Identity(count, count);
  const VectorX right = -problem.q()(normals);
  const VectorX left = right - A * impact::solve_nonnegative_least_squares(A, right);
  const VectorX y = left.cwiseMax(0.0);
  if (!(y.maxCoeff() > 0.0)) return false;
  DenseOperator scaled(problem.G(), 3);
  return proves_infeasible({.G = scaled, .q = problem.q(), .mu = problem.mu(), .mu_rolling = VectorX()},
                           y / y.maxCoeff());
}

}  // namespace carom
