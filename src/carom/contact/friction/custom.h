#pragma once

#include <memory>

#include "carom/contact/friction/friction_memory.h"
#include "carom/contact/law_info.h"
#include "carom/contact/law_keys.h"

namespace carom {

/// A friction law that a program brings along: see FrictionLaw for what each function means. One virtual call for each
/// contact and evaluation; the laws of scenes have none.
class CustomFrictionLaw {
 public:
  virtual ~CustomFrictionLaw() = default;

  [[nodiscard]] virtual FrictionForce evaluate(const Vector3& slip, double normal_force,
                                               const FrictionMemory& memory) const = 0;
  [[nodiscard]] virtual FrictionGradient calc_gradient(double normal_force, double slip_speed) const = 0;
  /// Whether it moves the bristles of its memory.
  [[nodiscard]] virtual bool has_bristle() const { return false; }
  [[nodiscard]] virtual double limit(FrictionMemory& /*memory*/, double /*normal_force*/) const { return 0.0; }
  [[nodiscard]] virtual double slide_ratio(const Vector3& /*slip*/, double /*normal_force*/,
                                           const FrictionMemory& /*memory*/) const {
    return 0.0;
  }
};

namespace friction {

/// The place of such a law among ours. Scenes cannot name it.
struct Custom {
  std::shared_ptr<const CustomFrictionLaw> law{};  // not null

  static constexpr LawInfo kInfo{"custom", "a law that the program brings along", "", ""};
  static constexpr bool kInScenes = false;

  static void declare(LawKeys<Custom>& /*keys*/) {}

  [[nodiscard]] FrictionForce evaluate(const Vector3& slip, double normal_force, const FrictionMemory& memory) const {
    return normal_force == 0.0 ? FrictionForce{} : law->evaluate(slip, normal_force, memory);
  }
  [[nodiscard]] double limit(FrictionMemory& memory, double normal_force) const {
    return law->limit(memory, normal_force);
  }
  [[nodiscard]] double slide_ratio(const Vector3& slip, double normal_force, const FrictionMemory& memory) const {
    return law->slide_ratio(slip, normal_force, memory);
  }
  [[nodiscard]] FrictionGradient calc_gradient(double normal_force, double slip_speed) const {
    return law->calc_gradient(normal_force, slip_speed);
  }
};

}  // namespace friction
}  // namespace carom
