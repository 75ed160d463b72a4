#include "carom/simulation/event_driven/modes/turning_forces.h"

#include "carom/base/assert.h"

namespace carom {
namespace {

// Of the right side: more is left only where no force suits.
constexpr double kLeftOver = 1e-6;
constexpr int kStackRows = 24;  // rows that fit on the stack: four contacts that resist turning

// Unknowns x with f = C x, each with the row in which no acceleration is left.
template <int kMost>
struct TurningUnknowns {
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, kMost, kMost>;
  using Vector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, kMost, 1>;
  Matrix C;
  Vector reference;
  Eigen::Matrix<int, Eigen::Dynamic, 1, Eigen::ColMajor, kMost, 1> held;
  Eigen::Matrix<int, Eigen::Dynamic, 1, Eigen::ColMajor, kMost, 1> normals;  // of contacts; −1: not closed
  int count{};

  explicit TurningUnknowns(Eigen::Index rows)
      : C(Matrix::Zero(rows, rows)), reference(rows), held(rows), normals(rows) {}

  int add(Eigen::Index row, double wanted) {
    C(row, count) = 1.0;
    held[count] = static_cast<int>(row);
    reference[count] = wanted;
    return count++;
  }

  void add_contact(const TouchingContact& contact, int place) {
    normals[place] = -1;
    if (!is_closed(contact.mode)) return;
    const bool sticks = contact.mode == RigidMode::Sticking;
    for (int t = 0; sticks && t < 2; ++t) add(3 * place + t, contact.reference[t]);
    const int normal = add(3 * place + 2, contact.reference.z());
    if (!sticks) C.col(normal).template segment<2>(3 * place) = -contact.friction * contact.direction;
    normals[place] = normal;
  }

  void add_disc(const TurningDisc& disc) {
    const int normal = normals[disc.contact];
    if (normal < 0) return;
    if (disc.mode == TurningMode::Resisted) {
      C.col(normal).segment(disc.row, disc.size) = -disc.bound * disc.way();
      return;
    }
    for (int k = 0; k < disc.size; ++k) add(disc.row + k, disc.reference[k]);
  }
};

template <int kMost>
bool solve_turning(const ConstMatrixRef& G, const ConstVectorRef& b, std::span<const TouchingContact> contacts,
                   std::span<const TurningDisc> discs, VectorRef f) {
  TurningUnknowns<kMost> unknowns(G.rows());
  for (std::size_t i = 0; i < contacts.size(); ++i) unknowns.add_contact(contacts[i], static_cast<int>(i));
  for (const TurningDisc& disc : discs) unknowns.add_disc(disc);
  const int count = unknowns.count;
  f.setZero();
  if (count == 0) return true;
  typename TurningUnknowns<kMost>::Matrix S(count, count);
  typename TurningUnknowns<kMost>::Vector right(count), x(count);
  double largest = 0.0;
  for (int i = 0; i < count; ++i) {
    const int row = unknowns.held[i];
    S.row(i).noalias() = G.row(row).lazyProduct(unknowns.C.leftCols(count));
    right[i] = -b[row] - S.row(i).dot(unknowns.reference.head(count));
    largest = std::max(largest, std::abs(b[row]));
  }
  const double left = solve_least_norm(S, right, x);
  x += unknowns.reference.head(count);
  f.noalias() += unknowns.C.leftCols(count).lazyProduct(x);
  return left <= kLeftOver * largest;
}

}  // namespace

bool calc_turning_forces(const ConstMatrixRef& G, const ConstVectorRef& b, std::span<const TouchingContact> contacts,
                         std::span<const TurningDisc> discs, VectorRef f) {
  CAROM_ASSERT(f.size() == G.rows());
  return G.rows() <= kStackRows ? solve_turning<kStackRows>(G, b, contacts, discs, f)
                                : solve_turning<Eigen::Dynamic>(G, b, contacts, discs, f);
}

}  // namespace carom
