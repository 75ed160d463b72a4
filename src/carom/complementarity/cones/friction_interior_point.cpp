#include "carom/complementarity/cones/friction_interior_point.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/LU>

namespace carom {
namespace {

// Steps end this near to the boundary of the cones, in parts of the way to it.
constexpr double kFraction = 0.99;
// Added to G in the equations of a step, in parts of the contacts' own diagonals: redundant contacts make them
// singular.
constexpr double kRegularisation = 1e-10;
// Cones narrower than this are widened to it: the path needs an inside. Newton's method then finds the true solution.
constexpr double kLeastFriction = 1e-6;

// Iterations that may pass without anything falling to this part of what it was.
constexpr int kPatience = 15;
constexpr double kFall = 0.9;

double calc_determinant(const BlockVector& x) { return x[0] * x[0] - x.tail(x.size() - 1).squaredNorm(); }

// J x
BlockVector reflect(const BlockVector& x) {
  BlockVector reflected = -x;
  reflected[0] = x[0];
  return reflected;
}

// The product of the cone's algebra: x ∘ y = (x·y, x_0 y_1 + y_0 x_1).
BlockVector multiply(const BlockVector& x, const BlockVector& y) {
  BlockVector product = x[0] * y + y[0] * x;
  product[0] = x.dot(y);
  return product;
}

// The y with x ∘ y = b.
BlockVector divide(const BlockVector& b, const BlockVector& x) {
  const auto n = x.size() - 1;
  BlockVector y(x.size());
  y[0] = (x[0] * b[0] - x.tail(n).dot(b.tail(n))) / calc_determinant(x);
  y.tail(n) = (b.tail(n) - y[0] * x.tail(n)) / x[0];
  return y;
}

// The largest α ≤ 1 with x + α d in the cone: the least positive root of det(x + α d), or of its first entry.
double find_boundary(const BlockVector& x, const BlockVector& d) {
  const auto n = x.size() - 1;
  const double a = calc_determinant(d), b = x[0] * d[0] - x.tail(n).dot(d.tail(n)), c = calc_determinant(x);
  double length = 1.0;
  if (d[0] < 0.0) length = std::min(length, -x[0] / d[0]);
  // a α² + 2 b α + c = 0
  const double discriminant = b * b - a * c;
  if (discriminant < 0.0) return length;
  const double sum = -(b + std::copysign(std::sqrt(discriminant), b));
  for (const double root : {sum / a, c / sum}) {
    if (root > 0.0 && root < length) length = root;
  }
  return length;
}

}  // namespace

void FrictionInteriorPoint::start(const FrictionProblem& problem) {
  const int size = problem.G.block_size(), count = problem.contacts();
  contacts_.resize(static_cast<std::size_t>(count));
  projections_.resize(static_cast<std::size_t>(count));
  rho_.resize(count);
  for (int c = 0; c < count; ++c) {
    const double mean = problem.G.diagonal(c).trace() / size;
    rho_[c] = mean > 0.0 ? 1.0 / mean : 1.0;
  }
  (void)equations_->start(problem, rho_);
  double square = 0.0;
  for (int c = 0; c < count; ++c) square += rho_[c] * problem.q.segment(c * size, size).squaredNorm();
  const double length = std::max(std::sqrt(square / std::max(count, 1)), 1e-12);
  for (int c = 0; c < count; ++c) {
    Contact& own = contacts_[static_cast<std::size_t>(c)];
    own.mu = std::max(problem.cone(c).mu, kLeastFriction);
    own.root = std::sqrt(rho_[c]);
    own.x = own.y = Vector::Zero(size);
    own.x[0] = own.y[0] = length;
    own.dx = own.dy = own.target = own.shift = Vector::Zero(size);
  }
}

// Nesterov and Todd: Q = η² (2 w wᵀ − J), w = (y + J x)/(2 γ) of normalised x and y.
void FrictionInteriorPoint::scale_contacts() {
  for (Contact& own : contacts_) {
    const auto size = own.x.size();
    const double det_x = std::max(calc_determinant(own.x), 1e-300), det_y = std::max(calc_determinant(own.y), 1e-300);
    const Vector x = own.x / std::sqrt(det_x), y = own.y / std::sqrt(det_y);
    const double gamma = std::sqrt(0.5 * (1.0 + x.dot(y)));
    const Vector w = (y + reflect(x)) / (2.0 * gamma);
    const double eta = std::pow(det_y / det_x, 0.25);
    const Matrix J = reflect(Vector::Ones(size)).asDiagonal();
    own.Q = eta * eta * (2.0 * w * w.transpose() - J);
    const auto n = size - 1;
    own.V = Matrix::Identity(size, size);
    own.V(0, 0) = w[0];
    own.V.block(0, 1, 1, n) = w.tail(n).transpose();
    own.V.block(1, 0, n, 1) = w.tail(n);
    own.V.block(1, 1, n, n) += w.tail(n) * w.tail(n).transpose() / (1.0 + w[0]);
    own.V_inverse = J * own.V * J / eta;
    own.V *= eta;
  }
}

// (G + (1 − S) Θ) dr, Θ = T Q T/ρ with T = diag(μ, 1, 1) and S e_t = μ u_t/|u_t| e_n, is F'dr/ρ with the Jacobian
// P' = (1 + ρ (1 − S) Θ)⁻¹ of a projection.
bool FrictionInteriorPoint::factor(const FrictionProblem& problem, const InteriorPointOptions& options) {
  const double linearised = options.fixed_term == nullptr ? options.linearised : 0.0;
  const int size = problem.G.block_size();
  for (int c = 0; c < problem.contacts(); ++c) {
    Contact& own = contacts_[static_cast<std::size_t>(c)];
    Vector T = Vector::Ones(size);
    T[0] = own.mu;
    const double speed = own.y.tail(size - 1).norm();
    own.shift.setZero();
    if (speed > 0.0) own.shift.tail(size - 1) = linearised * own.mu / speed * own.y.tail(size - 1);
    Matrix theta = T.asDiagonal() * own.Q * T.asDiagonal();
    theta.row(0) -= own.shift.transpose() * theta;
    theta += Matrix::Identity(size, size);
    own.P = theta.inverse();
    projections_[static_cast<std::size_t>(c)] = own.P;
  }
  equations_->factor(projections_, kRegularisation);
  // G r + q − u of the point where we are
  r_.resize(problem.G.size());
  read_impulses(r_);
  residual_.resize(r_.size());
  problem.G.multiply(r_, residual_);
  residual_ += problem.q;
  for (int c = 0; c < problem.contacts(); ++c) {
    const Contact& own = contacts_[static_cast<std::size_t>(c)];
    auto block = residual_.segment(c * size, size);
    block -= own.y / own.root;
    const double term =
        options.fixed_term == nullptr ? own.mu * own.y.tail(size - 1).norm() / own.root : (*options.fixed_term)[c];
    block[0] += own.y[0] / own.root - own.mu * own.y[0] / own.root + term;
  }
  return residual_.allFinite();
}

// V (λ \ (ν e − λ ∘ λ − (V⁻¹dy) ∘ (V dx))), λ = V x, is what Q dx + dy should be.
void FrictionInteriorPoint::aim(double nu, bool corrects) {
  for (Contact& own : contacts_) {
    const Vector lambda = own.V * own.x;
    Vector wanted = -multiply(lambda, lambda);
    wanted[0] += nu;
    if (corrects) wanted -= multiply(own.V_inverse * own.dy, own.V * own.dx);
    own.target = own.V * divide(wanted, lambda);
  }
}

bool FrictionInteriorPoint::calc_direction(const FrictionProblem& problem) {
  const int size = problem.G.block_size();
  right_.resize(r_.size());
  for (int c = 0; c < problem.contacts(); ++c) {
    const Contact& own = contacts_[static_cast<std::size_t>(c)];
    Vector velocity = own.target / own.root;
    velocity[0] *= own.mu;
    velocity[0] -= own.shift.dot(velocity);
    right_.segment(c * size, size) = rho_[c] * (own.P * (residual_.segment(c * size, size) - velocity));
  }
  equations_->solve(right_, step_);
  if (!step_.allFinite()) return false;
  for (int c = 0; c < problem.contacts(); ++c) {
    Contact& own = contacts_[static_cast<std::size_t>(c)];
    own.dx = step_.segment(c * size, size) / own.root;
    own.dx[0] *= own.mu;
    own.dy = own.target - own.Q * own.dx;
  }
  return true;
}

double FrictionInteriorPoint::find_length() const {
  double length = 1.0;
  for (const Contact& own : contacts_) {
    length = std::min({length, find_boundary(own.x, own.dx), find_boundary(own.y, own.dy)});
  }
  return length;
}

double FrictionInteriorPoint::calc_nu(double length) const {
  double sum = 0.0;
  for (const Contact& own : contacts_) sum += (own.x + length * own.dx).dot(own.y + length * own.dy);
  return sum / static_cast<double>(std::max<std::size_t>(contacts_.size(), 1));
}

double FrictionInteriorPoint::calc_lack() const {
  double sum = 0.0;
  Eigen::Index row = 0;
  for (const Contact& own : contacts_) {
    sum += own.root * own.root * residual_.segment(row, own.x.size()).squaredNorm();
    row += own.x.size();
  }
  return sum / static_cast<double>(std::max<std::size_t>(contacts_.size(), 1));
}

// That of the problem, or of the convex one with a fixed term: r − P(r − u'), with P onto the cone.
double FrictionInteriorPoint::calc_error(const FrictionProblem& problem, const VectorX* fixed_term) {
  if (fixed_term == nullptr) return calc_natural_map(problem, r_, natural_map_);
  const int size = problem.G.block_size();
  problem.G.multiply(r_, natural_map_);
  natural_map_ += problem.q;
  double square = 0.0;
  for (int c = 0; c < problem.contacts(); ++c) {
    const Vector impulse = r_.segment(c * size, size);
    Vector trial = impulse - natural_map_.segment(c * size, size);
    trial[0] -= (*fixed_term)[c];
    square += (impulse - project_on_cone(problem.cone(c), trial)).squaredNorm();
  }
  return std::sqrt(square) / (1.0 + problem.q.norm());
}

void FrictionInteriorPoint::read_impulses(VectorRef r) const {
  Eigen::Index row = 0;
  for (const Contact& own : contacts_) {
    r.segment(row, own.x.size()) = own.root * own.x;
    r[row] /= own.mu;
    row += own.x.size();
  }
}

SolveReport FrictionInteriorPoint::solve(const FrictionProblem& problem, VectorRef r,
                                         const InteriorPointOptions& options) {
  SolveReport report = check_data(problem);
  if (report.status == SolveStatus::BadData) return report;
  start(problem);
  natural_map_.resize(r.size());
  r_ = best_ = r;
  double least = HUGE_VAL;
  std::array<double, 3> goals{HUGE_VAL, HUGE_VAL, HUGE_VAL};
  int patience = kPatience;
  for (; report.iterations < options.most_iterations && !problem.stop.stop_requested(); ++report.iterations) {
    scale_contacts();
    if (!factor(problem, options)) break;
    const double error = calc_error(problem, options.fixed_term);
    if (error < least) {
      least = error;
      best_ = r_;
    }
    // Where nothing falls any more, neither error nor ν nor what the equations lack, rounding has the better of them.
    const double nu = calc_nu(0.0);
    bool falls = false;
    const std::array<double, 3> measures{error, nu, residual_.norm()};
    for (std::size_t i = 0; i < measures.size(); ++i) {
      falls = falls || measures[i] < goals[i];
      goals[i] = std::min(goals[i], kFall * measures[i]);
    }
    patience = falls ? kPatience : patience - 1;
    if (least <= options.tolerance || patience == 0) break;
    // Where to without ν, how far that would lead, and then towards what is left of ν.
    aim(0.0, false);
    if (!calc_direction(problem)) break;
    const double left = calc_nu(find_length()) / nu;
    const double pace = options.linearised < 1.0 ? std::min(nu, calc_lack()) : 0.0;
    aim(std::max(nu * std::clamp(left * left * left, 1e-8, 1.0), pace), true);
    if (!calc_direction(problem)) break;
    const double length = kFraction * find_length();
    for (Contact& own : contacts_) {
      own.x += length * own.dx;
      own.y += length * own.dy;
    }
  }
  r = best_;
  judge(problem, r, options.tolerance, natural_map_, report);
  if (!report.solved()) report.detail = "the interior point method stalls";
  return report;
}

}  // namespace carom
