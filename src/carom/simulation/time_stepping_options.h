#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "carom/base/stop_token.h"

namespace carom {

/// How impulses of a step are found. All of them move the velocities first, with the forces at the start of the step,
/// and the positions with the new velocities.
enum class SteppingScheme {
  Peiret,      // bristles: friction rows with the compliance (K h²)⁻¹                            [peiret, Eq. (4)]
  MoreauJean,  // rigid friction in the exact cone, velocities of contacts that are forecast to close
  StewartTrinkle,  // a pyramid in place of the cone, gaps at the end of the step not negative  [stewart1996]
  AnitescuPotra    // a pyramid, velocities of contacts that are forecast to close  [anitescu1997]
};

/// Where friction with bristles ends.
enum class FrictionBounds {
  Cone,  // |λ_T| ≤ μ λ_N
  Box    // each component of λ_T within ±μ λ_N, as printed: up to √2 μ λ_N, in another direction
};

/// Friction of contacts with bristles in steps in which something collides.
enum class ImpactFriction {
  Rigid,    // Coulomb's cone without bristles, which stay as they are: deviation P5
  Bristles  // as printed: vanishes with the step, as bristles have no time to be stretched
};

struct TimeSteppingOptions {
  SteppingScheme scheme{SteppingScheme::Peiret};
  double step{1e-3};  // h  [s]
  FrictionBounds bounds{FrictionBounds::Cone};
  /// Peiret: the bounds are first those of the last step's normal forces, then so many times those of the solution.
  /// None: solved together with the forces (cone), or repeated until they no longer change (box).
  std::optional<int> bound_iterations{};
  ImpactFriction impact_friction{ImpactFriction::Rigid};
  int facets{8};                  // of a pyramid: directions in which friction can act, even
  double bristle_stiffness{1e5};  // where the friction law of a contact has none  [N/m]
  double normal_stiffness{};      // of relaxed normals, which share forces among redundant contacts; 0: rigid  [N/m]
  double stabilisation{0.2};      // the part of a depth that one step takes away, by moving positions alone  [-]
  double margin{1e-3};            // contacts nearer than this enter the problem  [m]
  double tolerance{1e-10};        // on the error measure of the problem, impulses scaled to velocities  [m/s]
  int most_halvings{4};           // of a step whose problem was not solved
  StopToken stop{};               // a step then fails within an iteration
};

/// Throws InputError naming the value and its range.
void validate(const TimeSteppingOptions& options);

/// As scenes have it: "peiret", "moreau-jean", "stewart-trinkle", "anitescu-potra".
[[nodiscard]] std::string_view scheme_name(SteppingScheme scheme);
[[nodiscard]] const std::vector<std::string_view>& scheme_names();
/// The scheme of one of these names.
[[nodiscard]] SteppingScheme find_scheme(std::string_view name);

}  // namespace carom
