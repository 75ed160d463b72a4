#include "carom/simulation/event_driven/contacts/smooth_forces.h"

#include <cmath>

#include <Eigen/QR>

#include "carom/base/assert.h"

namespace carom {
namespace {

constexpr int kSmall = 12;  // unknowns that fit on the stack: four sticking contacts
// Pivots below this part of the largest are redundancies.
constexpr double kRankTolerance = 1e-10;
// Of the right side: more is left only where no force suits.
constexpr double kSolved = 1e-6;

template <class Matrix, class Vector>
struct Unknowns {
  Matrix S;
  Vector r, x, reference;
  explicit Unknowns(int size) : S(size, size), r(size), x(size), reference(size) {}
};
using SmallUnknowns = Unknowns<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, kSmall, kSmall>,
                               Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, kSmall, 1>>;
using LargeUnknowns = Unknowns<MatrixX, VectorX>;

template <class System>
double solve(System& system) {
  Eigen::CompleteOrthogonalDecomposition<std::decay_t<decltype(system.S)>> factors(system.S.rows(), system.S.cols());
  factors.setThreshold(kRankTolerance);
  factors.compute(system.S);
  if (system.reference.isZero(0.0)) {
    system.x = factors.solve(system.r);
  } else {
    system.x = system.r - system.S * system.reference;
    system.x = factors.solve(system.x).eval();
    system.x += system.reference;
  }
  return (system.S * system.x - system.r).cwiseAbs().maxCoeff();
}

int count_unknowns(RigidMode mode) { return mode == RigidMode::Sticking ? 3 : is_closed(mode) ? 1 : 0; }

// How the force of a contact goes with one of its unknowns: a unit of normal force brings its friction along.
Vector3 make_direction(const TouchingContact& contact, int unknown) {
  if (contact.mode == RigidMode::Sticking) return Vector3::Unit(unknown);
  return {-contact.friction * contact.direction.x(), -contact.friction * contact.direction.y(), 1.0};
}

// Calls visit(contact, first unknown) for every closed contact; returns the number of unknowns.
template <class Visit>
int for_each_closed(std::span<const TouchingContact> contacts, Visit visit) {
  int unknown = 0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (!is_closed(contacts[i].mode)) continue;
    visit(static_cast<int>(i), unknown);
    unknown += count_unknowns(contacts[i].mode);
  }
  return unknown;
}

template <class System>
bool solve_closed(const ConstMatrixRef& G, const ConstVectorRef& b, std::span<const TouchingContact> contacts,
                  System system, VectorRef f) {
  const auto first_row = [&](int i) {
    return 3 * i + (contacts[static_cast<std::size_t>(i)].mode == RigidMode::Sticking ? 0 : 2);
  };
  for_each_closed(contacts, [&](int i, int row) {
    const int rows = count_unknowns(contacts[static_cast<std::size_t>(i)].mode);
    system.r.segment(row, rows) = -b.segment(first_row(i), rows);
    system.reference.segment(row, rows) = contacts[static_cast<std::size_t>(i)].reference.tail(rows);
    for_each_closed(contacts, [&](int j, int column) {
      const TouchingContact& other = contacts[static_cast<std::size_t>(j)];
      for (int u = 0; u < count_unknowns(other.mode); ++u) {
        system.S.block(row, column + u, rows, 1).noalias() =
            G.block(first_row(i), 3 * j, rows, 3).lazyProduct(make_direction(other, u));
      }
    });
  });
  const double left = solve(system);
  for_each_closed(contacts, [&](int i, int row) {
    const TouchingContact& contact = contacts[static_cast<std::size_t>(i)];
    for (int u = 0; u < count_unknowns(contact.mode); ++u) {
      f.segment<3>(3 * i) += system.x[row + u] * make_direction(contact, u);
    }
  });
  return left <= kSolved * system.r.cwiseAbs().maxCoeff();
}

// A contact that slides alone: f_n (G_nn − μ G_nt·d) = −b_n.
bool solve_single(const ConstMatrixRef& G, const ConstVectorRef& b, const TouchingContact& contact, int place,
                  VectorRef f) {
  const Vector3 direction = make_direction(contact, 0);
  const int normal = 3 * place + 2;
  const double along = G.block<1, 3>(normal, 3 * place).dot(direction.transpose());
  if (!(std::abs(along) > kRankTolerance * G(normal, normal))) return b[normal] == 0.0;
  f.segment<3>(3 * place) = -b[normal] / along * direction;
  return true;
}

}  // namespace

bool accelerates_nothing(const ConstVectorRef& b) { return (b.array().abs() <= kNoAcceleration).all(); }

bool calc_smooth_forces(const ConstMatrixRef& G, const ConstVectorRef& b, std::span<const TouchingContact> contacts,
                        VectorRef f) {
  CAROM_ASSERT(f.size() == 3 * static_cast<int>(contacts.size()));
  f.setZero();
  if (accelerates_nothing(b)) return true;
  int first = -1;
  const int unknowns = for_each_closed(contacts, [&](int i, int) { first = first < 0 ? i : first; });
  if (unknowns == 0) return true;
  if (unknowns == 1) return solve_single(G, b, contacts[static_cast<std::size_t>(first)], first, f);
  if (unknowns <= kSmall) return solve_closed(G, b, contacts, SmallUnknowns(unknowns), f);
  return solve_closed(G, b, contacts, LargeUnknowns(unknowns), f);
}

double solve_least_norm(const ConstMatrixRef& S, const ConstVectorRef& r, VectorRef x) {
  const auto run = [&](auto system) {
    system.S = S;
    system.r = r;
    system.reference.setZero();
    const double left = solve(system);
    x = system.x;
    return left;
  };
  const auto size = static_cast<int>(r.size());
  return size <= kSmall ? run(SmallUnknowns(size)) : run(LargeUnknowns(size));
}

}  // namespace carom
