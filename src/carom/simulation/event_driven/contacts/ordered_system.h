#pragma once

#include <span>
#include <vector>

#include "carom/integrators/events/event_functions.h"
#include "carom/simulation/event_driven/contacts/rigid_part.h"
#include "carom/simulation/mechanism/mechanism_system.h"

namespace carom {

/// A mechanism with rigid contacts as its integrator sees it between two events: without what contacts remember, which
/// stays as it is, and in an order that depends on names alone. Error norms round in the order of their sums, and steps
/// follow from error norms.
class OrderedSystem final : public OdeSystem {
 public:
  explicit OrderedSystem(RigidPart& rigid);

  [[nodiscard]] int size() const override { return static_cast<int>(places_.size()); }
  [[nodiscard]] int num_active() const override { return system_.num_active(); }
  [[nodiscard]] Partition partition() const override { return system_.partition(); }
  [[nodiscard]] RateStatus calc_rate(double time, std::span<const double> y, std::span<double> rate) override;
  [[nodiscard]] bool depends_on_time() const override { return system_.depends_on_time(); }
  [[nodiscard]] RateStatus calc_mean_rate(double time, double step, std::span<const double> y,
                                          std::span<double> rate) override;
  void move_positions(std::span<double> q, std::span<const double> v, double step) const override;
  [[nodiscard]] double calc_drift(double time, std::span<const double> y) override;
  [[nodiscard]] bool project(double time, std::span<double> y) override;

  /// From the mechanism's y to what changes between events; what contacts remember is kept for restore().
  void order(std::span<const double> y, std::span<double> ordered);
  void restore(std::span<const double> ordered, std::span<double> y) const;
  /// The same in a place of the system's own, until its next use.
  [[nodiscard]] std::span<const double> restore(std::span<const double> ordered);

 private:
  void pick(std::span<const double> y, std::span<double> ordered) const;
  void put(std::span<const double> ordered, std::span<double> y) const;

  RigidPart& rigid_;
  MechanismSystem& system_;
  std::vector<int> places_;  // in the mechanism's y, one for each place in the ordered one
  std::vector<double> y_;    // with what the contacts remember
  std::vector<double> rate_;
  mutable std::vector<double> q_, v_;
  // The last answer since order(): a plan for the next step and the step itself ask for the rate at the same start.
  bool has_last_{};
  double last_time_{};  // [s]
  std::vector<double> last_y_, last_rate_;
};

/// Event functions of a mechanism along the steps of an OrderedSystem.
class OrderedEvents final : public EventFunctions {
 public:
  OrderedEvents(EventFunctions& events, OrderedSystem& system) : events_(events), system_(system) {}

  [[nodiscard]] int count() const override { return events_.count(); }
  [[nodiscard]] Crossing direction(int index) const override { return events_.direction(index); }
  [[nodiscard]] double zero_band(int index) const override { return events_.zero_band(index); }
  [[nodiscard]] bool is_nearly_parabolic() const override { return events_.is_nearly_parabolic(); }
  void calc(double time, std::span<const double> y, std::span<double> g) override {
    events_.calc(time, system_.restore(y), g);
  }

 private:
  EventFunctions& events_;
  OrderedSystem& system_;
};

}  // namespace carom
