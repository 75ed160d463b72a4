#pragma once

#include "carom/patch/convolution.h"
#include "carom/patch/influence.h"

namespace carom {

/// Two components in the contact plane for each element; a plane problem leaves the second at zero.
struct ShearField {
  explicit ShearField(int size) : x(PatchField::Zero(size)), y(PatchField::Zero(size)) {}
  PatchField x, y;
};

/// From tractions on a grid to displacements of its surface.
class ElasticOperator {
 public:
  ElasticOperator(const PatchGrid& grid, const InfluenceFunction& influence);

  [[nodiscard]] const PatchGrid& grid() const { return grid_; }
  [[nodiscard]] bool coupled() const { return coupled_; }

  /// u_z of a pressure alone, and u_x, u_y of a shear traction alone.
  void calc_normal(const PatchField& pressure, PatchField& u_z);
  void calc_shear(const ShearField& traction, ShearField& u);
  /// What each adds to the displacement of the other; nothing where the bodies are alike.
  void calc_normal_of_shear(const ShearField& traction, PatchField& u_z);
  void calc_shear_of_normal(const PatchField& pressure, ShearField& u);

  /// Approximate inverses of calc_normal and calc_shear, for conjugate gradients: those of the grid that repeats
  /// itself.
  void precondition_normal(const PatchField& u_z, PatchField& pressure);
  void precondition_shear(const ShearField& u, ShearField& traction);

  /// Bound on the largest factor from a shear traction to its displacement.  [m/Pa]
  [[nodiscard]] double shear_bound() const { return shear_bound_; }
  /// From the traction of an element to its own displacement.  [m/Pa]
  [[nodiscard]] double shear_diagonal() const { return shear_diagonal_; }

 private:
  PatchGrid grid_;
  Convolution convolution_, periodic_;
  // Influence functions are even, or odd between pressure and shear: real spectra, or imaginary ones (for z of x and
  // y).
  Eigen::ArrayXd zz_, xx_, yy_, xy_, zx_, zy_;
  Eigen::ArrayXd inverse_zz_, inverse_xx_, inverse_yy_, inverse_xy_;
  bool coupled_{};
  double shear_bound_{}, shear_diagonal_{};
};

}  // namespace carom
