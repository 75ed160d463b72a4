// simbenchmark [TEST [SECONDS]]: the published tests of SimBenchmark as scenes of ours (scenes/simbenchmark),
// event-driven and in steps of the published lengths, with the published errors of the best engine beside ours.
//
// Errors are as that project defines them: means over the samples of a run, one a step, of squares in SI units. Facts
// and figures: github.com/leggedrobotics/SimBenchmark, data/*/sample.csv (D. Kang, J. Hwangbo, 2018).
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "carom/scene/read_scene.h"
#include "carom/scene/simulation_options.h"
#include "carom/simulation/mechanism/mechanism_system.h"
#include "carom/simulation/simulation.h"

namespace carom {
namespace {

double longest = 120.0;  // wall time that a run may take  [s]

/// The least error that was published for a step, and whose it is.
struct Published {
  double step{};   // [s]
  double error{};  // as the test measures it
  const char* engine{};
};

using Measure = double (*)(const Moment& moment, const Model& model);

struct Test {
  const char* name;
  const char* scene;
  const char* what;   // is measured
  Measure measure;    // of a sample
  bool is_deviation;  // from the first sample: the error is the square of the difference
  double from{};      // samples before this do not count  [s]
  std::vector<Published> published;
  std::vector<std::string> stepping;  // how time is stepped, beside the length of the step
  const char* step_key;
  const char* tolerance{"1e-12"};  // of event-driven runs
};

Vector3 velocity_of(const Moment& moment, const Model& model, const std::string& body) {
  return as_eigen(moment.system.kinematics().body(model.find_body(body).value()).v_WB);
}

double calc_energy(const Moment& moment, const Model& /*model*/) { return moment.ledger.total(LedgerKind::Stored); }

// f₁ = μ₁ (M + n m) g, f₂ = (F − f₁)/M / (3.5/m + n/M), a_box = 3.5 f₂/m, a_ball = f₂/m, along the force.
double calc_rolling_error(const Moment& moment, const Model& model) {
  constexpr double m = 1.0, M = 10.0, n = 25.0, F = 150.0, g = 9.81, mu = 0.4;
  const double f_2 = (F - mu * (M + n * m) * g) / M / (3.5 / m + n / M), t = moment.state.time;
  const Vector3 along(0.5, std::sqrt(0.75), 0.0);
  const Vector3 ball = velocity_of(moment, model, "ball 1") - f_2 / m * t * along;
  const Vector3 box = velocity_of(moment, model, "box") - 3.5 * f_2 / m * t * along;
  return ball.squaredNorm() + box.squaredNorm();
}

double calc_penetration(const Moment& moment, const Model& model) {
  constexpr double kRadius = 0.1;
  std::vector<Vector3> centers;
  for (int i = 1; i < model.num_bodies(); ++i) centers.emplace_back(as_eigen(moment.system.kinematics().body(i).p_WB));
  double sum = 0.0;
  for (std::size_t i = 0; i < centers.size(); ++i) {
    const double in_ground = std::max(kRadius - centers[i].z(), 0.0);
    sum += in_ground * in_ground;
    for (std::size_t j = 0; j < i; ++j) {
      const double depth = std::max(2.0 * kRadius - (centers[i] - centers[j]).norm(), 0.0);
      sum += depth * depth;
    }
  }
  return sum;
}

// Squared deviation of the momentum of all bodies from that of the ball at the start.
double calc_momentum_error(const Moment& moment, const Model& model) {
  Vector3 momentum(0.0, -50.0, 0.0);
  for (int i = 1; i < model.num_bodies(); ++i) {
    const BodyMotion& motion = moment.system.kinematics().body(i);
    const Vector3 arm = as_eigen(motion.mass_moment), w = as_eigen(motion.w_WB), v = as_eigen(motion.v_WB);
    momentum += model.spec(BodyIndex(i)).mass.mass * v + w.cross(arm);
  }
  return momentum.squaredNorm();
}

double calc_nothing(const Moment& /*moment*/, const Model& /*model*/) { return 0.0; }

class MeanError final : public Observer {
 public:
  MeanError(const Test& test, const Model& model) : test_(test), model_(model) {}

  [[nodiscard]] bool observe(const Moment& moment) override {
    if (moment.state.time < test_.from) return true;
    const double value = test_.measure(moment, model_);
    if (!first_) first_ = value;
    const double difference = value - *first_;
    sum_ += test_.is_deviation ? difference * difference : value;
    ++count_;
    return true;
  }
  [[nodiscard]] bool observe_step(const StepMoment& /*step*/) override { return seconds() < longest; }

