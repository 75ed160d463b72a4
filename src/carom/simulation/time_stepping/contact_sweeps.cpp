#include "carom/simulation/time_stepping/contact_sweeps.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/math/packed.h"
#include "carom/simulation/time_stepping/island_solver.h"

namespace carom {
namespace {

// Sweeps after which the error is looked at even though changes are still large.
constexpr int kSweepsBetweenChecks = 25;
// After a look at the error that was in vain, changes must shrink by this before the next.
constexpr double kWorseThanItSeemed = 1.25;
// After k sweeps with shrinking changes the momentum is k/(k + 10). Nesterov's k/(k + 3) takes more sweeps where few
// are enough, and hardly fewer where many are needed.
constexpr double kMomentumDelay = 10.0;
// Changes that grow by no more than this are noise: momentum goes on.
constexpr double kGrowth = 1.05;
// After so many sweeps contacts with at least this part of the largest squared change are swept by themselves where
// they are few, until they changed that much less or have taken as many visits as a sweep.
constexpr int kSweepsOfAll = 100;
constexpr double kBusyPart = 1e-2, kSettledPart = 1e-4;
constexpr std::size_t kMostBusy = 8;  // one of so many
constexpr int kMostSlideIterations = 60;
// An α this near to its root, by ψ, is good for one sweep.
constexpr double kNearCone = 2e-2;

constexpr int kVelocities = SweptContact::kVelocities;

// Six numbers wherever they are.
using Four = double __attribute__((vector_size(32), aligned(8), may_alias));
using Two = double __attribute__((vector_size(16), aligned(8), may_alias));
CAROM_INLINE const Four& first_four(const double* six) { return *reinterpret_cast<const Four*>(six); }
CAROM_INLINE const Two& last_two(const double* six) { return *reinterpret_cast<const Two*>(six + 4); }

// K w: the velocity that all impulses together give the contact.
CAROM_INLINE void read_velocity(const SweptContact& c, const double* wa, const double* wb, double* u) {
  using Pair = double __attribute__((vector_size(16)));
  Pair sums[3];
  for (int row = 0; row < 3; ++row) {
    const double *a = c.K[0][row], *b = c.K[1][row];
    const Four four = first_four(a) * first_four(wa) + first_four(b) * first_four(wb);
    const Two two = last_two(a) * last_two(wa) + last_two(b) * last_two(wb);
    sums[row] = Pair{four[0], four[1]} + Pair{four[2], four[3]} + Pair{two[0], two[1]};
  }
  for (int row = 0; row < 3; ++row) u[row] = sums[row][0] + sums[row][1];
}

CAROM_INLINE void add_impulse(const SweptContact& c, const double* x, double* w) {
  for (int side = 0; side < 2; ++side) {
    double* own = w + kVelocities * c.body[side];
    const double *n = c.K[side][0], *t = c.K[side][1], *s = c.K[side][2];
    const Four four = first_four(own) + first_four(n) * x[0] + first_four(t) * x[1] + first_four(s) * x[2];
    const Two two = last_two(own) + last_two(n) * x[0] + last_two(t) * x[1] + last_two(s) * x[2];
    *reinterpret_cast<Four*>(own) = four;
    *reinterpret_cast<Two*>(own + 4) = two;
  }
}

// x_t(α) = −g/(S + α) and the normal impulse with it.
struct Sliding {
  CAROM_INLINE Sliding(const SweptContact& c, double z_n, const double* g, double alpha) {
    for (int i = 0; i < 2; ++i) {
      inverse[i] = 1.0 / (c.S[i] + alpha);
      x[1 + i] = -g[i] * inverse[i];
    }
    x[0] = -z_n * c.B_nn_inverse - (c.beta[0] * x[1] + c.beta[1] * x[2]);
    length = std::sqrt(x[1] * x[1] + x[2] * x[2]);
  }
  double x[3], inverse[2];
  double length;
};

// Where sticking needs more friction than there is: the α with |x_t| = μ x_n, the root of ψ = μ x_n/|x_t| − 1, by
// Newton's method within a bracket; for two balls ψ is linear. Near the root the next sweep goes on from there.
CAROM_INLINE void slide(SweptContact& c, double z_n, const double* g, double* x) {
  double low = 0.0, high = std::numeric_limits<double>::infinity(), alpha = c.slide;
  for (int k = 0; k < kMostSlideIterations; ++k) {
    const Sliding at(c, z_n, g, alpha);
    const double one_over_length = 1.0 / at.length, psi = c.mu * at.x[0] * one_over_length - 1.0;
    (psi < 0.0 ? low : high) = alpha;
    // x_t changes with α at the rate −x_t/(S + α).
    double normal_rate = 0.0, length_rate = 0.0;
    for (int i = 0; i < 2; ++i) {
      const double rate = -at.x[1 + i] * at.inverse[i];
      normal_rate -= c.beta[i] * rate;
      length_rate += at.x[1 + i] * rate * one_over_length;
    }
    const double slope = c.mu * (normal_rate - at.x[0] * length_rate * one_over_length) * one_over_length;
    const double next = alpha - psi / slope;
    const bool inside = next > low && next < high;
    if (std::abs(psi) <= kNearCone && (inside || psi == 0.0)) {
      c.slide = inside ? next : alpha;
      x[0] = at.x[0];
      for (int i = 1; i < 3; ++i) x[i] = (1.0 + psi) * at.x[i];
      return;
    }
    alpha = inside ? next : high < 1e300 ? 0.5 * (low + high) : 4.0 * alpha + c.S[0] + c.S[1];
  }
  x[0] = -z_n * c.B_nn_inverse, x[1] = x[2] = 0.0;  // what friction does there helps nothing
}

// Coulomb's law where the others alone would close the contact at z_n < 0: from impulses x with which it moves at u.
CAROM_INLINE void solve_alone(SweptContact& c, double z_n, const double* u, double* x) {
  const double v[2] = {u[1] - c.beta[0] * u[0], u[2] - c.beta[1] * u[0]};
  const double t[2] = {x[1] - v[0] * c.S_inverse[0], x[2] - v[1] * c.S_inverse[1]};
  const double n = x[0] - u[0] * c.B_nn_inverse - (c.beta[0] * (t[0] - x[1]) + c.beta[1] * (t[1] - x[2]));
  const double most = c.mu * n;
  if (most >= 0.0 && t[0] * t[0] + t[1] * t[1] <= most * most) {  // it sticks
    x[0] = n, x[1] = t[0], x[2] = t[1];
  } else if (c.mu == 0.0) {
    x[0] = -z_n * c.B_nn_inverse, x[1] = x[2] = 0.0;
  } else {
    const double g[2] = {v[0] - c.S[0] * x[1], v[1] - c.S[1] * x[2]};
    slide(c, z_n, g, x);
  }
}

// All contacts once. Returns the square of what changed.
CAROM_VECTORIZED double sweep(SweptContact* contacts, std::size_t count, double* impulses, double* w) {
  double square = 0.0;
  for (std::size_t i = 0; i < count; ++i, impulses += 3) {
    SweptContact& c = contacts[i];
    const double *wa = w + kVelocities * c.body[0], *wb = w + kVelocities * c.body[1];
    double x[3] = {impulses[0], impulses[1], impulses[2]}, u[3];
    read_velocity(c, wa, wb, u);
    u[0] += c.q[0] + c.C_n * x[0];
    // What it would be without its own impulses.
    const double z_n = u[0] - c.B_nn * (x[0] + (c.beta[0] * x[1] + c.beta[1] * x[2]));
    const bool presses = z_n < 0.0 && c.B_nn > 0.0;
    if (!presses && x[0] == 0.0) continue;  // it was open and stays so
    if (presses) {
      for (int k = 1; k < 3; ++k) u[k] += c.q[k] + c.C_t * x[k];
      solve_alone(c, z_n, u, x);
    } else {
      x[0] = x[1] = x[2] = 0.0;
    }
    const double changes[3] = {x[0] - impulses[0], x[1] - impulses[1], x[2] - impulses[2]};
    add_impulse(c, changes, w);
    square += changes[0] * changes[0] + (changes[1] * changes[1] + changes[2] * changes[2]);
    for (int r = 0; r < 3; ++r) impulses[r] = x[r];
  }
  return square;
}

CAROM_VECTORIZED void add_all(const SweptContact* contacts, std::size_t count, const double* impulses, double* w) {
  for (std::size_t i = 0; i < count; ++i, impulses += 3) {
    if (impulses[0] != 0.0) add_impulse(contacts[i], impulses, w);
  }
}

// The square of the natural map's size; see calc_natural_map() of FrictionProblem.
CAROM_VECTORIZED double calc_square(const SweptContact* contacts, std::size_t count, const double* x, const double* w) {
  double square = 0.0;
  for (std::size_t i = 0; i < count; ++i, x += 3) {
    const SweptContact& c = contacts[i];
    const double *wa = w + kVelocities * c.body[0], *wb = w + kVelocities * c.body[1];
    double u[3];
    read_velocity(c, wa, wb, u);
    u[0] += c.q[0] + c.C_n * x[0];
    if (x[0] == 0.0 && u[0] >= 0.0) continue;  // open, and closing by nothing
    for (int k = 1; k < 3; ++k) u[k] += c.q[k] + c.C_t * x[k];
    u[0] += c.mu * std::sqrt(u[1] * u[1] + u[2] * u[2]);
    const double y[3] = {x[0] - u[0], x[1] - u[1], x[2] - u[2]};
    const double length = std::sqrt(y[1] * y[1] + y[2] * y[2]);
    if (length > c.mu * y[0]) {  // else within the cone, where the map is u itself
      const double normal = std::max(0.0, (y[0] + c.mu * length) / (1.0 + c.mu * c.mu));
      const double factor = length > 0.0 ? c.mu * normal / length : 0.0;
      u[0] = x[0] - normal;
      for (int k = 1; k < 3; ++k) u[k] = x[k] - factor * y[k];
    }
    square += u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
  }
  return square;
}

// On by a part of the way from the end of the last sweep to that of this one, which `last` then holds.
CAROM_VECTORIZED void go_on(double part, std::size_t count, double* last, double* x) {
  for (std::size_t i = 0; i < count; ++i) {
    const double end = x[i];
    x[i] = end + part * (end - last[i]);
    last[i] = end;
  }
}

// A = L Lᵀ in the place of A, for a size that is known when compiling. Driven joints and closed loops make A singular:
// what is left of a diagonal is then rounding, and its column of L is zero.
void factor(Matrix6& A) {
  constexpr double kRounding = 1e-13;
  const Vector6 least = kRounding * A.diagonal();
  for (int j = 0; j < kVelocities; ++j) {
    for (int k = 0; k < j; ++k) {
      for (int i = j; i < kVelocities; ++i) A(i, j) -= A(j, k) * A(i, k);
    }
    const double inverse = A(j, j) > least[j] ? 1.0 / std::sqrt(A(j, j)) : 0.0;
    for (int i = j; i < kVelocities; ++i) A(i, j) *= inverse;
    for (int i = 0; i < j; ++i) A(i, j) = 0.0;
  }
}

}  // namespace

bool ContactSweeps::suit(const StepRows& rows, std::span<const int> contacts) {
  return rows.has_inverses() && std::ranges::all_of(contacts, [&](int c) {
           for (int side = 0; side < 2; ++side) {
             const int group = rows.group(c, side);
             if (group >= 0 && rows.groups().size_of(group) > kVelocities) return false;
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
      Matrix6& L = L_.emplace_back(Matrix6::Identity());
      L.topLeftCorner(size, size) = rows.groups().inverse(group);
      factor(L);
    }
  }
  w_.resize(L_.size());
}

void ContactSweeps::fill(const StepRows& rows, std::span<const int> contacts, const StepConditions& conditions) {
  contacts_.resize(contacts.size());
  turns_.resize(contacts.size());
  double trace = 0.0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    SweptContact& own = contacts_[i];
    for (int side = 0; side < 2; ++side) {
      Eigen::Map<Eigen::Matrix<double, kVelocities, 3>> K(own.K[side][0]);
      const int group = rows.group(contacts[i], side);
      own.body[side] = group < 0 ? 0 : places_[static_cast<std::size_t>(group)];
      if (group < 0) {
        K.setZero();
        continue;
      }
      const auto& L = L_[static_cast<std::size_t>(own.body[side])];
      const auto Jt = rows.transposed_jacobian(contacts[i], side);
      if (Jt.rows() == kVelocities) {
        K.noalias() = L.transpose().lazyProduct(Jt.topRows<kVelocities>());
      } else {
        K.noalias() = L.topRows(Jt.rows()).transpose().lazyProduct(Jt);
      }
      trace += K.squaredNorm();
    }
    trace += conditions.compliance.segment<3>(3 * contacts[i]).sum();
  }
  scale_ = trace > 0.0 ? trace / (3.0 * static_cast<double>(contacts.size())) : 1.0;
  double square = 0.0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    add_conditions(conditions, contacts[i], i);
    square += conditions.q.segment<3>(3 * contacts[i]).squaredNorm();
  }
  q_norm_ = std::sqrt(square);
}

