#include "carom/impact/modes/possible_force.h"

#include <cmath>
#include <numbers>

#include "carom/impact/modes/nonnegative_least_squares.h"

namespace carom::impact {
namespace {

using Tangential = SupposedMode::Tangential;

constexpr int kPyramidEdges = 16;

/// Every force that the modes allow is a sum of edges with weights that are not negative; what must not be negative in
/// the motion gets a slack. Weights and slacks that fit exist if and only if least squares leave nothing over.
class EdgeProblem {
 public:
  EdgeProblem(const ContactModeProblem& problem, const std::vector<SupposedMode>& supposed) : problem_(problem) {
    for (int contact = 0; contact < problem.count(); ++contact) {
      add_contact(contact, supposed[static_cast<std::size_t>(contact)]);
    }
  }

  [[nodiscard]] std::optional<VectorX> solve(double tolerance) const {
    const auto zeros = static_cast<Eigen::Index>(zero_rows_.size());
    const auto bounds = static_cast<Eigen::Index>(bounded_rows_.size());
    const auto edges = static_cast<Eigen::Index>(edges_.size());
    const auto given = static_cast<Eigen::Index>(given_.size());
    MatrixX rows(zeros + bounds, size());
    for (Eigen::Index i = 0; i < zeros; ++i) rows.row(i) = zero_rows_[static_cast<std::size_t>(i)];
    for (Eigen::Index i = 0; i < bounds; ++i) rows.row(zeros + i) = bounded_rows_[static_cast<std::size_t>(i)];
    MatrixX edge_matrix(size(), edges);
    for (Eigen::Index i = 0; i < edges; ++i) edge_matrix.col(i) = edges_[static_cast<std::size_t>(i)];

    MatrixX a = MatrixX::Zero(zeros + bounds + given, edges + bounds + given);
    VectorX b = VectorX::Zero(zeros + bounds + given);
    a.topLeftCorner(zeros + bounds, edges) = rows * problem_.delassus * edge_matrix;
    a.block(zeros, edges, bounds, bounds) = -MatrixX::Identity(bounds, bounds);
    b.head(zeros + bounds) = -rows * problem_.free_motion;
    // In units of motion, so that one tolerance serves all rows.
    const double mobility = problem_.delassus.diagonal().maxCoeff();
    for (Eigen::Index i = 0; i < given; ++i) {
      const GivenForce& force = given_[static_cast<std::size_t>(i)];
      const Eigen::Index row = zeros + bounds + i;
      a.row(row).segment(force.first_edge, force.edge_count).setConstant(mobility);
      if (force.may_grow) a(row, edges + bounds + i) = -mobility;
      b(row) = mobility * force.normal;
    }
    const VectorX weights = solve_nonnegative_least_squares(a, b);
    if ((a * weights - b).cwiseAbs().maxCoeff() > tolerance) return std::nullopt;
    return VectorX(edge_matrix * weights.head(edges));
  }

 private:
  /// A normal force that acts in any case: the weights of a contact sum to it, or to more if it is closed.
  struct GivenForce {
    Eigen::Index first_edge{}, edge_count{};
    double normal{};  // [N or N·s]
    bool may_grow{};
  };

  void add_contact(int contact, const SupposedMode& mode) {
    const double given = problem_.normal_force_at_least.size() > 0 ? problem_.normal_force_at_least(contact) : 0.0;
    add_row(mode.closed ? zero_rows_ : bounded_rows_, problem_.dimension * contact,
            VectorX::Unit(problem_.dimension, problem_.dimension - 1));
    if (!mode.closed && !(given > 0.0)) return;
    const auto first_edge = static_cast<Eigen::Index>(edges_.size());
    mode.tangential == Tangential::Stick ? add_stick(contact) : add_slide(contact, mode);
    if (given > 0.0) {
      given_.push_back({.first_edge = first_edge,
                        .edge_count = static_cast<Eigen::Index>(edges_.size()) - first_edge,
                        .normal = given,
                        .may_grow = mode.closed});
    }
  }
  [[nodiscard]] Eigen::Index size() const { return problem_.free_motion.size(); }
  [[nodiscard]] int tangents() const { return problem_.dimension - 1; }

  void add_row(std::vector<VectorX>& rows, Eigen::Index first, const VectorX& part) const {
    rows.emplace_back(VectorX::Zero(size()));
    rows.back().segment(first, part.size()) = part;
  }
  void add_edge(int contact, const VectorX& tangential) {
    VectorX edge(problem_.dimension);
    edge << tangential, 1.0;
    add_row(edges_, problem_.dimension * contact, edge);
  }
  void add_stick(int contact) {
    const double limit =
        problem_.static_friction.size() > 0 ? problem_.static_friction(contact) : problem_.friction(contact);
    for (int t = 0; t < tangents(); ++t) {
      add_row(zero_rows_, problem_.dimension * contact, VectorX::Unit(problem_.dimension, t));
    }
    const int count = tangents() == 1 ? 2 : kPyramidEdges;
    for (int i = 0; i < count; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / count;
      add_edge(contact, limit * Eigen::Vector2d(std::cos(angle), std::sin(angle)).head(tangents()));
    }
  }
  void add_slide(int contact, const SupposedMode& mode) {
    const double friction = mode.slides() ? problem_.friction(contact) : 0.0;
    add_edge(contact, -friction * mode.direction.head(tangents()));
    if (mode.tangential == Tangential::BeginsToSlide) {
      add_row(bounded_rows_, problem_.dimension * contact, mode.direction.head(tangents()));
    }
  }

  const ContactModeProblem& problem_;
  std::vector<VectorX> edges_, zero_rows_, bounded_rows_;
  std::vector<GivenForce> given_;
};

}  // namespace

std::optional<VectorX> find_possible_force(const ContactModeProblem& problem, const std::vector<SupposedMode>& supposed,
                                           double tolerance) {
  return EdgeProblem(problem, supposed).solve(tolerance);
}

}  // namespace carom::impact
