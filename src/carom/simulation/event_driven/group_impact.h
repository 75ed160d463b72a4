#pragma once

#include <span>
#include <vector>

#include "carom/impact/impact_law.h"
#include "carom/simulation/event_driven/options.h"
#include "carom/simulation/event_driven/smooth_forces.h"

namespace carom {

/// The impulses of contacts that touch at one moment. Contacts that do not feel each other are groups of their own: a
/// contact alone follows its law through impulse space; those of a group share one problem.
class GroupImpact {
 public:
  explicit GroupImpact(SeveralContacts several) : several_(several) {}

  /// p from the inverse inertia G and the velocities u, tangential first and normal last. False: no impulses were
  /// found.
  [[nodiscard]] bool calc_impulses(const ConstMatrixRef& G, const ConstVectorRef& u, std::span<const ImpactLaw> laws,
                                   VectorRef p);

 private:
  void find_groups(const ConstMatrixRef& G, int count);
  [[nodiscard]] bool resolve_single(const ConstMatrixRef& G, const ConstVectorRef& u, const ImpactLaw& law, int contact,
                                    VectorRef p) const;
  [[nodiscard]] bool resolve_several(const ConstMatrixRef& G, const ConstVectorRef& u, std::span<const ImpactLaw> laws,
                                     std::span<const int> contacts, VectorRef p);
  [[nodiscard]] std::span<const int> choose_contacts(const ConstVectorRef& u, std::span<const int> group);

  SeveralContacts several_;
  std::vector<int> group_of_;
  std::vector<int> group_, chosen_;
  std::vector<TouchingContact> contacts_;
  MatrixX G_;
  VectorX b_, f_, a_;
};

}  // namespace carom
