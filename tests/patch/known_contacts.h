#pragma once

#include <functional>
#include <vector>

#include "carom/patch/contact_patch.h"

namespace carom::test {

/// An elastic body under a rigid one of the given profile (x, y) → distance, on a square grid.
struct ContactCase {
  ElasticMaterial material{.young = 3e6, .poisson = 0.3};
  int num_across{64};
  double half_width{};  // of the grid  [m]
  double friction{};
  double tolerance{1e-9};
  /// Without the influence of pressure on shear and of shear on pressure, as Hertz and Mindlin have it.
  bool coupled{false};
};
PatchOptions make_case(const ContactCase& contact, const std::function<double(double, double)>& profile);

/// The same in the plane: bodies 1 m wide, displacements counted from the datum.
PatchOptions make_plane_case(const ContactCase& contact, double datum, const std::function<double(double)>& profile);

/// What must come out, or the sentence that says why it did not.
void expect_converged(const PatchReport& report);

/// p of error ~ n^(−p), fitted over grids of which each has twice the elements of the one before.
double fit_order(const std::vector<double>& errors);

}  // namespace carom::test