  [[nodiscard]] double mean() const { return count_ > 0 ? sum_ / count_ : std::numeric_limits<double>::quiet_NaN(); }
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  const Test& test_;
  const Model& model_;
  std::optional<double> first_{};
  double sum_{};
  int count_{};
  std::chrono::steady_clock::time_point start_{std::chrono::steady_clock::now()};
};

// One line: how, the error, that of the best engine, the ratio of both, the time it took.
bool run(const Test& test, const std::string& how, const Published& best, const std::vector<std::string>& changes) {
  const Scene scene = read_scene(std::string(CAROM_SCENES) + "/simbenchmark/" + test.scene, changes);
  const Model model = scene.model.build();
  SimulationOptions options = make_options(scene);
  options.record_every = best.step;
  options.checkpoint_every = 0.0;
  Simulation simulation(model, model.make_initial_state(), options);
  MeanError error(test, model);
  const SimulationReport report = simulation.run(&error);
  const bool finished = report.status == SimulationStatus::Finished;
  const bool compares = best.error > 0.0;
  fmt::print(
      "  {:<34}{:>9.0e}{:>13}{:>13}{:>11}  {:<14}{:>9.2f} s{}\n", how, best.step,
      compares ? fmt::format("{:.3g}", error.mean()) : "-", compares ? fmt::format("{:.3g}", best.error) : "-",
      compares ? fmt::format("{:.1e}", error.mean() / best.error) : "-", best.engine, error.seconds(),
      finished ? ""
               : fmt::format("  {} {:.6g} s: {}", report.status == SimulationStatus::Failed ? "failed at" : "ended at",
                             report.state.time, report.sentence.substr(0, 160)));
  std::fflush(stdout);
  return finished;
}

std::vector<Test> list_tests() {
  const std::vector<std::string> moreau{"simulate.formulation=time-stepping", "simulate.stepping.scheme=moreau-jean"};
  // Without contacts every formulation is its integrator.
  const std::vector<std::string> runge_kutta{"simulate.integrator.method=rk4"};
  return {
      {"rolling",
       "rolling.toml",
       "velocities of box and ball 1 [m²/s²]",
       calc_rolling_error,
       false,
       0.0,
       {{1e-3, 6.42665e-9, "Bullet"}, {1e-2, 7.54888e-9, "Bullet"}},
       moreau,
       "simulate.stepping.step"},
      {"bouncing",
       "bouncing.toml",
       "energy [J²]",
       calc_energy,
       true,
       0.0,
       {{1e-3, 0.0186204, "RaiSim"}, {1e-2, 63.1893, "RaiSim"}},
       moreau,
       "simulate.stepping.step"},
      {"666",
       "balls_666.toml",
       "penetration [m²]",
       calc_penetration,
       false,
       0.0,
       {{1e-3, 1.3534e-4, "RaiSim"}, {1e-2, 0.0152745, "RaiSim"}},
       moreau,
       "simulate.stepping.step"},
      {"elastic-666",
       "elastic_666.toml",
       "energy [J²]",
       calc_energy,
       true,
       0.0,
       {{1e-3, 8.36835, "RaiSim"}, {1e-2, 5.18417e6, "RaiSim"}},
       moreau,
       "simulate.stepping.step"},
      {"momentum",
       "robot_momentum.toml",
       "momentum [kg²·m²/s²]",
       calc_momentum_error,
       false,
       0.0,
       {{1e-3, 1.33335e-27, "ODE"}, {1e-2, 4.03941e-28, "ODE"}},
       moreau,
       "simulate.stepping.step",
       "1e-13"},
      {"energy",
       "robot_energy.toml",
       "energy in free flight [J²]",
       calc_energy,
       true,
       1.0,
       {{1e-3, 1.6273e-17, "MuJoCo RK4"}, {1e-2, 5.56596e-11, "MuJoCo RK4"}},
       runge_kutta,
       "simulate.integrator.step"},
      {"pd",
       "robot_pd.toml",
       "nothing but whether it finishes, and how fast",
       calc_nothing,
       false,
       0.0,
       {{5e-3, 0.0, ""}},
       moreau,
       "simulate.stepping.step"},
  };
}

bool run_all_of(const Test& test) {
  fmt::print("\n{}: {}\n  {:<34}{:>9}{:>13}{:>13}{:>11}  {:<14}{:>11}\n", test.name, test.what, "", "step [s]", "error",
             "best engine", "ratio", "whose", "wall time");
  bool good = run(test, fmt::format("event-driven, tolerance {}", test.tolerance), test.published.front(),
                  {fmt::format("simulate.integrator.tolerance={}", test.tolerance)});
  for (const Published& best : test.published) {
    std::vector<std::string> changes = test.stepping;
    changes.push_back(fmt::format("{}={}", test.step_key, best.step));
    const bool steps = std::string_view(test.step_key) == "simulate.stepping.step";
    good = run(test, steps ? "time-stepping, moreau-jean" : "rk4", best, changes) && good;
  }
  return good;
}

}  // namespace
}  // namespace carom

int main(int count, char** arguments) {
  bool good = true, found = false;
  if (count > 2) carom::longest = std::atof(arguments[2]);
  for (const carom::Test& test : carom::list_tests()) {
    if (count > 1 && std::string_view(arguments[1]) != test.name && std::string_view(arguments[1]) != "all") continue;
    found = true;
    good = carom::run_all_of(test) && good;
  }
  if (!found)
    fmt::print(stderr, "there is no such test: all, rolling, bouncing, 666, elastic-666, momentum, energy, pd\n");
  return !found ? 2 : good ? 0 : 1;
}
