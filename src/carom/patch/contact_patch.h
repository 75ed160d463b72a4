#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "carom/patch/held_surface.h"
#include "carom/patch/patch_law.h"
#include "carom/patch/shear_problem.h"

namespace carom {

struct PatchOptions {
  PatchGrid grid{};
  InfluenceFunction influence{};
  PatchField profile{};  // distance of the undeformed surfaces at first touch, infinite where there is no surface  [m]
  double friction{};     // μ  [-]
  double smoothing{};    // radius over which pressure is averaged for the bound of friction; 0: pointwise  [m]
  PatchViscosity viscosity{};
  /// Of gaps and slips, against the displacement asked for. Forces come out a thousand times closer.  [-]
  double tolerance{1e-5};
};

/// Throws InputError naming what cannot be.
void validate(const PatchOptions& options);

/// How the bodies stand to each other, counted from first touch: the first relative to the second.
struct PatchMotion {
  double depth{};    // approach  [m]
  double shift_x{};  // [m]
  double shift_y{};  // [m]
  double spin{};     // about the normal  [rad]
};

/// Where the energy that the bodies put in since the start has gone.
struct PatchEnergy {
  double work{};      // of the bodies on the patch  [J]
  double stored{};    // in both surfaces  [J]
  double friction{};  // lost in slip  [J]
  double viscous{};   // lost in the material  [J]
  double rim{};       // what elements that come and go made of a step in which the bodies stood still: mostly 0  [J]

  [[nodiscard]] double residual() const { return work - stored - friction - viscous - rim; }
};

/// What the first body exerts on the second over the area, about the middle of the grid.
struct PatchLoad {
  double normal{};                               // [N]
  double shear_x{}, shear_y{};                   // [N]
  double torque{};                               // of the shear about the normal  [N·m]
  double moment_x{}, moment_y{};                 // ∫ p x, ∫ p y  [N·m]
  double second_xx{}, second_xy{}, second_yy{};  // ∫ p x², ∫ p x y, ∫ p y²  [N·m²]
};

struct [[nodiscard]] PatchReport {
  bool converged{};
  std::string sentence{};       // what failed, and what to try; empty if nothing did
  bool near_edge{};             // the contact has come within a tenth of the grid of its edge
  double normal_force{};        // [N]
  double shear_x{}, shear_y{};  // on the second body, which the first drags along  [N]
  double torque{};              // about the normal, likewise  [N·m]
  double tilt_x{}, tilt_y{};    // ∫ p y, −∫ p x: torque of the pressure about the middle of the grid  [N·m]
  double area{};                // [m²]
  double max_pressure{};        // [Pa]
  double stick_fraction{};      // of the area  [-]
  int iterations{};
  double residual{};  // [-]
  /// Over the step, so that its work on the motion is exactly what the account says.
  PatchLoad mean{};
};

/// A contact area in elements: pressure and traction on two elastic or viscoelastic half-spaces, with their history.
class ContactPatch {
 public:
  /// Throws InputError for options that cannot be.
  explicit ContactPatch(const PatchOptions& options);

  /// Moves on in a step of time dt, which only viscosity feels. A step that fails leaves the patch as it was.
  PatchReport advance(const PatchMotion& to, double dt);
  /// The same with another distance of the undeformed surfaces at its end, as where bodies roll; and without going
  /// there: accept() does. May be tried again from the same start, each time from what was found last.
  PatchReport try_step(const PatchMotion& to, const PatchField& profile, double dt);
  void accept();
  /// The same, to a normal force instead of a depth; `to.depth` is the guess it starts from.
  PatchReport advance_to_force(double normal_force, PatchMotion to, double dt);

  /// Moves everything by whole elements: element (i, j) then is what (i + columns, j + rows) was, with the profile
  /// given for all. What leaves the grid is let go, while what stays is held where it is: the energy that this frees
  /// counts as viscous loss, and is never negative.
  void shift_elements(int columns, int rows, const PatchField& profile);
  /// Without any load or history, at this place; the account goes on.
  void rest_at(const PatchMotion& motion, const PatchField& profile);
  /// As if all that is stored had just been put in, and nothing lost so far.
  void restart_account() { now_.energy = {.work = now_.energy.stored, .stored = now_.energy.stored}; }
  /// Nothing presses, and nothing worth mentioning is left of what did.
  [[nodiscard]] bool is_at_rest() const;

