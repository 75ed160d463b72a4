#include "carom/simulation/verdict/activity.h"

#include <fmt/format.h>

#include "carom/simulation/mechanism/mechanism_system.h"

namespace carom {

std::string describe_hardest_contact(MechanismSystem& system, double time, std::span<const double> y) {
  (void)system.calc_forces(time, y);
  int hardest = -1;
  double force = -1.0;
  for (int slot = 0; slot < system.num_contacts(); ++slot) {
    const Contact view = system.look_at_contact(slot, y);
    if (view.touching && view.normal_force > force) force = view.normal_force, hardest = slot;
  }
  if (hardest < 0) return {};
  return fmt::format("contact {} pressed with {:.3g} N", system.contact_name(hardest), force);
}

}  // namespace carom
