#pragma once

#include "carom/patch/elastic_operator.h"

namespace carom {

/// Displacements of a surface, and the tractions that would hold them for ever: u = K p.
struct PatchStrain {
  explicit PatchStrain(int size) : u_z(PatchField::Zero(size)), u(size), pressure(u_z), traction(size) {}
  PatchField u_z;
  ShearField u;
  PatchField pressure;
  ShearField traction;
};

/// A surface that is held on a part of its grid and free beyond: tractions on that part alone, such that the
/// displacements there are those given. Of all tractions that do so they have the least energy, so that to let go of
/// the rest never gives any.
///
///   K p = u on the part,  p = 0 beyond.
///
/// Conjugate gradients with the preconditioners of the whole grid. Whatever they leave over, the displacements end as
/// those of the tractions found.
class HeldSurface {
 public:
  /// Without shear the surface is free to move along itself.
  HeldSurface(ElasticOperator& elastic, bool shear);

  /// `part` is 1 where the surface is held and 0 beyond. The displacements of `strain` are those to hold, its tractions
  /// where the search starts. `tolerance` is that of displacements, against the largest.
  void hold(const PatchField& part, double tolerance, PatchStrain& strain);

 private:
  /// From tractions to displacements, everywhere.
  void calc_displacements(PatchStrain& strain);
  /// From displacements to something like their tractions, on the part.
  void precondition(const PatchField& part, PatchStrain& strain);
  /// What is still missing on the part; returns the largest.  [m]
  double calc_missing(const PatchField& part, const PatchStrain& strain);

  ElasticOperator& elastic_;
  bool shear_;
  PatchElements all_;
  ShearVector in_, out_;
  PatchStrain wanted_, missing_, direction_;
  PatchField coupling_z_;
  ShearField coupling_;
};

}  // namespace carom
