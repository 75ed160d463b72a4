#pragma once

#include <string>
#include <vector>

#include "carom/patch/contact_patch.h"

namespace carom {

/// An impact through a patch. The bodies enter as in a rigid impact, by the inverse inertia of their contact: it lasts
/// so short a time that they do not turn. Components in x, y and along the normal; velocities of the first body against
/// the second, positive apart; forces on the first.
struct PatchImpactOptions {
  Eigen::Matrix3d inverse_inertia{Eigen::Matrix3d::Identity()};  // [1/kg]
  Eigen::Vector3d velocity{0.0, 0.0, -1.0};                      // at first touch  [m/s]
  double step{1e-6};                                             // [s]
  int most_steps{100000};
};

struct PatchImpactRow {
  double time{};                   // [s]
  Eigen::Vector3d displacement{};  // depth is its last component, negated  [m]
  Eigen::Vector3d velocity{};      // [m/s]
  Eigen::Vector3d force{};         // [N]
  PatchEnergy energy{};
};

struct [[nodiscard]] PatchImpactReport {
  bool separated{};
  std::string sentence{};            // what failed; empty if nothing did
  double duration{};                 // [s]
  double peak_force{};               // normal  [N]
  double peak_depth{};               // [m]
  Eigen::Vector3d velocity{};        // after  [m/s]
  Eigen::Vector3d impulse{};         // [N·s]
  double loss{};                     // of kinetic energy  [J]
  PatchEnergy energy{};              // at separation
  std::vector<PatchImpactRow> rows;  // every step
};

/// From first touch to separation, in equal steps of second order. The force of a step is its mean over it, found
/// together with the motion: what the bodies lose is then exactly what the patch's account says, for any step.
/// `friction` without `spin`: the contact does not turn about its normal.
PatchImpactReport simulate_patch_impact(const PatchImpactOptions& options, ContactPatch& patch);

}  // namespace carom
