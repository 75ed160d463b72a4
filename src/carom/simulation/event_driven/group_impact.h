#pragma once

#include <optional>
#include <span>
#include <vector>

#include "carom/impact/several/contact_set.h"
#include "carom/simulation/event_driven/options.h"
#include "carom/simulation/event_driven/smooth_forces.h"

namespace carom {

/// How the impulses of several contacts were found where the way that was asked for leads nowhere.
enum class ImpactFallback {
  None,
  NewtonsForm,     // too many for their laws
  OneAfterAnother  // no impulses satisfy their laws together
};

/// The impulses of contacts that touch at one moment. Contacts that do not feel each other are groups of their own: a
/// contact alone follows its law through impulse space; those of a group share one problem, or collide in sequence.
class GroupImpact {
 public:
  explicit GroupImpact(SeveralContacts several) : several_(several) {}

  /// p from the inverse inertia G and the velocities u, tangential first and normal last. False: no impulses were
  /// found.
  [[nodiscard]] bool calc_impulses(const ConstMatrixRef& G, const ConstVectorRef& u, std::span<const ImpactLaw> laws,
                                   VectorRef p);
  /// Of the first contacts in the last call that needed one, and which these are.
  [[nodiscard]] ImpactFallback fallback() const { return fallback_; }
  [[nodiscard]] std::span<const int> fallback_contacts() const { return fallback_contacts_; }
  /// Of every contact in the last call: the first contact of its group, and the case of its law where it is alone.
  [[nodiscard]] std::span<const int> groups() const { return group_of_; }
  [[nodiscard]] std::span<const std::optional<ImpactCase>> cases() const { return cases_; }

 private:
  void find_groups(const ConstMatrixRef& G, int count);
  [[nodiscard]] bool resolve_single(const ConstMatrixRef& G, const ConstVectorRef& u, const ImpactLaw& law, int contact,
                                    VectorRef p);
  [[nodiscard]] bool resolve_group(const ConstMatrixRef& G, const ConstVectorRef& u, std::span<const ImpactLaw> laws,
                                   VectorRef p);
  [[nodiscard]] bool resolve_as_asked(const ContactSet& set, VectorX& p);
  [[nodiscard]] ImpactFallback resolve_otherwise(const ContactSet& set, VectorX& p);
  [[nodiscard]] bool resolve_by_pivoting(const MatrixX& G, const VectorX& u, std::span<const ImpactLaw> laws,
                                         VectorX& p);

  SeveralContacts several_;
  ImpactFallback fallback_{ImpactFallback::None};
  std::vector<int> fallback_contacts_;
  std::vector<int> group_of_;
  std::vector<int> group_;
  std::vector<std::optional<ImpactCase>> cases_;
  std::vector<TouchingContact> contacts_;
};

}  // namespace carom
