#pragma once

#include <span>
#include <vector>

#include "carom/base/stop_token.h"
#include "carom/complementarity/solve_report.h"
#include "carom/simulation/time_stepping/step_rows.h"

namespace carom {

struct StepConditions;

/// One contact as a sweep sees it: rows n, t₁, t₂, the tangents turned so that S is diagonal. Everything is in units of
/// velocity: x are impulses times a scale, and all matrices are divided by it.
///
/// The velocity of the contact is u = B x + z, where z comes from the others. With the normal eliminated, u_n = 0
/// leaves u_t = S x_t + g, S = T − β bᵀ, g = z_t − β z_n, β = b/B_nn; T and b are the tangential and mixed parts of B.
struct SweptContact {
  static constexpr int kVelocities = 6;  // of a body, at most

  double K[2][3][kVelocities]{};  // of both bodies
  int body[2]{};                  // their places in w; 0: nothing that moves
  double q[3]{};                  // [m/s]
  double B_nn{}, B_nn_inverse{};
  double beta[2]{}, S[2]{}, S_inverse[2]{};
  double C_n{}, C_t{};  // compliance, which B holds too
  double mu{};          // [-]
  double slide{};       // α of the last time it slid, u_t = −α x_t
};

/// The impulses of many contacts under Coulomb's law, by block Gauss–Seidel in a layout made for it.
///
/// With M⁻¹ = L Lᵀ of each body, K = J L and w its velocities in the metric of its mass, a contact reads its velocity
/// as K w and changes w by Kᵀ Δx: all that a visit needs lies side by side, half as much as J and M⁻¹Jᵀ. Each contact
/// is solved exactly by itself. Momentum from sweep to sweep carries loads through piles in fewer of them: Nesterov's
/// [nesterov1983], from zero again where changes grow [odonoghue2015]. Conjugate directions [silcowitz2010] took twice
/// as many. Where a tolerance asks for very many sweeps Newton's method is better.
///
/// Storage grows when there are more contacts than ever before; otherwise nothing is allocated.
class ContactSweeps {
 public:
  struct Options {
    double tolerance{1e-6};  // on the error measure of FrictionProblem  [m/s]
    int most_sweeps{3000};
    int most_in_stacks{3000};  // where the pairs of bodies that touch form few loops: a sweep carries loads one level
    StopToken stop{};
  };

  /// Whether the inverse inertias of groups are known, and all that these contacts move has at most six velocities a
  /// group, as free bodies have.
  [[nodiscard]] static bool suit(const StepRows& rows, std::span<const int> contacts);

  /// Writes p of these contacts alone, from the impulses of the last step on. They are scaled by the mean of the
  /// operator's diagonal.
  SolveReport solve(const StepRows& rows, std::span<const int> contacts, const StepConditions& conditions,
                    const Options& options, VectorRef p);

 private:
  /// Velocities of a body in the metric of its mass.
  struct Body {
    double w[SweptContact::kVelocities]{};
  };
  /// Impulses of one contact along its turned axes  [m/s].
  struct Impulse {
    double x[3]{};
  };
  /// By what angle tangents are turned.
  struct Turn {
    double cosine{1.0}, sine{};
  };

  void place_bodies(const StepRows& rows, std::span<const int> contacts);
  [[nodiscard]] bool are_stacks() const;
  void fill(const StepRows& rows, std::span<const int> contacts, const StepConditions& conditions);
  void add_conditions(const StepConditions& conditions, int contact, std::size_t place);
  void calc_velocities();
  void accelerate(double momentum);
  void find_busy();
  void sweep_busy(double square);
  [[nodiscard]] double calc_residual();

  std::vector<SweptContact> contacts_;
  std::vector<Turn> turns_;
  std::vector<Impulse> x_, x_last_, x_start_;  // last: at the end of the last sweep; start: of this one
  std::vector<Body> w_, w_last_;               // the first moves nothing
  std::vector<std::size_t> busy_;              // contacts that change most
  std::vector<SweptContact> busy_contacts_;
  std::vector<Impulse> busy_x_;
  std::vector<int> places_, placed_;            // of groups in w; which groups have one
  std::vector<Eigen::Matrix<double, 6, 6>> L_;  // of bodies
  double scale_{1.0};                           // x = scale · p  [1/kg]
  double q_norm_{};                             // [m/s]
};

}  // namespace carom
