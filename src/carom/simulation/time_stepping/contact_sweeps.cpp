#include "carom/simulation/time_stepping/contact_sweeps.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Cholesky>

#include "carom/simulation/time_stepping/island_solver.h"

namespace carom {
namespace {

constexpr int kMostVelocities = 6;
// Sweeps after which the error is looked at even though changes are still large.
constexpr int kSweepsBetweenChecks = 25;
// After a look at the error that was in vain, changes must shrink by this before the next.
constexpr double kWorseThanItSeemed = 1.25;
constexpr int kMostSlideIterations = 30;

using Row = SweptContact::Row;

CAROM_INLINE double dot(const Row& a, const Row& wa, const Row& b, const Row& wb) {
  const Lanes sum =
      (a.half[0] * wa.half[0] + a.half[1] * wa.half[1]) + (b.half[0] * wb.half[0] + b.half[1] * wb.half[1]);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

CAROM_INLINE void add_impulse(const SweptContact& c, const double* x, Row* w) {
  for (std::size_t side = 0; side < 2; ++side) {
    Row& own = w[c.body[side]];
    for (std::size_t half = 0; half < 2; ++half) {
      own.half[half] +=
          c.K[side][0].half[half] * x[0] + c.K[side][1].half[half] * x[1] + c.K[side][2].half[half] * x[2];
    }
  }
}

// K w: the velocity that all impulses together give the contact.
CAROM_INLINE void read_velocity(const SweptContact& c, const Row* w, double* u) {
  const Row &a = w[c.body[0]], &b = w[c.body[1]];
  for (std::size_t r = 0; r < 3; ++r) u[r] = dot(c.K[0][r], a, c.K[1][r], b);
}

// x_t(α) = −g/(S + α) and the normal impulse with it.
struct Sliding {
  CAROM_INLINE Sliding(const SweptContact& c, const double* z, const double* g, double alpha) {
    for (std::size_t i = 0; i < 2; ++i) x[1 + i] = -g[i] / (c.S[i] + alpha);
    x[0] = -(z[0] + c.b[0] * x[1] + c.b[1] * x[2]) / c.B_nn;
    length = std::sqrt(x[1] * x[1] + x[2] * x[2]);
  }
  double x[3];
  double length;
};

// The α with |x_t| = μ x_n, where sticking needs more friction than there is: the root of ψ = μ x_n/|x_t| − 1, by
// Newton's method within a bracket. For two balls ψ is linear.
CAROM_INLINE void slide(SweptContact& c, const double* z, const double* g, double* x) {
  double low = 0.0, high = std::numeric_limits<double>::infinity(), alpha = c.slide;
  for (int k = 0; k < kMostSlideIterations; ++k) {
    const Sliding at(c, z, g, alpha);
    const double psi = c.mu * at.x[0] / at.length - 1.0;
    (psi < 0.0 ? low : high) = alpha;
    double rates[2];  // of x_t with α
    for (std::size_t i = 0; i < 2; ++i) rates[i] = -at.x[1 + i] / (c.S[i] + alpha);
    const double normal_rate = -(c.b[0] * rates[0] + c.b[1] * rates[1]) / c.B_nn;
    const double length_rate = (at.x[1] * rates[0] + at.x[2] * rates[1]) / at.length;
    const double slope = c.mu * (normal_rate - at.x[0] * length_rate / at.length) / at.length;
    double next = alpha - psi / slope;
    if (!(next > low && next < high)) next = high < 1e300 ? 0.5 * (low + high) : 4.0 * alpha + c.S[0] + c.S[1];
    const bool done = std::abs(next - alpha) <= 1e-14 * next;
    alpha = next;
    if (done) break;
  }
  c.slide = alpha;
  const Sliding at(c, z, g, alpha);
  if (!(at.x[0] >= 0.0) || !(at.length > 0.0)) {
    x[0] = -z[0] / c.B_nn, x[1] = x[2] = 0.0;  // what friction does there helps nothing
    return;
  }
  const double factor = c.mu * at.x[0] / at.length;
  x[0] = at.x[0], x[1] = factor * at.x[1], x[2] = factor * at.x[2];
}

// Coulomb's law for the velocity B x + z.
CAROM_INLINE void solve_alone(SweptContact& c, const double* z, double* x) {
  if (z[0] >= 0.0 || !(c.B_nn > 0.0)) {
    x[0] = x[1] = x[2] = 0.0;
    return;
  }
  const double g[2] = {z[1] - c.b[0] * z[0] / c.B_nn, z[2] - c.b[1] * z[0] / c.B_nn};
  const Sliding stuck(c, z, g, 0.0);
  if (stuck.length <= c.mu * stuck.x[0]) {
    std::copy_n(stuck.x, 3, x);
  } else if (c.mu == 0.0) {
    x[0] = -z[0] / c.B_nn, x[1] = x[2] = 0.0;
  } else {
    slide(c, z, g, x);
  }
}

// All contacts once. Returns the square of what changed.
CAROM_VECTORIZED double sweep(std::span<SweptContact> contacts, Row* w) {
  double square = 0.0;
  for (SweptContact& c : contacts) {
    double z[3], x[3];
    read_velocity(c, w, z);
    // Less its own part: B x without the compliance, which w does not have.
    const double own = c.B_nn * c.x[0] + c.b[0] * c.x[1] + c.b[1] * c.x[2];
    z[0] += c.q[0] - own + c.C_n * c.x[0];
    for (std::size_t i = 0; i < 2; ++i) {
      z[1 + i] += c.q[1 + i] - c.S[i] * c.x[1 + i] - c.b[i] * own / c.B_nn + c.C_t * c.x[1 + i];
    }
    solve_alone(c, z, x);
    for (std::size_t r = 0; r < 3; ++r) {
      c.change[r] = x[r] - c.x[r];
      c.x[r] = x[r];
      square += c.change[r] * c.change[r];
    }
    add_impulse(c, c.change.data(), w);
  }
  return square;
}

CAROM_VECTORIZED void add_all(std::span<const SweptContact> contacts, Row* w) {
  for (const SweptContact& c : contacts) add_impulse(c, c.x.data(), w);
}

// The natural map of each contact, and the square of its size over all; see calc_natural_map() of FrictionProblem.
CAROM_VECTORIZED double calc_maps(std::span<const SweptContact> contacts, const Row* w, double* map) {
  double square = 0.0;
  for (const SweptContact& c : contacts) {
    double u[3];
    read_velocity(c, w, u);
    u[0] += c.q[0] + c.C_n * c.x[0];
    for (std::size_t i = 1; i < 3; ++i) u[i] += c.q[i] + c.C_t * c.x[i];
    u[0] += c.mu * std::sqrt(u[1] * u[1] + u[2] * u[2]);
    const double y[3] = {c.x[0] - u[0], c.x[1] - u[1], c.x[2] - u[2]};
    const double length = std::sqrt(y[1] * y[1] + y[2] * y[2]);
    if (length > c.mu * y[0]) {  // else within the cone, where the map is u itself
      const double normal = std::max(0.0, (y[0] + c.mu * length) / (1.0 + c.mu * c.mu));
      const double factor = length > 0.0 ? c.mu * normal / length : 0.0;
      u[0] = c.x[0] - normal;
      for (std::size_t i = 1; i < 3; ++i) u[i] = c.x[i] - factor * y[i];
    }
    for (const double value : u) {
      *map++ = value;
      square += value * value;
    }
  }
  return square;
}

// Turns the tangents so that S has no mixed part.
void turn_tangents(const Matrix3& B, SweptContact& c) {
  c.B_nn = B(0, 0);
  Eigen::Vector2d b = B.block<2, 1>(1, 0);
  Eigen::Matrix2d S = B.block<2, 2>(1, 1);
  if (c.B_nn > 0.0) S -= b * b.transpose() / c.B_nn;
  const double angle = 0.5 * std::atan2(2.0 * S(0, 1), S(0, 0) - S(1, 1));
  c.cosine = std::cos(angle), c.sine = std::sin(angle);
  const Eigen::Matrix2d turn{{c.cosine, c.sine}, {-c.sine, c.cosine}};
  b = turn * b;
  S = turn * S * turn.transpose();
  c.b = {b[0], b[1]};
  c.S = {S(0, 0), S(1, 1)};
  for (auto& K : c.K) {
    for (std::size_t half = 0; half < 2; ++half) {
      const Lanes first = K[1].half[half], second = K[2].half[half];
      K[1].half[half] = c.cosine * first + c.sine * second;
      K[2].half[half] = c.cosine * second - c.sine * first;
    }
  }
}

}  // namespace

bool ContactSweeps::suit(const StepRows& rows, std::span<const int> contacts) {
  return std::ranges::all_of(contacts, [&](int c) {
    for (int side = 0; side < 2; ++side) {
      const int group = rows.group(c, side);
      if (group >= 0 && rows.groups().size_of(group) > kMostVelocities) return false;
    }
    return true;
  });
}

// Groups that these contacts move get places in w, and factors of their inverse inertias.
void ContactSweeps::place_bodies(const StepRows& rows, std::span<const int> contacts) {
  // Only the places of the last time are cleared: there may be many more groups than these contacts move.
  for (const int group : placed_) places_[static_cast<std::size_t>(group)] = 0;
  placed_.clear();
  places_.resize(static_cast<std::size_t>(rows.groups().count()), 0);
  L_.resize(1);
  for (const int c : contacts) {
    for (int side = 0; side < 2; ++side) {
      const int group = rows.group(c, side);
      if (group < 0 || places_[static_cast<std::size_t>(group)] != 0) continue;
      places_[static_cast<std::size_t>(group)] = static_cast<int>(L_.size());
      placed_.push_back(group);
      const int size = rows.groups().size_of(group);
      Matrix6 inverse = Matrix6::Identity();
      inverse.topLeftCorner(size, size) = rows.groups().inverse(group);
      L_.push_back(inverse.llt().matrixL());
    }
  }
  w_.resize(L_.size());
}

void ContactSweeps::fill(const StepRows& rows, std::span<const int> contacts, const StepConditions& conditions,
                         const ConstVectorRef& p) {
  contacts_.resize(contacts.size());
  double trace = 0.0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    SweptContact& own = contacts_[i];
    own = {};
    for (int side = 0; side < 2; ++side) {
      const int group = rows.group(contacts[i], side);
      if (group < 0) continue;
      const int place = places_[static_cast<std::size_t>(group)], size = rows.groups().size_of(group);
      own.body[static_cast<std::size_t>(side)] = place;
      Eigen::Matrix<double, 3, 8> K = Eigen::Matrix<double, 3, 8>::Zero();
      Eigen::Matrix<double, 3, 6> J = Eigen::Matrix<double, 3, 6>::Zero();
      J.leftCols(size) = rows.transposed_jacobian(contacts[i], side).transpose();
      K.leftCols<6>() = J.lazyProduct(L_[static_cast<std::size_t>(place)]);
      for (int r = 0; r < 3; ++r) {
        for (int k = 0; k < 8; ++k) own.K[side][r].half[k / 4][k % 4] = K(r, k);
      }
      trace += K.squaredNorm();
    }
    trace += conditions.compliance.segment<3>(3 * contacts[i]).sum();
  }
  scale_ = trace > 0.0 ? trace / (3.0 * static_cast<double>(contacts.size())) : 1.0;
  double square = 0.0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    add_conditions(conditions, contacts[i], p, contacts_[i]);
    square += conditions.q.segment<3>(3 * contacts[i]).squaredNorm();
  }
  q_norm_ = std::sqrt(square);
}

