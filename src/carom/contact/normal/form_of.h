#pragma once

#include "carom/contact/normal/plastic_spring.h"

namespace carom::normal {

// The functions of a law with a form of its own, and what stands for those that it leaves out: see NormalContact.

template <class Law>
[[nodiscard]] decltype(auto) form_of(const Law& law) {
  if constexpr (LoadsPlastically<Law>) {
    return PlasticForm<Law>(law);
  } else {
    return (law);
  }
}

template <class Form, class Memory>
[[nodiscard]] double find_dent(const Form& form, double depth, const Memory& memory) {
  if constexpr (requires { form.dent(depth, memory); }) return form.dent(depth, memory);
  return 0.0;
}

template <class Form, class Memory>
[[nodiscard]] double calc_turn_margin(const Form& form, double depth, double depth_rate, const Memory& memory) {
  if constexpr (requires { form.turn_margin(depth, depth_rate, memory); })
    return form.turn_margin(depth, depth_rate, memory);
  return 1.0;
}

template <class Form, class Memory>
void turn(const Form& form, double depth, double depth_rate, Memory& memory) {
  if constexpr (requires { form.turn(depth, depth_rate, memory); }) form.turn(depth, depth_rate, memory);
}

template <class Form, class Memory>
void touch_down(const Form& form, double speed, Memory& memory) {
  if constexpr (requires { form.touch_down(speed, memory); }) form.touch_down(speed, memory);
}

}  // namespace carom::normal
