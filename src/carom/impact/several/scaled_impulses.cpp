#include "carom/impact/several/scaled_impulses.h"

#include <algorithm>
#include <cmath>

#include <Eigen/QR>

namespace carom::impact {
namespace {

/// Of the largest pivot: what counts as singular.
constexpr double kSingularPivot = 1e-11;

/// Bounds that are missed by less are rounding.
constexpr double kSlack = 1e-13;

VectorX solve_least_norm(const MatrixX& matrix, const VectorX& right) {
  Eigen::CompleteOrthogonalDecomposition<MatrixX> factors;
  factors.setThreshold(kSingularPivot);
  factors.compute(matrix);
  return factors.solve(right);
}

}  // namespace

ScaledImpulses::ScaledImpulses(const ImpulseProblem& problem)
    : problem_(problem), scale_(problem.q.size()), least_(problem.count()) {
  const int n = problem.dimension;
  VectorX given = VectorX::Zero(problem.q.size());
  for (int i = 0; i < problem.count(); ++i) {
    const double mean = problem.G.diagonal().segment(n * i, n).mean();
    scale_.segment(n * i, n).setConstant(mean > 0.0 ? 1.0 / std::sqrt(mean) : 1.0);
    given[n * (i + 1) - 1] = problem.least[i];
  }
  G_ = scale_.asDiagonal() * problem.G * scale_.asDiagonal();
  q_ = scale_.cwiseProduct(problem.q);
  const VectorX pushed = scale_.cwiseProduct(problem.G * given);
  const double size = std::max(q_.cwiseAbs().maxCoeff(), pushed.cwiseAbs().maxCoeff());
  trivial_ = !(size > 0.0);
  if (trivial_) return;
  q_ /= size;
  scale_ *= size;
  for (int i = 0; i < problem.count(); ++i) least_[i] = problem.least[i] / scale_[n * i];
}

void ScaledImpulses::calc_function(const VectorX& x, VectorX& function, std::vector<Contact>& contacts) const {
  const int n = dimension();
  const VectorX y = x - (G_ * x + q_);
  function = x;
  contacts.assign(static_cast<std::size_t>(count()), {});
  for (int i = 0; i < count(); ++i) {
    Contact& contact = contacts[static_cast<std::size_t>(i)];
    const double y_n = y[n * i + n - 1];
    contact.closed = y_n > least_[i];
    const double normal = std::max(y_n, least_[i]);
    function[n * i + n - 1] -= normal;
    if (!(normal > 0.0)) continue;
    Part* part = contact.parts.data();
    for (const auto& [first, size, bound] : discs(i)) {
      const auto y_t = y.segment(n * i + first, size);
      const double length = y_t.norm(), radius = bound * normal;
      part->mode = bound > 0.0 && length <= radius ? Mode::Stick : Mode::Slide;
      if (length > 0.0) part->direction.head(size) = y_t / length;
      function.segment(n * i + first, size) -=
          part->mode == Mode::Stick ? VectorX(y_t) : VectorX(radius * part->direction.head(size));
      ++part;
    }
  }
}

double ScaledImpulses::calc_error(const VectorX& x) const {
  VectorX function;
  std::vector<Contact> contacts;
  calc_function(x, function, contacts);
  return function.cwiseAbs().maxCoeff();
}

// F' = 1 − P' (1 − G).
MatrixX ScaledImpulses::calc_jacobian(const VectorX& x, const std::vector<Contact>& contacts) const {
  const int n = dimension();
  const MatrixX rest = MatrixX::Identity(x.size(), x.size()) - G_;
  const VectorX y = x - (G_ * x + q_);
  MatrixX jacobian = MatrixX::Identity(x.size(), x.size());
  for (int i = 0; i < count(); ++i) {
    const Contact& contact = contacts[static_cast<std::size_t>(i)];
    MatrixX projection = MatrixX::Zero(n, n);
    projection(n - 1, n - 1) = contact.closed ? 1.0 : 0.0;
    const Part* part = contact.parts.data();
    for (const auto& [first, size, bound] : discs(i)) {
      auto own = projection.block(first, first, size, size);
      if (part->mode == Mode::Stick) own.setIdentity();
      const double length = y.segment(n * i + first, size).norm();
      if (part->mode == Mode::Slide && length > 0.0) {
        const VectorX d = part->direction.head(size);
        const double radius = bound * std::max(y[n * i + n - 1], least_[i]);
        own = radius / length * (MatrixX::Identity(size, size) - d * d.transpose());
        if (contact.closed) projection.block(first, n - 1, size, 1) = bound * d;
      }
      ++part;
    }
    jacobian.middleRows(n * i, n) -= projection * rest.middleRows(n * i, n);
  }
  return jacobian;
}

void ScaledImpulses::polish(VectorX& x) const {
  constexpr int kMostSteps = 12;
  constexpr double kRounding = 1e-15;
  VectorX trial = x, function;
  std::vector<Contact> contacts;
  calc_function(trial, function, contacts);
  double least = function.cwiseAbs().maxCoeff();
  for (int step = 0, failures = 0; step < kMostSteps && failures < 3 && least > kRounding; ++step) {
    trial -= solve_least_norm(calc_jacobian(trial, contacts), function);
    calc_function(trial, function, contacts);
    const double error = function.cwiseAbs().maxCoeff();
    if (!std::isfinite(error)) return;
    failures = error < 0.5 * least ? 0 : failures + 1;
    if (!(error < least)) continue;
    least = error;
    x = trial;
  }
}

VectorX ScaledImpulses::find_least_norm(const VectorX& x, const std::vector<Contact>& contacts) const {
  const int n = dimension();
  // p = fixed + columns z in the physical units of impulses, which symmetric contacts share.
  VectorX fixed = VectorX::Zero(x.size());
  MatrixX columns = MatrixX::Zero(x.size(), x.size());
  Eigen::Index unknowns = 0;
  for (int i = 0; i < count(); ++i) {
    const Contact& contact = contacts[static_cast<std::size_t>(i)];
    const ImpulseDiscs parts = discs(i);
    VectorX along = VectorX::Unit(n, n - 1);
    for (int k = 0; k < parts.count; ++k) {
      const auto& [first, size, bound] = parts.discs[static_cast<std::size_t>(k)];
      const Part& part = contact.parts[static_cast<std::size_t>(k)];
      if (part.mode == Mode::Slide) along.segment(first, size) = bound * part.direction.head(size);
    }
    if (contact.closed) {
      columns.col(unknowns++).segment(n * i, n) = along;
    } else {
      fixed.segment(n * i, n) = problem_.least[i] * along;
    }
    for (int k = 0; k < parts.count; ++k) {
      const ImpulseDisc& disc = parts.discs[static_cast<std::size_t>(k)];
      if (contact.parts[static_cast<std::size_t>(k)].mode != Mode::Stick) continue;
      for (int t = 0; t < disc.size; ++t) columns(n * i + disc.first + t, unknowns++) = 1.0;
    }
  }
  if (unknowns == 0) return x;
  columns.conservativeResize(Eigen::NoChange, unknowns);
  const VectorX change = problem_.G * (to_impulses(x) - fixed);
  return from_impulses(fixed + columns * solve_least_norm(problem_.G * columns, change));
}

bool ScaledImpulses::bring_to_bounds(const VectorX& x, int i, Contact& contact) const {
  const int n = dimension();
  const double x_n = x[n * i + n - 1];
  if (contact.closed && x_n < least_[i] - kSlack) {
    contact.closed = false;
    if (!(least_[i] > 0.0)) contact.parts = {};
    return true;
  }
  bool changed = false;
  Part* part = contact.parts.data();
  for (const auto& [first, size, bound] : discs(i)) {
    const auto x_t = x.segment(n * i + first, size);
    const double length = x_t.norm();
    if (part->mode == Mode::Stick && length > bound * x_n + kSlack) {
      part->mode = Mode::Slide;
      part->direction.head(size) = x_t / length;
      changed = true;
    }
    ++part;
  }
  return changed;
}

bool ScaledImpulses::bring_to_bounds(const VectorX& x, std::vector<Contact>& contacts) const {
  bool changed = false;
  for (int i = 0; i < count(); ++i) changed = bring_to_bounds(x, i, contacts[static_cast<std::size_t>(i)]) || changed;
  return changed;
}

void ScaledImpulses::free_what_rests(const VectorX& u, int i, Contact& contact) const {
  constexpr double kRests = 1e-11;
  const int n = dimension();
  contact.closed = u[n * i + n - 1] <= kRests;
  if (!contact.closed && !(least_[i] > 0.0)) return;
  Part* part = contact.parts.data();
  for (const auto& [first, size, bound] : discs(i)) {
    const bool sticks = bound > 0.0 && u.segment(n * i + first, size).norm() <= kRests;
    part->mode = sticks ? Mode::Stick : Mode::Slide;
    ++part;
  }
}

void ScaledImpulses::free_what_rests(const VectorX& x, std::vector<Contact>& contacts) const {
  const VectorX u = G_ * x + q_;
  for (int i = 0; i < count(); ++i) free_what_rests(u, i, contacts[static_cast<std::size_t>(i)]);
}

void ScaledImpulses::take_least_norm(VectorX& x) const {
  VectorX function;
  std::vector<Contact> contacts;
  calc_function(x, function, contacts);
  free_what_rests(x, contacts);
  const double error = std::max(function.cwiseAbs().maxCoeff(), kSlack);
  // Each round takes freedom from some contact: it ends.
  const int most = (1 + discs(0).count) * count();
  for (int round = 0; round <= most; ++round) {
    const VectorX found = find_least_norm(x, contacts);
    if (calc_error(found) <= error) {
      x = found;
      return;
    }
    if (!bring_to_bounds(found, contacts)) return;
  }
}

}  // namespace carom::impact