void ContactSweeps::add_conditions(const StepConditions& conditions, int contact, const ConstVectorRef& p,
                                   SweptContact& own) {
  const double root = std::sqrt(scale_);
  Matrix3 B = Matrix3::Zero();
  for (auto& K : own.K) {
    for (Row& row : K) row.half[0] /= root, row.half[1] /= root;
    for (int r = 0; r < 3; ++r) {
      for (int s = 0; s < 3; ++s) {
        const Lanes sum = K[r].half[0] * K[s].half[0] + K[r].half[1] * K[s].half[1];
        B(r, s) += (sum[0] + sum[1]) + (sum[2] + sum[3]);
      }
    }
  }
  const auto compliance = conditions.compliance.segment<3>(3 * contact) / scale_;
  own.C_n = compliance[0];
  own.C_t = compliance[1];
  B.diagonal() += compliance;
  turn_tangents(B, own);
  own.mu = conditions.mu[contact];
  const auto put = [&](const Vector3& from, std::array<double, 3>& to) {
    to = {from[0], own.cosine * from[1] + own.sine * from[2], own.cosine * from[2] - own.sine * from[1]};
  };
  put(conditions.q.segment<3>(3 * contact), own.q);
  put(scale_ * p.segment<3>(3 * contact), own.x);
}

