#pragma once

#include <functional>

#include "carom/patch/half_space.h"
#include "carom/patch/patch_grid.h"

namespace carom {

/// Which displacement of the surface which traction makes: first the displacement, then the traction. The tractions act
/// on the first body: z presses into it, x and y shear it; displacements are those of both surfaces together. By
/// symmetry YX is XY, and XZ and YZ are the negatives of ZX and ZY.
enum class Influence { ZZ, XX, YY, XY, ZX, ZY };

/// Displacement [m] at (x, y) [m] from the centre of one element under a unit of constant traction [Pa].
using InfluenceFunction = std::function<double(Influence, double x, double y)>;

/// Boussinesq and Cerruti, integrated over a rectangle (Love's solution and its tangential counterpart).
/// [johnson1985, Eqs. (3.25), (3.75)]
[[nodiscard]] InfluenceFunction make_half_space_influence(const PairCompliance& pair, double dx, double dy);

/// Plane strain: line loads over a strip. Displacements under a line load grow without bound with the distance; they
/// are counted from the depth at which they vanish, the datum: that stands for the size of the bodies. [johnson1985,
/// section 2.4; deviation W7]
[[nodiscard]] InfluenceFunction make_plane_strain_influence(const PairCompliance& pair, double dx, double datum);

}  // namespace carom
