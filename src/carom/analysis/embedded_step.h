#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace carom {

template <std::size_t size>
struct EmbeddedStep {
  std::array<double, size> state{};
  double error{};  // the largest of its components
};

/// One step of Dormand and Prince's pair of orders 5 and 4, for equations of a few unknowns.
///                                                                                [hairer1993, Table II.5.2]
/// `calc_rate(t, state)` is the right-hand side.
template <std::size_t size, class Rate>
EmbeddedStep<size> try_embedded_step(const Rate& calc_rate, double t, const std::array<double, size>& state, double h) {
  constexpr double kNodes[6] = {1.0 / 5.0, 3.0 / 10.0, 4.0 / 5.0, 8.0 / 9.0, 1.0, 1.0};
  constexpr double kStages[6][6] = {{1.0 / 5.0},
                                    {3.0 / 40.0, 9.0 / 40.0},
                                    {44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0},
                                    {19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0},
                                    {9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0},
                                    {35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0}};
  constexpr double kErrors[7] = {71.0 / 57600.0,      0.0,          -71.0 / 16695.0, 71.0 / 1920.0,
                                 -17253.0 / 339200.0, 22.0 / 525.0, -1.0 / 40.0};
  std::array<double, size> rates[7];
  rates[0] = calc_rate(t, state);
  EmbeddedStep<size> step;
  for (int stage = 0; stage < 6; ++stage) {
    step.state = state;
    for (int i = 0; i <= stage; ++i) {
      for (std::size_t k = 0; k < size; ++k) step.state[k] += h * kStages[stage][i] * rates[i][k];
    }
    rates[stage + 1] = calc_rate(t + kNodes[stage] * h, step.state);
  }
  std::array<double, size> error{};
  for (int i = 0; i < 7; ++i) {
    for (std::size_t k = 0; k < size; ++k) error[k] += h * kErrors[i] * rates[i][k];
  }
  for (const double each : error) step.error = std::max(step.error, std::abs(each));
  return step;
}

}  // namespace carom
