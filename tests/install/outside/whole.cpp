// Headers and libraries of several layers at work, all through carom::carom.
#include <array>

#include "carom/integrators/ode_system.h"
#include "carom/math/types.h"

namespace {

class Oscillator : public carom::OdeSystem {
 public:
  [[nodiscard]] int size() const override { return 2; }
  [[nodiscard]] carom::RateStatus calc_rate(double /*time*/, std::span<const double> y,
                                            std::span<double> rate) override {
    rate[0] = y[1];
    rate[1] = -y[0];
    return carom::RateStatus::Ok;
  }
};

}  // namespace

int main() {
  Oscillator oscillator;
  const carom::Vector3 start(1.0, 2.0, 0.5);
  std::array<double, 1> q{start.x()};
  const std::array<double, 1> v{start.y()};
  oscillator.move_positions(q, v, start.z());
  return q[0] == 2.0 ? 0 : 1;
}
