#include "carom/dynamics/applied_forces.h"

namespace carom {

void AppliedForces::set_zero() {
  efforts.setZero();
  for (Wrench& wrench : wrenches) wrench = Wrench{};
}

void AppliedForces::add_force(int body, const PackedVector3& arm, const Vector3& force) {
  Wrench& wrench = wrenches[static_cast<std::size_t>(body)];
  const PackedVector3 f(force);
  wrench.force += f;
  wrench.torque += cross(arm, f);
}

void AppliedForces::add_torque(int body, const Vector3& torque) {
  wrenches[static_cast<std::size_t>(body)].torque += PackedVector3(torque);
}

}  // namespace carom