  /// All that the next step depends on, as numbers: to go on with the same bits.
  void save(std::vector<double>& numbers) const;
  [[nodiscard]] std::size_t saved_size() const;
  void restore(std::span<const double> numbers);

  [[nodiscard]] const PatchGrid& grid() const { return elastic_.grid(); }
  [[nodiscard]] const PatchMotion& motion() const { return now_.motion; }
  [[nodiscard]] const PatchField& profile() const { return now_.profile; }
  [[nodiscard]] const PatchField& pressure() const { return now_.pressure; }
  [[nodiscard]] const ShearField& traction() const { return now_.traction; }
  /// Of both surfaces together: pressed in, and dragged along.
  [[nodiscard]] const PatchField& normal_displacement() const { return now_.lasting.u_z; }
  [[nodiscard]] const ShearField& shear_displacement() const { return now_.lasting.u; }
  [[nodiscard]] const PatchEnergy& energy() const { return now_.energy; }

 private:
  struct Snapshot {
    explicit Snapshot(int size)
        : profile(PatchField::Zero(size)),
          pressure(profile),
          bound(profile),
          traction(size),
          lasting(size),
          inner(size) {}
    PatchMotion motion{};
    PatchField profile;
    PatchField pressure;
    PatchField bound;  // of the traction
    ShearField traction;
    PatchStrain lasting;  // of the surface: the lasting spring's part of pressure and traction
    PatchStrain inner;    // of the point between spring and dashpot
    PatchEnergy energy{};
  };

  /// One step before now_: where the search of the next step starts depends on both.
  struct Before {
    explicit Before(int size) : pressure(PatchField::Zero(size)), traction(size) {}
    PatchMotion motion{};
    PatchField pressure;
    ShearField traction;
  };

  PatchReport solve(const PatchMotion& to, double dt);
  PatchSolveReport solve_normal(double depth);
  PatchSolveReport solve_friction(const PatchMotion& to);
  void calc_displacements();
  void relax(double dt);
  /// Returns the mean load of the step.
  PatchLoad book_energy();
  /// λ of patch_account.cpp  [1/m]; what it cannot balance goes to the rim.
  [[nodiscard]] double bend_mean_pressure(PatchEnergy& energy);
  /// Without what is off a part of the grid.
  void let_go_beyond(const PatchField& part);
  /// The fields and numbers that are saved, in order.
  template <class Self, class Visit>
  static void visit_memory(Self& self, const Visit& visit);
  [[nodiscard]] double calc_stored(const Snapshot& at) const;
  [[nodiscard]] PatchReport describe(const PatchSolveReport& normal, const PatchSolveReport& shear) const;
  void calc_bound();
  /// How much of the last step's change to expect again: as far as the new motion goes on in its direction.
  [[nodiscard]] double calc_again(const PatchMotion& to) const;
  /// The same of the pressure, which only the depth changes where the profile stays and shear does not press.
  [[nodiscard]] double calc_pressing_again(const PatchMotion& to, double again) const;
  void predict(const PatchMotion& to);
  void keep_slipping();

  PatchOptions options_;
  ElasticOperator elastic_;
  NormalProblem normal_;
  ShearProblem friction_;
  std::unique_ptr<HeldSurface> held_;       // none: the material has no history
  std::unique_ptr<Convolution> smoothing_;  // none: pointwise
  Eigen::ArrayXd smoothing_kernel_;
  Snapshot now_, next_;
  Before before_;
  double share_{1.0};     // of the instant displacement in the answer of the material within a step
  double memory_{};       // of the inner point's displacement in it
  bool tried_{};          // next_ has been solved for from the present now_
  double most_stored_{};  // since the last rest  [J]
  PatchField offset_, coupling_z_, pressure_before_, mean_pressure_;
  ShearField coupling_, target_;
};

}  // namespace carom
