#pragma once

#include "carom/patch/convolution.h"
#include "carom/patch/influence.h"

namespace carom {

/// Two components in the contact plane for each element; a plane problem leaves the second at zero.
struct ShearField {
  explicit ShearField(int size) : x(PatchField::Zero(size)), y(PatchField::Zero(size)) {}
  PatchField x, y;
};

/// The same for some elements only, one after the other.
using ShearVector = std::vector<Eigen::Vector2d>;

/// Up to how many elements matrices take less time than transforms, as measured: docs/theory/contact-patches.md.
struct DenseLimit {
  int strips{128};   // of a plane
  int elements{49};  // of an area
};

/// From tractions on a grid to displacements of its surface: by transforms, on small grids by matrices.
class ElasticOperator {
 public:
  ElasticOperator(const PatchGrid& grid, const InfluenceFunction& influence, DenseLimit dense = {});

  [[nodiscard]] const PatchGrid& grid() const { return grid_; }
  [[nodiscard]] bool coupled() const { return coupled_; }

  /// u_z of a pressure alone, and u_x, u_y of a shear traction alone, which is zero but in the given rows.
  void calc_normal(const PatchField& pressure, PatchField& u_z);
  void calc_shear(const ShearField& traction, PatchRows rows, ShearField& u);
  /// Of traction on some elements, at these.
  void calc_shear(const PatchElements& elements, const ShearVector& traction, ShearVector& u);
  /// What each adds to the displacement of the other; nothing where the bodies are alike.
  void calc_normal_of_shear(const ShearField& traction, PatchField& u_z);
  void calc_shear_of_normal(const PatchField& pressure, ShearField& u);

  /// Approximate inverses of calc_normal and calc_shear, for conjugate gradients: those of the grid that repeats
  /// itself.
  void precondition_normal(const PatchField& u_z, PatchField& pressure);
  void precondition_shear(const PatchElements& elements, const ShearVector& u, ShearVector& traction);

  /// Bound on the largest factor from a shear traction to its displacement.  [m/Pa]
  [[nodiscard]] double shear_bound() const { return shear_bound_; }
  /// From the traction of an element to its own displacement.  [m/Pa]
  [[nodiscard]] double shear_diagonal() const { return shear_diagonal_; }

 private:
  /// Of z = q_x + i q_y: W(k) = mean Z(k) + (difference + i xy) Z(−k)*, with mean and difference halves of xx ± yy.
  struct ShearKernels {
    Eigen::ArrayXd mean, difference, xy;
  };
  /// Of two rows as one, z = even row + i odd row: W(k) = (even + odd) Z(k) + i across Z(−k)*. `odd` is so along y.
  struct RowKernels {
    Eigen::ArrayXd even, odd, across;
  };

  /// The same as matrices, for small grids. Shear has all x before all y, in a plane only x.
  struct Matrices {
    Eigen::MatrixXd normal, inverse_normal, shear, inverse_shear;
    Eigen::VectorXd in, out;  // of a product
  };

  void make_matrices();
  void multiply_dense(const Eigen::MatrixXd& matrix, const PatchElements& elements, const ShearVector& in,
                      ShearVector& out);
  [[nodiscard]] static auto multiply(const ShearKernels& kernels);
  static void multiply_shear(Convolution& convolution, const ShearKernels& kernels, const PatchElements& elements,
                             const ShearVector& in, ShearVector& out);
  static void multiply_rows(Convolution& convolution, const RowKernels& kernels, const PatchField& in, PatchField& out);
  /// From the spectrum of a kernel over all rows.
  [[nodiscard]] static RowKernels fold_rows(const Convolution& convolution, const Eigen::ArrayXXd& spectrum);

  PatchGrid grid_;
  Convolution::Space space_{std::make_shared<Eigen::ArrayXcd>()};
  Convolution shear_, periodic_shear_, normal_, periodic_normal_;
  ShearKernels shear_kernels_, inverse_shear_;
  RowKernels normal_kernels_, inverse_normal_;
  Eigen::ArrayXd zx_, zy_;              // of imaginary spectra; empty where the bodies are alike
  std::unique_ptr<Matrices> matrices_;  // none: transforms
  bool coupled_{};
  double shear_bound_{}, shear_diagonal_{};
};

}  // namespace carom