void ContactSweeps::calc_velocities() {
  std::ranges::fill(w_, Row{});
  add_all(contacts_, w_.data());
}

double ContactSweeps::calc_residual() {
  natural_map_.resize(static_cast<Eigen::Index>(3 * contacts_.size()));
  return std::sqrt(calc_maps(contacts_, w_.data(), natural_map_.data())) / (1.0 + q_norm_);
}

// Goes on along the directions so far, which the next sweep brings back into the cones.
void ContactSweeps::accelerate(double factor) {
  for (SweptContact& c : contacts_) {
    for (std::size_t r = 0; r < 3; ++r) {
      const double along = factor * c.direction[r];
      c.x[r] += along;
      c.direction[r] = along + c.change[r];
    }
  }
  for (std::size_t i = 0; i < w_.size(); ++i) {
    for (std::size_t half = 0; half < 2; ++half) {
      const Lanes along = factor * w_direction_[i].half[half], change = w_[i].half[half] - w_before_[i].half[half];
      w_[i].half[half] += along;
      w_direction_[i].half[half] = along + change;
    }
  }
}

SolveReport ContactSweeps::solve(const StepRows& rows, std::span<const int> contacts, const StepConditions& conditions,
                                 const Options& options, VectorRef p) {
  place_bodies(rows, contacts);
  fill(rows, contacts, conditions, p);
  calc_velocities();
  w_direction_.assign(w_.size(), Row{});
  SolveReport report;
  report.route.add("sweeps");
  report.residual = calc_residual();
  // The error over the size of changes, as of the last time that it was looked at.
  double ratio = 1.0 / (1.0 + q_norm_), last_square = 0.0;
  while (report.residual > options.tolerance && report.iterations < options.most_sweeps) {
    w_before_ = w_;
    const double square = sweep(contacts_, w_.data());
    ++report.iterations;
    const bool is_last = report.iterations == options.most_sweeps || !std::isfinite(square);
    const bool seems_good = ratio * std::sqrt(square) <= options.tolerance;
    if (seems_good || report.iterations % kSweepsBetweenChecks == 0 || is_last) {
      calc_velocities();
      report.residual = calc_residual();
      ratio = std::max(report.residual / std::sqrt(square), seems_good ? kWorseThanItSeemed * ratio : 0.0);
      if (is_last || report.residual <= options.tolerance) break;
    }
    const double factor = last_square > 0.0 && square <= last_square ? square / last_square : 0.0;
    last_square = square;
    accelerate(factor);
  }
  report.status = report.residual <= options.tolerance ? SolveStatus::Solved : SolveStatus::NotConverged;
  if (!report.solved()) report.detail = "too many sweeps";
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const SweptContact& own = contacts_[i];
    p.segment<3>(3 * contacts[i]) << own.x[0], own.cosine * own.x[1] - own.sine * own.x[2],
        own.cosine * own.x[2] + own.sine * own.x[1];
    p.segment<3>(3 * contacts[i]) /= scale_;
  }
  return report;
}

}  // namespace carom
