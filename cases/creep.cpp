#include "cases/creep.h"

#include <limits>

#include "carom/model/joints/joint_view.h"
#include "carom/simulation/simulation.h"

namespace carom::cases {

Creep measure_creep(const FrictionLaw& law, double settling, double duration) {
  struct Watch : Observer {
    double settling{};
    State settled, last;
    [[nodiscard]] bool observe(const Moment& moment) override {
      last = moment.state;
      if (last.time <= settling) settled = last;
      return true;
    }
  } watch;
  watch.settling = settling;
  const ContactCase scene = make_block_on_slope(kHeldSlope, law);
  const SimulationOptions options{.integrator = FixedStepOptions{.method = FixedMethod::Rk4, .step = 1e-3},
                                  .duration = duration,
                                  .record_every = settling,
                                  .contacts = scene.contacts};
  const SimulationReport report = Simulation(scene.model, scene.model.make_initial_state(), options).run(&watch);
  constexpr double kNever = std::numeric_limits<double>::infinity();
  if (report.status != SimulationStatus::Finished) return {kNever, kNever};
  const JointView block(scene.model, "block");
  const Vector3 way = block.place(watch.last) - block.place(watch.settled);
  return {way.norm() / (watch.last.time - watch.settled.time), watch.last.v.norm()};
}

}  // namespace carom::cases
