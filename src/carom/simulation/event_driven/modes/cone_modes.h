#pragma once

#include <span>
#include <vector>

#include "carom/base/stop_token.h"
#include "carom/complementarity/cones/friction_problem.h"
#include "carom/simulation/event_driven/contacts/smooth_forces.h"

namespace carom {

/// The contacts of a moment as a problem of cones, w = G r + q with blocks (n, t₁, t₂) in units in which G and q are
/// about one.
///
/// A contact that slips has the friction f_t = −μ f_n d, so that only its normal force is unknown: its column is that
/// of (−μ d, 1), its cone a ray. G is then not symmetric, and for large μ not even its diagonal is positive: rigid
/// bodies may have no solution, or several. A contact at rest has the whole cone of Coulomb.
class ConeProblem {
 public:
  ConeProblem(const ConstMatrixRef& G, const ConstVectorRef& b, std::span<const TouchingContact> contacts);

  [[nodiscard]] int count() const { return static_cast<int>(mu_.size()); }
  [[nodiscard]] const MatrixX& G() const { return G_; }
  [[nodiscard]] const VectorX& q() const { return q_; }
  [[nodiscard]] const VectorX& mu() const { return mu_; }
  /// Its friction is known but for its size.
  [[nodiscard]] bool is_ray(int contact) const { return rays_[static_cast<std::size_t>(contact)] != 0; }
  void set_friction(int contact, double mu) { mu_[contact] = mu; }

  /// A force of one contact in newtons, tangential first.
  [[nodiscard]] Vector3 calc_force(const VectorX& r, int contact, const TouchingContact& touching) const;

 private:
  MatrixX G_;
  VectorX q_, mu_;
  std::vector<char> rays_;
  double force_unit_;  // [N]
};

/// Modes and forces of contacts by the solvers for exact cones, for any number of contacts: modes and directions are
/// written to `contacts`, and the forces that were found as their references, so that calc_smooth_forces() returns
/// them. A contact at rest that begins to slide does so with its friction of sliding, and those that this overloads
/// begin to slide as well. False: the solvers did not find a solution, which proves nothing.
[[nodiscard]] bool find_cone_modes(const ConstMatrixRef& G, const ConstVectorRef& b,
                                   std::span<TouchingContact> contacts, StopToken stop);

/// Whether weights of the contacts' normals prove that no forces within the cones keep all contacts from closing: then
/// there is no solution. False proves nothing.
[[nodiscard]] bool prove_no_force(const ConstMatrixRef& G, const ConstVectorRef& b,
                                  std::span<const TouchingContact> contacts);

}  // namespace carom
