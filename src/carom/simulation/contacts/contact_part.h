#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carom/contact/normal/normal_response.h"
#include "carom/dynamics/applied_forces.h"
#include "carom/ledger/ledger.h"
#include "carom/simulation/contacts/contact.h"
#include "carom/simulation/contacts/contact_map.h"
#include "carom/simulation/contacts/contact_report.h"
#include "carom/simulation/contacts/material_stiffness.h"

namespace carom {

class MechanismSystem;

/// What the contacts of a formulation owe a mechanism. MechanismSystem asks its parts, one after another, and knows no
/// more of them than this.
///
/// A part has numbers of its own in y: *active* ones, whose error an adaptive method controls, and *passive* ones,
/// whose error it does not. It has rows in the ledger of three kinds: energy that it stores; integrals of a power; and
/// totals, which follow from its numbers.
///
/// One call for each stage and part, however many contacts there are.
class ContactPart {
 public:
  ContactPart() = default;
  ContactPart(const ContactPart&) = delete;
  ContactPart& operator=(const ContactPart&) = delete;
  virtual ~ContactPart() = default;

  // What it has in y and in the ledger.

  [[nodiscard]] virtual int num_active() const { return 0; }
  [[nodiscard]] virtual int num_passive() const { return 0; }
  virtual void append_stored_rows(std::vector<LedgerRow>& /*rows*/) const {}
  virtual void append_integral_rows(std::vector<LedgerRow>& /*rows*/) const {}
  virtual void append_total_rows(std::vector<LedgerRow>& /*rows*/) const {}
  /// What it keeps of positions and velocities: project() then has something to do.
  [[nodiscard]] virtual bool keeps_positions() const { return false; }

  /// Where its first number of each kind is in y.
  struct Place {
    std::size_t active{}, integrals{}, passive{};
  };
  /// The system to which it belongs from now on, and which outlives its use.
  void join(MechanismSystem& system, const Place& place) {
    system_ = &system;
    place_ = place;
  }
  [[nodiscard]] MechanismSystem& system() const { return *system_; }

  // The stages of an evaluation, in this order.

  /// The bodies have another motion.
  virtual void calc_motion(double /*time*/, const Kinematics& /*kinematics*/) {}
  /// The contacts are in the state that y has for them, at the motion last calculated.
  virtual void follow(std::span<const double> /*y*/) {}
  /// Adds forces that follow from motion and state.
  virtual void add_forces(std::span<const double> /*y*/, const Kinematics& /*kinematics*/, AppliedForces& /*applied*/) {
  }
  /// Adds forces that depend on accelerations: to v̇, to the multipliers of loops and to what acts on the bodies, which
  /// are those without them. False: none suit; failure() says so.
  [[nodiscard]] virtual bool add_reactions(std::span<const double> /*y*/, VectorX& /*v_rate*/,
                                           AppliedForces& /*applied*/) {
    return true;
  }
  /// The rates of its numbers and of its integrals, for the forces last added.
  virtual void write_rates(std::span<double> rate) const = 0;

  // What is asked for besides.

  /// Motion that no rate needs, but that someone looks at.
  virtual void calc_whole_motion(std::span<const double> /*y*/) {}
  /// One of the energies that it stores  [J].
  [[nodiscard]] virtual double calc_stored(int /*row*/, std::span<const double> /*y*/) const { return 0.0; }
  /// Into rows as append_total_rows() has them.
  virtual void write_totals(std::span<const double> /*y*/, std::span<LedgerRow> /*rows*/) const {}
  /// The largest residual of what it keeps, at (t, y).
  [[nodiscard]] virtual double calc_drift(double /*time*/, std::span<const double> /*y*/) { return 0.0; }
  /// Moves the mechanism, whose motion at (t, y) has been calculated, to where what it keeps is kept. False: it cannot;
  /// failure() says so.
  [[nodiscard]] virtual bool project(double /*time*/, std::span<const double> /*y*/) { return true; }
  /// Why add_reactions() or project() failed; empty where the mechanism is the reason.
  [[nodiscard]] virtual std::string_view failure() const { return {}; }

  // What there is to see: views, one for each contact or, where these are many, for each rule; after calc_forces() at
  // y. A part whose contacts another one shows has none.

  [[nodiscard]] virtual int num_views() const = 0;
  /// "tip/floor": see ContactNames.
  [[nodiscard]] virtual const std::string& view_name(int view) const = 0;
  /// The gap is no number where a rule has no contact near.
  [[nodiscard]] virtual Contact look_at(int view, std::span<const double> y) const = 0;
  /// Every contact that touches: also where one view shows many.
  virtual void append_touching(std::span<const double> y, std::vector<Contact>& contacts) const = 0;
  /// Of a contact that is resolved over its area; none: it is a point.
  [[nodiscard]] virtual std::optional<ContactMap> find_map(int /*view*/) const { return {}; }

  /// What contacts would begin with at the motion last calculated.
  virtual void append_material_stiffnesses(std::vector<MaterialStiffness>& /*stiffnesses*/) const {}

  /// How an impact went that forces resolve over its duration.
  struct ResolvedImpact {
    NormalResponse law{};
    double mass{};      // that the bodies oppose to a force along the normal  [kg]
    double duration{};  // of the force  [s]
  };
  /// Of a contact that has just lifted off, at the motion last calculated; none: its force was not resolved so.
  [[nodiscard]] virtual std::optional<ResolvedImpact> describe_impact(const ContactEvent& /*lift_off*/) const {
    return {};
  }
  /// The error of velocities that a solver found to a tolerance  [m/s].
  [[nodiscard]] virtual double velocity_error() const { return 0.0; }
  /// Contacts of another system act in place of these for a while.
  [[nodiscard]] virtual bool has_stand_in() const { return false; }

 protected:
  [[nodiscard]] const Place& place() const { return place_; }

 private:
  MechanismSystem* system_{};
  Place place_;
};

}  // namespace carom
