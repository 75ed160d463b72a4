#pragma once

#include <string>

#include "carom/patch/friction_problem.h"

namespace carom {

/// A standard linear solid with the same time for pressure and shear: a spring beside a spring and dashpot in a row.
/// With no relaxation the second spring is rigid and the model is Kelvin and Voigt's; with no time it is elastic.
struct PatchViscosity {
  double time{};        // T₁: damping over stiffness, of the dashpot against the lasting spring  [s]
  double relaxation{};  // of the spring and dashpot in a row  [s]
};

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
  double rim{};       // by elements that come and go as a whole: vanishes with their size and with the step  [J]

  [[nodiscard]] double residual() const { return work - stored - friction - viscous - rim; }
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
};

/// A contact area in elements: pressure and traction on two elastic or viscoelastic half-spaces, with their history.
class ContactPatch {
 public:
  /// Throws InputError for options that cannot be.
  explicit ContactPatch(const PatchOptions& options);

  /// Moves on in a step of time dt, which only viscosity feels. A step that fails leaves the patch as it was.
  PatchReport advance(const PatchMotion& to, double dt);
  /// The same, to a normal force instead of a depth; `to.depth` is the guess it starts from.
  PatchReport advance_to_force(double normal_force, PatchMotion to, double dt);

  [[nodiscard]] const PatchGrid& grid() const { return elastic_.grid(); }
  [[nodiscard]] const PatchMotion& motion() const { return now_.motion; }
  [[nodiscard]] const PatchField& pressure() const { return now_.pressure; }
  [[nodiscard]] const ShearField& traction() const { return now_.traction; }
  /// Of both surfaces together: pressed in, and dragged along.
  [[nodiscard]] const PatchField& normal_displacement() const { return now_.lasting.u_z; }
  [[nodiscard]] const ShearField& shear_displacement() const { return now_.lasting.u; }
  [[nodiscard]] const PatchEnergy& energy() const { return now_.energy; }

 private:
  /// Displacements, and the tractions that would hold them for ever.
  struct Strain {
    explicit Strain(int size) : u_z(PatchField::Zero(size)), u(size), pressure(u_z), traction(size) {}
    PatchField u_z;
    ShearField u;
    PatchField pressure;
    ShearField traction;
  };
  struct Snapshot {
    explicit Snapshot(int size)
        : pressure(PatchField::Zero(size)), bound(pressure), traction(size), lasting(size), inner(size) {}
    PatchMotion motion{};
    PatchField pressure;
    PatchField bound;  // of the traction
    ShearField traction;
    Strain lasting;  // of the surface: the lasting spring's part of pressure and traction
    Strain inner;    // of the point between spring and dashpot
    PatchEnergy energy{};
  };

  /// What the last step changed: where the search of the next one starts.
  struct Trend {
    explicit Trend(int size) : pressure(PatchField::Zero(size)), traction(size) {}
    PatchMotion motion{};
    PatchField pressure;
    ShearField traction;
  };

  PatchReport solve(const PatchMotion& to, double dt);
  PatchSolveReport solve_normal(double depth);
  PatchSolveReport solve_friction(const PatchMotion& to);
  void calc_displacements();
  void relax(double dt);
  void book_energy();
  [[nodiscard]] double calc_stored(const Snapshot& at) const;
  [[nodiscard]] PatchReport describe(const PatchSolveReport& normal, const PatchSolveReport& shear) const;
  void calc_bound();
  void predict(const PatchMotion& to);
  void keep_slipping();
  void accept();

  PatchOptions options_;
  ElasticOperator elastic_;
  NormalProblem normal_;
  FrictionProblem friction_;
  Convolution smoothing_;
  Convolution::Spectrum smoothing_kernel_, smoothing_work_;
  Snapshot now_, next_;
  Trend trend_;
  double share_{1.0};  // of the instant displacement in the answer of the material within a step
  double memory_{};    // of the inner point's displacement in it
  PatchField offset_, coupling_z_, pressure_before_;
  ShearField coupling_, target_;
};

}  // namespace carom
