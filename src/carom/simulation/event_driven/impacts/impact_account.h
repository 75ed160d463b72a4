#pragma once

#include <optional>
#include <span>
#include <vector>

#include "carom/impact/impact_law.h"
#include "carom/simulation/contacts/contact_report.h"
#include "carom/simulation/event_driven/contacts/contact_rows.h"
#include "carom/simulation/event_driven/contacts/rigid_contacts.h"

namespace carom {

/// How the impulses of one impact belong together, by contact.
struct ImpactGroups {
  std::span<const int> of{};                           // a number for each group; empty: all are one
  std::span<const std::optional<ImpactCase>> cases{};  // of contacts that followed their law alone; empty: none did
};

/// What all impacts of one moment do to each contact: impulses, slip, energy, and whether they keep to the laws.
class ImpactAccount {
 public:
  /// Before the first impact of a moment: slots come and go.
  void resize(int num_slots) { shares_.resize(static_cast<std::size_t>(num_slots)); }

  /// One impact: velocities u before it and impulses p along the rows, laws as they hold.
  void add(const ContactRows& rows, const ConstVectorRef& u, const ConstVectorRef& p, std::span<const ImpactLaw> laws,
           const ImpactGroups& groups);

  /// After the last one: fills in the event of a contact, whose motion is that after the moment, and forgets it.
  void complete(int slot, const RigidContacts::Motion& after, ContactEvent& event);

 private:
  struct Share {
    Vector3 slip{Vector3::Zero()};    // before the first impact  [m/s]
    Vector3 rubbed{Vector3::Zero()};  // impulse of friction, in world axes  [N·s]
    double dissipation{};             // −½ (u + u′) · p  [J]
    double speed{};                   // largest before an impact, for what counts as none  [m/s]
    int group{};                      // contacts in the largest problem that it was part of
    bool counts{};                    // it has had an impulse
    std::optional<ImpactCase> law_case{};
    ImpactVerdict verdict{ImpactVerdict::Consistent};
  };
  struct Group {
    double dissipation{};  // [J]
    double energy{};       // Σ |p · u|, for what counts as rounding  [J]
    double unclaimed{};    // dissipation of contacts that were not struck but held  [J]
    int count{};           // contacts
  };
  [[nodiscard]] static std::size_t group_of(const ImpactGroups& groups, int contact) {
    return groups.of.empty() ? 0 : static_cast<std::size_t>(groups.of[static_cast<std::size_t>(contact)]);
  }

  std::vector<Share> shares_;  // by slot
  std::vector<Group> groups_;  // of the impact at hand
  VectorX after_;              // u′
};

}  // namespace carom
