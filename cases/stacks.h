#pragma once

#include "carom/simulation/simulation.h"
#include "cases/contact_cases.h"

namespace carom::cases {

/// Many bodies that stand on each other, rigid and without restitution, with one coefficient of friction.

/// Boxes of 0.2 × 0.2 × 0.1 m and 1 kg on a floor, each exactly on the one below: what the programs of other engines
/// measure too. Several stacks stand 1 m apart.
[[nodiscard]] ContactCase make_box_stacks(int stacks, int boxes, double friction);

/// A semicircular arch of wedges with radial joints on a floor, of the thickness t and a centerline of 1 m; 0.5 m wide,
/// 2000 kg/m³. With enough friction it stands by its weight where t is above about 0.107 m, and falls below
/// [heyman1969].
[[nodiscard]] ContactCase make_arch(int wedges, double thickness, double friction);

/// Moreau and Jean's scheme in steps of 1 ms, impulses found to 1e-8 m/s.
[[nodiscard]] SimulationOptions make_stack_options(const ContactCase& scene, double duration);

/// How far any body is from where it began; all bodies are free  [m].
[[nodiscard]] double find_drift(const Model& model, const State& end);

}  // namespace carom::cases