// Brings a contact to units of velocity, and turns its tangents so that S has no mixed part.
void ContactSweeps::add_conditions(const StepConditions& conditions, int contact, std::size_t place) {
  SweptContact& own = contacts_[place];
  Eigen::Map<Eigen::Matrix<double, kVelocities, 3>> K_a(own.K[0][0]), K_b(own.K[1][0]);
  const double root = 1.0 / std::sqrt(scale_);
  K_a *= root;
  K_b *= root;
  Matrix3 B = K_a.transpose().lazyProduct(K_a);
  B += K_b.transpose().lazyProduct(K_b);
  own.C_n = conditions.compliance[3 * contact] / scale_;
  own.C_t = conditions.compliance[3 * contact + 1] / scale_;
  B.diagonal() += Vector3(own.C_n, own.C_t, own.C_t);
  own.B_nn = B(0, 0);
  own.B_nn_inverse = own.B_nn > 0.0 ? 1.0 / own.B_nn : 0.0;
  Eigen::Vector2d b = B.block<2, 1>(1, 0);
  Eigen::Matrix2d S = B.block<2, 2>(1, 1) - own.B_nn_inverse * b * b.transpose();
  Turn& turn = turns_[place] = {};
  if (std::abs(S(0, 1)) > 1e-15 * S.trace()) {
    const double angle = 0.5 * std::atan2(2.0 * S(0, 1), S(0, 0) - S(1, 1));
    turn = {std::cos(angle), std::sin(angle)};
    const Eigen::Matrix2d axes{{turn.cosine, -turn.sine}, {turn.sine, turn.cosine}};
    b = axes.transpose() * b;
    S = axes.transpose() * S * axes;
    K_a.rightCols<2>() *= axes;
    K_b.rightCols<2>() *= axes;
  }
  for (int i = 0; i < 2; ++i) {
    own.beta[i] = own.B_nn_inverse * b[i];
    own.S[i] = S(i, i);
    own.S_inverse[i] = S(i, i) > 0.0 ? 1.0 / S(i, i) : 0.0;
  }
  own.mu = conditions.mu[contact];
  own.slide = 0.0;
  const auto put = [&](const Vector3& from, double* to) {
    to[0] = from[0];
    to[1] = turn.cosine * from[1] + turn.sine * from[2];
    to[2] = turn.cosine * from[2] - turn.sine * from[1];
  };
  put(conditions.q.segment<3>(3 * contact), own.q);
  put(scale_ * conditions.last.segment<3>(3 * contact), x_[place].x);
  for (int i = 0; i < 2; ++i) {
    if (own.S_inverse[i] == 0.0) x_[place].x[1 + i] = 0.0;  // nothing there moves by it
  }
}

