#pragma once

#include <span>
#include <vector>

#include "carom/impact/impact_law.h"
#include "carom/simulation/event_driven/options.h"
#include "carom/simulation/event_driven/smooth_forces.h"

namespace carom {

/// The impulses of contacts that touch at one moment. Contacts that do not feel each other are groups of their own: a
/// contact alone follows its law through impulse space; those of a group share one problem, or collide in sequence.
class GroupImpact {
 public:
  explicit GroupImpact(SeveralContacts several) : several_(several) {}

  /// p from the inverse inertia G and the velocities u, tangential first and normal last. False: no impulses were
  /// found.
  [[nodiscard]] bool calc_impulses(const ConstMatrixRef& G, const ConstVectorRef& u, std::span<const ImpactLaw> laws,
                                   VectorRef p);
  /// In the last call, contacts too many for their laws were solved in Newton's form instead.
  [[nodiscard]] bool replaced_laws() const { return replaced_laws_; }

 private:
  void find_groups(const ConstMatrixRef& G, int count);
  [[nodiscard]] static bool resolve_single(const ConstMatrixRef& G, const ConstVectorRef& u, const ImpactLaw& law,
                                           int contact, VectorRef p);
  [[nodiscard]] bool resolve_group(const ConstMatrixRef& G, const ConstVectorRef& u, std::span<const ImpactLaw> laws,
                                   VectorRef p);
  [[nodiscard]] bool resolve_by_pivoting(const MatrixX& G, const VectorX& u, std::span<const ImpactLaw> laws,
                                         VectorX& p);

  SeveralContacts several_;
  bool replaced_laws_{};
  std::vector<int> group_of_;
  std::vector<int> group_;
  std::vector<TouchingContact> contacts_;
};

}  // namespace carom
