#pragma once

#include <memory>
#include <span>

#include "carom/contact/law_info.h"
#include "carom/contact/law_keys.h"
#include "carom/contact/law_memory.h"
#include "carom/contact/normal/normal_response.h"

namespace carom {

/// A normal law that a program brings along: see NormalContact for what each function means. One virtual call for each
/// contact and evaluation; the laws of scenes have none.
class CustomNormalLaw {
 public:
  virtual ~CustomNormalLaw() = default;

  /// As which it begins: estimates of steps and durations come from it.
  [[nodiscard]] virtual PowerSpring spring() const = 0;
  [[nodiscard]] virtual NormalForce evaluate(double depth, double depth_rate, std::span<const double> memory) const = 0;
  [[nodiscard]] virtual double stored(double depth, std::span<const double> memory) const = 0;

  [[nodiscard]] virtual std::span<const MemoryValue> list_memory() const { return {}; }
  [[nodiscard]] virtual double dent(double /*depth*/, std::span<const double> /*memory*/) const { return 0.0; }
  [[nodiscard]] virtual double turn_margin(double /*depth*/, double /*depth_rate*/,
                                           std::span<const double> /*memory*/) const {
    return 1.0;
  }
  virtual void turn(double /*depth*/, double /*depth_rate*/, std::span<double> /*memory*/) const {}
  virtual void touch_down(double /*speed*/, std::span<double> /*memory*/) const {}
};

namespace normal {

/// The place of such a law among ours. Scenes cannot name it.
struct Custom {
  std::shared_ptr<const CustomNormalLaw> law{};  // not null

  static constexpr LawInfo kInfo{"custom", "a law that the program brings along", "", ""};
  static constexpr bool kInScenes = false;

  static void declare(LawKeys<Custom>& /*keys*/) {}
  [[nodiscard]] PowerSpring spring() const { return law ? law->spring() : PowerSpring{}; }
};

}  // namespace normal
}  // namespace carom
