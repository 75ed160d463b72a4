#pragma once

#include <array>
#include <vector>

#include "carom/impact/several/impulse_problem.h"

namespace carom::impact {

/// An ImpulseProblem in units in which the blocks of G on the diagonal and the largest velocity are about one:
/// p = scale x, with one factor per contact, which leaves its cone as it is.
class ScaledImpulses {
 public:
  explicit ScaledImpulses(const ImpulseProblem& problem);

  /// The same with contacts that give way in proportion to their impulses.
  [[nodiscard]] ScaledImpulses make_soft(double softness) const {
    ScaledImpulses soft = *this;
    soft.G_.diagonal().array() += softness;
    return soft;
  }

  /// What one contact does at a point x: the projection of y = x − u, u = G x + q, and how that changes with y.
  enum class Mode { Apart, Stick, Slide };
  struct Part {
    Mode mode{Mode::Apart};
    Eigen::Vector2d direction = Eigen::Vector2d::Zero();  // of sliding friction; in the plane the first counts
  };
  struct Contact {
    bool closed{};                                // y_n > m: the normal impulse follows from u_n = 0
    std::array<Part, ImpulseDiscs::kMost> parts;  // friction, and where there are any, moments
  };

  [[nodiscard]] int dimension() const { return problem_.dimension; }
  [[nodiscard]] int count() const { return problem_.count(); }
  [[nodiscard]] const MatrixX& G() const { return G_; }
  [[nodiscard]] const VectorX& q() const { return q_; }
  [[nodiscard]] ImpulseDiscs discs(int contact) const { return list_discs(problem_, contact); }
  [[nodiscard]] double least(int contact) const { return least_[contact]; }
  [[nodiscard]] VectorX to_impulses(const VectorX& x) const { return scale_.cwiseProduct(x); }
  [[nodiscard]] VectorX from_impulses(const VectorX& p) const { return p.cwiseQuotient(scale_); }
  [[nodiscard]] bool is_trivial() const { return trivial_; }  // nothing moves, nothing is given

  /// F(x) = x − P(x − u), and the contacts at x.
  void calc_function(const VectorX& x, VectorX& function, std::vector<Contact>& contacts) const;
  [[nodiscard]] double calc_error(const VectorX& x) const;
  /// Newton's method with steps of least norm, from a point close to a solution: to the last digits. The modes at its
  /// end are those of the solution.
  void polish(VectorX& x) const;
  /// Where impulses are not determined, those of least norm that bring about the motion of x in its modes. Contacts
  /// that would then pull or leave their cones are put on these bounds, and the others share what is left; if that
  /// leads nowhere x stays.
  void take_least_norm(VectorX& x) const;

 private:
  [[nodiscard]] VectorX find_least_norm(const VectorX& x, const std::vector<Contact>& contacts) const;
  /// Modes as the motion alone allows them, wherever x lies among the impulses that bring it about.
  void free_what_rests(const VectorX& x, std::vector<Contact>& contacts) const;
  [[nodiscard]] bool bring_to_bounds(const VectorX& x, std::vector<Contact>& contacts) const;
  [[nodiscard]] bool bring_to_bounds(const VectorX& x, int contact, Contact& own) const;
  void free_what_rests(const VectorX& u, int contact, Contact& own) const;
  [[nodiscard]] MatrixX calc_jacobian(const VectorX& x, const std::vector<Contact>& contacts) const;

  const ImpulseProblem& problem_;
  VectorX scale_;
  MatrixX G_;
  VectorX q_, least_;
  bool trivial_{};
};

}  // namespace carom::impact