// Contacts of a pair follow each other.
bool ContactSweeps::are_stacks() const {
  constexpr double kLoopsPerBody = 0.1;
  std::size_t pairs = 0;
  const int* before = nullptr;
  for (const SweptContact& own : contacts_) {
    if (before == nullptr || before[0] != own.body[0] || before[1] != own.body[1]) ++pairs;
    before = own.body;
  }
  const auto bodies = static_cast<double>(L_.size() - 1);
  return static_cast<double>(pairs) <= (1.0 + kLoopsPerBody) * bodies;
}

void ContactSweeps::calc_velocities() {
  std::ranges::fill(w_, Body{});
  add_all(contacts_.data(), contacts_.size(), x_.front().x, w_.front().w);
}

double ContactSweeps::calc_residual() {
  return std::sqrt(calc_square(contacts_.data(), contacts_.size(), x_.front().x, w_.front().w)) / (1.0 + q_norm_);
}

// The next sweep brings what this does back into the cones.
void ContactSweeps::accelerate(double momentum) {
  go_on(momentum, 3 * x_.size(), x_last_.front().x, x_.front().x);
  go_on(momentum, kVelocities * w_.size(), w_last_.front().w, w_.front().w);
}

// Contacts that changed most since x_start_, if they are few.
void ContactSweeps::find_busy() {
  const auto change_of = [&](std::size_t i) {
    const double *x = x_[i].x, *start = x_start_[i].x;
    const double change[3] = {x[0] - start[0], x[1] - start[1], x[2] - start[2]};
    return change[0] * change[0] + (change[1] * change[1] + change[2] * change[2]);
  };
  double largest = 0.0;
  for (std::size_t i = 0; i < x_.size(); ++i) largest = std::max(largest, change_of(i));
  busy_.clear();
  for (std::size_t i = 0; i < x_.size() && kMostBusy * busy_.size() <= x_.size(); ++i) {
    if (change_of(i) > kBusyPart * largest) busy_.push_back(i);
  }
  if (kMostBusy * busy_.size() > x_.size()) busy_.clear();
}

