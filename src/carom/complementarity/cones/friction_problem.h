#pragma once

#include <span>

#include "carom/base/stop_token.h"
#include "carom/complementarity/cones/friction_cone.h"
#include "carom/complementarity/linear/block_operator.h"
#include "carom/complementarity/solve_report.h"

namespace carom {

/// Contacts with Coulomb friction: u = G r + q, and for each block, of 2, 3, 5 or 6 rows with the normal first,
/// r ∈ K, u + (μ |u_t| + μ_r |u_m| + μ_s |u_s|) e_n ∈ K*, both at right angles. That is: apart with r = 0 and u_n ≥ 0,
/// or u_n = 0 with u_t = 0 (sticking) or r_t = −μ r_n u_t/|u_t| (sliding), and likewise the moments. With a polygon r_t
/// is, of all its points, one that takes the most from the slip.
struct FrictionProblem {
  BlockOperator& G;
  ConstVectorRef q;
  ConstVectorRef mu;                      // of each contact
  ConstVectorRef mu_rolling;              // of each contact, or empty
  StopToken stop{};                       // iterations then end with the best so far
  FrictionPolygon polygon{};              // that bounds friction, of all contacts
  std::span<const double> mu_spinning{};  // of each contact, or empty

  [[nodiscard]] int contacts() const { return G.block_count(); }
  [[nodiscard]] FrictionCone cone(int contact) const {
    return {mu[contact], mu_rolling.size() > 0 ? mu_rolling[contact] : 0.0,
            mu_spinning.empty() ? 0.0 : mu_spinning[static_cast<std::size_t>(contact)], polygon};
  }
};

/// Writes the natural map r − P_K(r − u') of all contacts and returns ‖F‖₂/(1 + ‖q‖₂). With polygons, whose cones
/// have many sides: min(r_n, u_n), and r_t − P(r_t − u_t), P the nearest point of the polygon of radius μ r_n.
double calc_natural_map(const FrictionProblem& problem, const ConstVectorRef& r, VectorRef natural_map);

/// The same where the velocities u = G r + q are known: the map takes their place.
double turn_into_natural_map(const FrictionProblem& problem, const ConstVectorRef& r, VectorRef velocities);

/// What rounding may leave of the error measure at r, however exact the method. A sum of m products is computed with
/// an error of at most m ε/2 times the sum of their sizes [higham2002, section 3.1], to first order in ε: each velocity
/// to within (m + 1) ε/2 (|G| |r| + |q|), and De Saxcé's term adds μ times the error of the tangents to that of the
/// normal. A tenth of it is typical.
[[nodiscard]] double calc_round_off(const FrictionProblem& problem, const ConstVectorRef& r, VectorRef work);

/// The same of each row, and of no term: (m + 1) ε/2 (|G| |r| + |q|), in blocks of the operator's size.
void calc_rounding_of_velocities(const BlockOperator& G, const ConstVectorRef& q, const ConstVectorRef& r,
                                 VectorRef errors);

/// BadData with its rows: what is not finite, a negative coefficient.
[[nodiscard]] SolveReport check_data(const FrictionProblem& problem);

/// Whether weights y ≥ 0 of the contacts' normals prove that no impulse within the cones keeps all of them from
/// closing: Σ y u_n < 0 for every r ∈ K.
[[nodiscard]] bool proves_infeasible(const FrictionProblem& problem, const ConstVectorRef& y);

}  // namespace carom
