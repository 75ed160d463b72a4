#include "carom/simulation/compliant/contact_mode.h"

#include <algorithm>

namespace carom {

LinearMode linearize_friction(const FrictionLaw& law, double normal_force, double slip_speed, double mass) {
  const FrictionGradient bound = calc_gradient(law, normal_force, 0.0);
  constexpr double kSmall = 1e-6;  // of what would saturate the law
  const double dz = kSmall * normal_force / std::max(bound.stiffness, 1.0);
  const double dv = kSmall * normal_force / std::max(bound.damping, 1.0);
  const auto evaluate = [&](double bristle, double slip) {
    return calc_friction(law, Vector3(slip, 0, 0), normal_force, {.bristle = Vector3(bristle, 0, 0)});
  };
  const FrictionForce here = evaluate(0.0, slip_speed);
  const FrictionForce stretched = evaluate(dz, slip_speed), faster = evaluate(0.0, slip_speed + dv);
  LinearMode mode;
  mode.A(0, 0) = (stretched.bristle_rate - here.bristle_rate).x() / dz;
  mode.A(0, 1) = (faster.bristle_rate - here.bristle_rate).x() / dv;
  mode.A(1, 0) = (stretched.force - here.force).x() / dz / mass;
  mode.A(1, 1) = (faster.force - here.force).x() / dv / mass;
  return mode;
}

}  // namespace carom