// In a pile that moves a few contacts may have to build up large forces at small slips, which takes thousands of
// sweeps; to visit all others as often would be in vain.
void ContactSweeps::sweep_busy(double square) {
  find_busy();
  if (busy_.empty()) return;
  busy_contacts_.resize(busy_.size());
  busy_x_.resize(busy_.size());
  for (std::size_t k = 0; k < busy_.size(); ++k) {
    busy_contacts_[k] = contacts_[busy_[k]];
    busy_x_[k] = x_[busy_[k]];
  }
  for (std::size_t visits = 0; visits < x_.size(); visits += busy_.size()) {
    const double changed = sweep(busy_contacts_.data(), busy_.size(), busy_x_.front().x, w_.front().w);
    if (!(changed > kSettledPart * square)) break;
  }
  for (std::size_t k = 0; k < busy_.size(); ++k) {
    contacts_[busy_[k]].slide = busy_contacts_[k].slide;
    x_[busy_[k]] = busy_x_[k];
  }
}

SolveReport ContactSweeps::solve(const StepRows& rows, std::span<const int> contacts, const StepConditions& conditions,
                                 const Options& options, VectorRef p) {
  SolveReport report;
  report.route.add("sweeps");
  place_bodies(rows, contacts);
  x_.resize(contacts.size());
  fill(rows, contacts, conditions);
  calc_velocities();
  report.residual = calc_residual();
  x_last_ = x_;
  w_last_ = w_;
  // The error over the size of changes, as of the last time that it was looked at.
  double ratio = 1.0 / (1.0 + q_norm_), last_square = std::numeric_limits<double>::infinity();
  const int most_sweeps = are_stacks() ? options.most_in_stacks : options.most_sweeps;
  int sweeps_since_restart = 0;
  while (report.residual > options.tolerance && report.iterations < most_sweeps && !options.stop.stop_requested()) {
    const bool are_many = report.iterations >= kSweepsOfAll;
    if (are_many) x_start_ = x_;
    const double square = sweep(contacts_.data(), contacts_.size(), x_.front().x, w_.front().w);
    ++report.iterations;
    const bool is_last = report.iterations == most_sweeps || !std::isfinite(square);
    const bool seems_good = ratio * std::sqrt(square) <= options.tolerance;
    if (seems_good || report.iterations % kSweepsBetweenChecks == 0 || is_last) {
      calc_velocities();  // anew: sweeps add up roundings
      report.residual = calc_residual();
      ratio = std::max(report.residual / std::sqrt(square), seems_good ? kWorseThanItSeemed * ratio : 0.0);
      if (is_last || report.residual <= options.tolerance) break;
    }
    if (are_many) sweep_busy(square);
    sweeps_since_restart = square <= kGrowth * last_square ? sweeps_since_restart + 1 : 0;
    last_square = square;
    accelerate(sweeps_since_restart / (sweeps_since_restart + kMomentumDelay));
  }
  report.status = report.residual <= options.tolerance ? SolveStatus::Solved : SolveStatus::NotConverged;
  if (!report.solved()) report.detail = "too many sweeps";
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const double* x = x_[i].x;
    const Turn& turn = turns_[i];
    p.segment<3>(3 * contacts[i]) << x[0] / scale_, (turn.cosine * x[1] - turn.sine * x[2]) / scale_,
        (turn.cosine * x[2] + turn.sine * x[1]) / scale_;
  }
  return report;
}

}  // namespace carom
