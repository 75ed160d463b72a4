// Figures 5 to 7: the stick-slip experiment of Bowden and Leben at three speeds of the plate.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "reproductions/gonthier2004/gonthier2004.h"
#include "reproductions/motion.h"

namespace carom::reproductions {
namespace {

constexpr const char* kScene = "scenes/gonthier2004/stick_slip.toml";
constexpr double kStart = 60.0;          // of the scene: until then the block rests, and gathers dwell  [s]
constexpr double kStiffness = 2.0;       // of the scene's spring  [N/m]
constexpr double kStribeckSpeed = 1e-3;  // of the scene: a block that slips this fast no longer sticks  [m/s]
constexpr double kTolerance = 1e-9;
constexpr double kInterval = 5e-4;  // between two samples  [s]

// Computed independently of this program at two tolerances, good to 1e-8: where slips begin, and the peaks before them.
struct KnownSlip {
  double time;  // [s]
  double peak;  // [N]
};
struct KnownSpeed {
  int figure;
  double speed;     // of the plate  [m/s]
  double duration;  // [s]
  KnownSlip slips[3];
};
constexpr KnownSpeed kSpeeds[] = {{5,
                                   0.05,
                                   60.0,
                                   {{15.06100986646649, 1.499999596858578},
                                    {26.93835867825759, 1.4954867157385836},
                                    {38.784309578985464, 1.4954118658402833}}},
                                  {6,
                                   0.1,
                                   40.0,
                                   {{7.548460897605565, 1.499998170992389},
                                    {14.64018663889847, 1.4454713216918909},
                                    {21.509578695599497, 1.437698918253648}}},
                                  {7,
                                   0.15,
                                   40.0,
                                   {{5.042266908719092, 1.499995687124766},
                                    {10.557114355561925, 1.3679764793686535},
                                    {15.7313725256864, 1.3288902780663416}}}};

std::vector<std::string> make_overrides(const KnownSpeed& known) {
  return {fmt::format("body.anchor.joint.drive.table.times=[{}, {}]", kStart, kStart + known.duration),
          fmt::format("body.anchor.joint.drive.table.values=[0, {}]", known.duration * known.speed),
          fmt::format("body.anchor.joint.drive.table.end_rates=[{0}, {0}]", known.speed),
          fmt::format("scene.duration={}", kStart + known.duration),
          fmt::format("simulate.integrator.tolerance={}", kTolerance)};
}

// In the paper's view: from the fixed end of the spring to the block. A free joint has its quaternion first.
double find_distance(const State& state) {
  const double block = (state.q[4] + state.q[5]) / std::numbers::sqrt2, anchor = state.q[7];
  return block + anchor;
}

// When the slip grows through the Stribeck speed: time as a cubic of the logarithm of the slip at four samples, which
// is smooth and rises there.
double find_crossing(const Motion& motion, std::size_t after) {
  const double wanted = std::log(kStribeckSpeed);
  double time = 0.0;
  for (std::size_t i = after - 2; i <= after + 1; ++i) {
    double weight = 1.0;
    const double here = std::log(motion.contacts[i].slip);
    for (std::size_t j = after - 2; j <= after + 1; ++j) {
      const double there = std::log(motion.contacts[j].slip);
      if (j != i) weight *= (wanted - there) / (here - there);
    }
    time += weight * motion.states[i].time;
  }
  return time - kStart;
}

std::vector<double> find_slips(const Motion& motion) {
  std::vector<double> times;
  for (std::size_t i = 2; i + 1 < motion.states.size(); ++i) {
    const bool begins = motion.contacts[i - 1].slip < kStribeckSpeed && motion.contacts[i].slip >= kStribeckSpeed;
    if (begins) times.push_back(find_crossing(motion, i));
  }
  return times;
}

// The largest friction while it still sticks, shortly before a slip  [N].
double find_peak(const Motion& motion, double slip_time) {
  constexpr double kShortly = 0.2;  // [s]
  double peak = 0.0;
  for (std::size_t i = 0; i < motion.states.size(); ++i) {
    const double time = motion.states[i].time - kStart;
    if (time > slip_time - kShortly && time <= slip_time) peak = std::max(peak, motion.contacts[i].friction);
  }
  return peak;
}

Figure draw_figure(const KnownSpeed& known, const Motion& motion) {
  constexpr std::size_t kEvery = 10;
  const auto distance = [&](std::size_t i) { return find_distance(motion.states[i]); };
  const auto friction = [&](std::size_t i) { return motion.contacts[i].friction; };
  Figure figure{.id = fmt::format("gonthier-fig{}", known.figure),
                .title = fmt::format("Stick and slip at {} m/s", known.speed),
                .caption = fmt::format("Figure {} of the paper: distance of the block from the origin and magnitude of "
                                       "the friction force, plate at {} m/s.",
                                       known.figure, known.speed),
                .x = {.label = "time", .unit = "s", .range = {{0.0, known.duration}}},
                .y = {.label = "distance [m], friction [N]", .unit = ""},
                .series = {draw_over_time(motion, "distance", distance, kEvery),
                           draw_over_time(motion, "friction", friction, kEvery)}};
  for (FigureSeries& series : figure.series) {
    for (double& time : series.x) time -= kStart;
  }
  return figure;
}

std::vector<Check> check_slips(const KnownSpeed& known, const Motion& motion) {
  const std::vector<double> slips = find_slips(motion);
  std::vector<Check> checks;
  for (std::size_t i = 0; i < std::size(known.slips); ++i) {
    const double found = i < slips.size() ? slips[i] : std::nan("");
    checks.push_back(check_number(fmt::format("slip {} begins", i + 1), known.slips[i].time, found, 1e-2 * kInterval,
                                  "s", "a hundredth of the time between samples"));
    checks.push_back(check_number(fmt::format("friction before slip {}", i + 1), known.slips[i].peak,
                                  find_peak(motion, known.slips[i].time), kStiffness * known.speed * 0.5 * kInterval,
                                  "N", "what the spring gains in half the time between samples"));
  }
  return checks;
}

constexpr const char* kSays[] = {
    "When the plate moves slowly the position drops almost vertically as soon as the block slides. Spikes of the "
    "friction mark where the block turns.",
    "As the plate moves faster the oscillations become smaller. The first peak extends up to the limit of stiction, "
    "since the friction starts with its full dwell; later ones do not.",
    "The profile becomes similar to a sine. The peaks after the first are lower still: there is not enough time for "
    "the "
    "stiction to reach its maximum."};

}  // namespace

ChapterResult make_stick_slip_chapter() {
  ChapterResult result{
      .chapter = {
          .id = "stick-slip",
          .title = "Stick and slip",
          .text = "A block of 1 kg on a plate, held by a spring of 2 N/m, with the parameters of Table I. The scene "
                  "rides on the plate, which by Galilei's principle changes nothing, and lets the block rest for a "
                  "minute first: the paper starts from full dwell. The direction is 45° to the axes, to try the "
                  "vector form. Not stated, and our choice: the block starts at the origin, moving with the plate."}};
  for (std::size_t i = 0; i < std::size(kSpeeds); ++i) {
    const KnownSpeed& known = kSpeeds[i];
    std::vector<std::string> overrides = make_overrides(known);
    overrides.push_back(fmt::format("record.every={}", kInterval));
    const Motion motion = simulate_scene_unseen(kScene, overrides);
    result.figures.push_back(draw_figure(known, motion));
    result.chapter.items.push_back(
        {.figure = result.figures.back().id, .says = kSays[i], .checks = check_slips(known, motion)});
  }
  SceneMotion shown = simulate_scene(kScene);
  ChapterItem& first = result.chapter.items.front();
  first.scene_name = shown.name;
  first.scene_text = shown.text;
  first.run = shown.run.header.scene;
  result.runs.push_back(std::move(shown.run));
  return result;
}

}  // namespace carom::reproductions
