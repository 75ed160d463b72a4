#include "carom/analysis/central_impact.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "carom/analysis/approach.h"
#include "carom/analysis/remembered_impact.h"
#include "carom/base/input_error.h"
#include "carom/contact/normal/normal_contact.h"
#include "carom/model/joints/joint_view.h"
#include "carom/model/model_builder.h"
#include "carom/simulation/simulation.h"

namespace carom {
namespace {

constexpr const char* kMass = "mass";  // the only body
constexpr double kTolerance = 1e-11;
constexpr int kSamples = 2000;

struct Scales {
  double depth{};  // of an impact that loses nothing  [m]
  double time{};   // depth over speed  [s]
};

// ½ m v² = k xᵖ⁺¹/(p + 1)
Scales find_scales(const NormalResponse& response, double mass, double speed) {
  const double power = response.exponent + 1.0;
  const double depth = std::pow(0.5 * power * mass * speed * speed / response.stiffness, 1.0 / power);
  return {depth, depth / speed};
}

Model make_point(double mass, double height, double speed) {
  ModelBuilder builder;
  builder.set_gravity(Vector3::Zero());
  BodySpec body;
  body.name = kMass;
  body.mass.mass = mass;
  body.joint.type = JointType::Prismatic;
  body.joint.axis = Vector3::UnitZ();
  body.joint.position = {height};
  body.joint.velocity = {-speed};
  builder.add_body(body);
  return builder.build();
}

ContactSetup make_contact(const NormalLaw& law) {
  const ShapeSpec point{.body = kMass, .geometry = shapes::Point{}, .surface = "point"};
  const ShapeSpec plane{.geometry = shapes::Plane{}, .surface = "plane"};
  return {{point, plane}, {{.surface_a = "point", .surface_b = "plane", .normal = law, .friction = friction::None{}}}};
}

// Depth and force of the moments that it is shown.
class Sampler final : public Observer {
 public:
  Sampler(const TrialContact& contact, const Model& model, double touch_time)
      : contact_(contact), mass_(model, kMass), touch_time_(touch_time) {}

  [[nodiscard]] bool observe(const Moment& moment) override {
    if (moment.state.time <= touch_time_) return true;
    const double depth = -mass_.position(moment.state), depth_rate = -mass_.rate(moment.state);
    contact_.look(depth, depth_rate);
    samples_.push_back({std::max(0.0, depth), contact_.at_present().evaluate(depth, depth_rate).force});
    return true;
  }
  [[nodiscard]] std::vector<CentralImpact::Sample> take() { return std::move(samples_); }

 private:
  TrialContact contact_;  // which turns at a sample, up to 1/kSamples of the impact late
  JointView mass_;
  double touch_time_;  // [s]
  std::vector<CentralImpact::Sample> samples_;
};

// How long the mass flies on over the clipped spring: the force is gone where k xᵖ = λ xʳ v^q, and the depth is not.
double find_clipped_time(const NormalResponse& response, double separation_speed) {
  const double difference = response.exponent - response.damping_exponent;
  if (difference <= 0.0 || response.damping <= 0.0) return 0.0;
  const double ratio = response.damping * std::pow(separation_speed, response.rate_exponent) / response.stiffness;
  return std::pow(ratio, 1.0 / difference) / separation_speed;
}

class ImpactRun {
 public:
  ImpactRun(const NormalLaw& law, double mass, double speed)
      : contact_(law, speed),
        scales_(find_scales(contact_.response(), mass, speed)),
        model_(make_point(mass, scales_.depth, speed)) {
    options_.contacts = make_contact(law);
    options_.integrator = AdaptiveOptions{.relative_tolerance = kTolerance,
                                          .absolute_tolerance = 1e-3 * kTolerance * std::min(scales_.depth, speed)};
  }

  [[nodiscard]] const NormalResponse& response() const { return contact_.response(); }

  // A damped mass takes its time: the longer, the less comes back.
  [[nodiscard]] ContactEvent find_lift_off() {
    for (double duration = 10.0 * scales_.time; duration < 1e8 * scales_.time; duration *= 10.0) {
      options_.duration = options_.record_every = duration;
      const SimulationReport report = run(nullptr);
      if (!report.contacts.front().impacts.empty()) return report.contacts.front().impacts.front();
    }
    throw InputError("law", "does not let the mass go again");
  }

  [[nodiscard]] std::vector<CentralImpact::Sample> sample(const ContactEvent& lift_off) {
    options_.duration = lift_off.time;
    options_.record_every = lift_off.duration / kSamples;
    Sampler sampler(contact_, model_, lift_off.time - lift_off.duration);
    (void)run(&sampler);
    return sampler.take();
  }

 private:
  SimulationReport run(Observer* observer) {
    SimulationReport report = Simulation(model_, model_.make_initial_state(), options_).run(observer);
    if (report.status == SimulationStatus::Failed) throw InputError("impact", report.sentence);
    return report;
  }

  TrialContact contact_;
  Scales scales_;
  Model model_;
  SimulationOptions options_;
};

}  // namespace

CentralImpact simulate_central_impact(const NormalLaw& law, double mass, double speed) {
  (void)validate(law);
  if (!(mass > 0.0) || !std::isfinite(mass)) throw InputError("mass", "must be above 0");
  if (!(speed > 0.0) || !std::isfinite(speed)) throw InputError("speed", "must be above 0");
  ImpactRun run(law, mass, speed);
  const ContactEvent lift_off = run.find_lift_off();
  CentralImpact impact{
      .speed = speed,
      .restitution = lift_off.separation_speed / lift_off.approach_speed,
      .duration = std::max(0.0, lift_off.duration - find_clipped_time(run.response(), lift_off.separation_speed)),
      .samples = run.sample(lift_off)};
  if (has_own_form(law)) {
    const RememberedImpact remembered = calc_remembered_impact(law, mass, speed);
    impact.duration = remembered.duration;
    impact.peak_force = remembered.peak_force;
    impact.peak_depth = remembered.peak_depth;
    return impact;
  }
  const ApproachPeaks peaks = calc_approach_peaks(run.response(), mass, speed);
  impact.peak_force = peaks.force;
  impact.peak_depth = peaks.depth;
  return impact;
}

}  // namespace carom
