#pragma once

#include <string>

namespace carom {

/// A standard linear solid with the same time for pressure and shear: a spring beside a spring and dashpot in a row.
/// With no relaxation the second spring is rigid and the model is Kelvin and Voigt's; with no time it is elastic.
struct PatchViscosity {
  double time{};        // T₁: damping over stiffness, of the dashpot against the lasting spring  [s]
  double relaxation{};  // of the spring and dashpot in a row  [s]
};

/// A contact of round bodies that is resolved over its area, as the rules of a simulation have it.
struct PatchLaw {
  double width{};      // of the square grid around the contact point  [m]
  int elements{32};    // across it
  double friction{};   // μ  [-]
  double smoothing{};  // radius over which pressure is averaged for the bound of friction; 0: pointwise  [m]
  PatchViscosity viscosity{};
  double tolerance{1e-6};  // of gaps and slips, against the displacement asked for  [-]
};

/// Throws InputError that calls the law `element`.
void validate(const PatchLaw& law, const std::string& element);

}  // namespace carom
