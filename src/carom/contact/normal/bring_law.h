#pragma once

#include <memory>
#include <utility>

#include "carom/contact/normal/custom.h"
#include "carom/contact/normal/form_of.h"

namespace carom {

/// A law that is written as ours are, with a form and a memory of its own, as one that a program brings along:
///
///   rule.normal = bring_law(MyLaw{.stiffness = 1e6});
template <Remembers Law>
[[nodiscard]] normal::Custom bring_law(Law law) {
  class Brought final : public CustomNormalLaw {
   public:
    explicit Brought(Law own) : law_(std::move(own)) {}

    [[nodiscard]] PowerSpring spring() const override { return law_.spring(); }
    [[nodiscard]] NormalForce evaluate(double depth, double depth_rate, std::span<const double> memory) const override {
      return normal::form_of(law_).evaluate(depth, depth_rate, read_memory<Law>(memory));
    }
    [[nodiscard]] double stored(double depth, std::span<const double> memory) const override {
      return normal::form_of(law_).stored(depth, read_memory<Law>(memory));
    }
    [[nodiscard]] std::span<const MemoryValue> list_memory() const override { return Law::kMemory; }
    [[nodiscard]] double dent(double depth, std::span<const double> memory) const override {
      return normal::find_dent(normal::form_of(law_), depth, read_memory<Law>(memory));
    }
    [[nodiscard]] double turn_margin(double depth, double depth_rate, std::span<const double> memory) const override {
      return normal::calc_turn_margin(normal::form_of(law_), depth, depth_rate, read_memory<Law>(memory));
    }
    void turn(double depth, double depth_rate, std::span<double> memory) const override {
      auto numbers = read_memory<Law>(memory);
      normal::turn(normal::form_of(law_), depth, depth_rate, numbers);
      write_memory<Law>(numbers, memory);
    }
    void touch_down(double speed, std::span<double> memory) const override {
      auto numbers = read_memory<Law>(memory);
      normal::touch_down(normal::form_of(law_), speed, numbers);
      write_memory<Law>(numbers, memory);
    }

   private:
    Law law_;
  };
  return {std::make_shared<const Brought>(std::move(law))};
}

}  // namespace carom
