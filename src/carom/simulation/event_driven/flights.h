#pragma once

#include <span>
#include <vector>

#include "carom/simulation/mechanism_system.h"

namespace carom {

/// Contacts that have just parted and will soon touch again: after a bounce the gap is s(t) = ṡ t + ½ s̈ t², and back at
/// zero after 2 ṡ/|s̈|. A step that ends a little later sees that it has crossed; a longer one might pass over the whole
/// flight.
class Flights {
 public:
  explicit Flights(MechanismSystem& system);

  /// How long the shortest flight that begins at (t, y) lasts; infinite where none begins.  [s]
  [[nodiscard]] double predict(double time, std::span<const double> y);

  /// Whether a contact flies, by the last prediction: high enough to be told from rounding.
  [[nodiscard]] bool flies(int slot) const { return rates_[static_cast<std::size_t>(slot)] > 0.0; }

 private:
  [[nodiscard]] bool find_parting(double time, std::span<const double> y);

  MechanismSystem& system_;
  const RigidContacts& contacts_;
  std::vector<double> rates_;  // ṡ by slot; zero: does not part  [m/s]
  std::vector<double> moved_, y_rate_;
};

}  // namespace carom
