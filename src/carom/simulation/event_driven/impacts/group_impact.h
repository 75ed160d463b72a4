#pragma once

#include <optional>
#include <span>
#include <vector>

#include "carom/impact/several/contact_set.h"
#include "carom/simulation/event_driven/impacts/contact_groups.h"
#include "carom/simulation/event_driven_options.h"

namespace carom {

/// How impulses were found where the laws of the contacts did not give any.
enum class ImpactFallback {
  None,
  PoissonsForm,    // of all contacts
  OneAfterAnother  // each by its own law
};

/// What a contact has against turning at an impact: the first of its rows of turning (−1: none), and the arms of its
/// largest moments over the length by which these rows are measured.
struct ImpactTurning {
  int row{-1};
  double rolling{}, spinning{};  // [-]
};

/// The impulses of contacts that touch at one moment. Contacts that do not feel each other are groups of their own: a
/// contact alone follows its law through impulse space; those of a group share one problem, or collide in sequence. A
/// contact that resists turning has six rows in that problem, also where it is alone.
class GroupImpact {
 public:
  explicit GroupImpact(SeveralContacts several) : several_(several) {}

  /// p from the inverse inertia G and the velocities u, tangential first and normal last, of contacts in groups that do
  /// not feel each other; rows of turning follow. False: no impulses were found.
  [[nodiscard]] bool calc_impulses(const ConstMatrixRef& G, const ConstVectorRef& u, std::span<const ImpactLaw> laws,
                                   std::span<const ImpactTurning> turning, const ContactGroups& groups, VectorRef p);

  /// Of every contact in the last call: the first contact of its group, and the case of its law where it is alone.
  [[nodiscard]] std::span<const int> groups() const { return group_of_; }
  [[nodiscard]] std::span<const std::optional<ImpactCase>> cases() const { return cases_; }
  /// What the last call needed instead of the contacts' laws, the first time that it did.
  struct Replacement {
    ImpactFallback fallback{ImpactFallback::None};
    bool proven{};                // the laws have no impulses; otherwise none were found
    std::vector<int> contacts{};  // in the order of the call
  };
  [[nodiscard]] const Replacement& replacement() const { return replacement_; }
  /// Contacts of a group whose law is one of a single contact, so that it took another form, and the first of them.
  [[nodiscard]] std::optional<int> reformed_contact() const { return reformed_; }
  [[nodiscard]] std::span<const int> reformed_group() const { return reformed_group_; }
  /// Contacts that would have followed their law alone but for their resistance to turning.
  [[nodiscard]] std::span<const int> turning_contacts() const { return turning_contacts_; }
  /// Contacts that found no impulses at all, after a call that failed.
  [[nodiscard]] std::span<const int> failed_contacts() const { return group_; }

 private:
  [[nodiscard]] bool resolve_single(const ConstMatrixRef& G, const ConstVectorRef& u, const ImpactLaw& law, int contact,
                                    VectorRef p);
  [[nodiscard]] bool resolve_group(const ConstMatrixRef& G, const ConstVectorRef& u, std::span<const ImpactLaw> laws,
                                   std::span<const ImpactTurning> turning, VectorRef p);
  [[nodiscard]] bool resists(std::span<const ImpactTurning> turning) const;
  void list_rows(std::span<const ImpactTurning> turning);
  [[nodiscard]] ContactSet make_set(const ConstMatrixRef& G, const ConstVectorRef& u, std::span<const ImpactLaw> laws,
                                    std::span<const ImpactTurning> turning) const;
  [[nodiscard]] bool resolve_as_asked(const ContactSet& set, VectorX& p, bool& proven) const;
  [[nodiscard]] ImpactFallback resolve_otherwise(const ContactSet& set, VectorX& p) const;
  void note_reformed(const ContactSet& set);

  SeveralContacts several_;
  Replacement replacement_;
  std::optional<int> reformed_;
  std::vector<int> reformed_group_;
  std::vector<int> turning_contacts_;
  std::vector<int> rows_;  // of the group; −1: a contact that does not resist turning has none there
  std::vector<int> group_of_;
  std::vector<int> group_;
  std::vector<std::optional<ImpactCase>> cases_;
};

}  // namespace carom
