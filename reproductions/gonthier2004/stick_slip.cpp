// Figures 5 to 7: the stick-slip experiment of Bowden and Leben at three speeds of the plate.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "reproductions/drawn_curve.h"
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

constexpr std::size_t kEvery = 10;  // of them is drawn

// Computed independently of this program at two tolerances, good to 1e-8: where slips begin and end, with the distances
// of the block there and the peaks of friction before; and points on the curves between.
struct KnownSlip {
  double time;            // [s]
  double peak;            // [N]
  double distance;        // [m]
  double stick_time;      // [s]
  double stick_distance;  // [m]
};
struct KnownPoint {
  double time;      // [s]
  double distance;  // [m]
  double friction;  // [N]
};
struct KnownSpeed {
  int figure;
  double speed;     // of the plate  [m/s]
  double duration;  // [s]
  KnownSlip slips[3];
  KnownPoint points[3];
};
constexpr KnownSpeed kSpeeds[] = {
    {5,
     0.05,
     60.0,
     {{15.06100986646649, 1.499999596858578, 0.7530273710641785, 17.490612577025782, 0.2788579705033583},
      {26.93835867825759, 1.4954867157385836, 0.7512277202291728, 29.369477586677114, 0.2804707421899118},
      {38.784309578985464, 1.4954118658402833, 0.7511947863887571, 41.21545623074112, 0.28050026579184945}},
     {{10.0, 0.49998999224290597, 0.9999799841729546},
      {24.0, 0.6043218501052181, 1.2086436997690364},
      {40.0, 0.5088753682551116, 1.0386039598296826}}},
    {6,
     0.1,
     40.0,
     {{7.548460897605565, 1.499998170992389, 0.7548235864064922, 10.182482625383898, 0.2838603308340571},
      {14.64018663889847, 1.4454713216918909, 0.7296086778198709, 17.31817890582068, 0.30671752138391734},
      {21.509578695599497, 1.437698918253648, 0.7258348469443076, 24.194938473386863, 0.31014627974197106}},
     {{16.0, 0.5015408977191104, 1.0413880580310022},
      {20.0, 0.5748949866291398, 1.149789970673909},
      {36.0, 0.6575266469065228, 1.0339780178421372}}},
    {7,
     0.15,
     40.0,
     {{5.042266908719092, 1.499995687124766, 0.7563179154263046, 7.870016717484872, 0.2907390160029361},
      {10.557114355561925, 1.3679764793686535, 0.6937775367119123, 13.56193236248196, 0.34914336959648284},
      {15.7313725256864, 1.3288902780663416, 0.6745304534207145, 18.811914444930167, 0.3675838423808815}},
     {{16.0, 0.7014112676798496, 1.0101340886930883},
      {24.0, 0.3868165720004083, 0.7736330746935773},
      {36.0, 0.6770152487473797, 1.004237080827211}}}};

std::vector<std::string> make_overrides(const KnownSpeed& known) {
  return {fmt::format("body.anchor.joint.drive.table.times=[{}, {}]", kStart, kStart + known.duration),
          fmt::format("body.anchor.joint.drive.table.values=[0, {}]", known.duration * known.speed),
          fmt::format("body.anchor.joint.drive.table.end_rates=[{0}, {0}]", known.speed),
          fmt::format("scene.duration={}", kStart + known.duration),
          fmt::format("simulate.integrator.tolerance={}", kTolerance)};
}

// In the paper's view: how far the block is from the fixed end of the spring, along the motion of the plate.
class Distance {
 public:
  explicit Distance(const Motion& motion) : block_(motion.joint("block")), anchor_(motion.joint("anchor")) {}
  [[nodiscard]] double operator()(const State& state) const {  // [m]
    const Vector3 along = Vector3(1.0, 1.0, 0.0).normalized();
    return block_.place(state).dot(along) + anchor_.position(state);
  }

 private:
  JointView block_, anchor_;
};

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

Figure draw_figure(const KnownSpeed& known, const Motion& motion) {
  const Distance find_distance(motion);
  const auto distance = [&](std::size_t i) { return find_distance(motion.states[i]); };
  const auto friction = [&](std::size_t i) { return motion.contacts[i].friction; };
  Figure figure{.id = fmt::format("gonthier-fig{}", known.figure),
                .title = fmt::format("Stick and slip at {} m/s", known.speed),
                .caption = fmt::format("Figure {} of the paper: distance of the block from the origin and magnitude of "
                                       "the friction force, plate at {} m/s.",
                                       known.figure, known.speed),
                .x = {.label = "time", .unit = "s", .range = {{0.0, known.duration}}},
                .y = {.label = "distance [m], friction [N]", .unit = "", .range = {{0.0, 1.6}}},
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
  }
  return checks;
}

// What is drawn: the distance where slips begin and end, the peaks of friction before them, and points between.
std::vector<Check> check_curves(const KnownSpeed& known, const Figure& figure) {
  constexpr double kApart = kEvery * kInterval;          // points of a curve  [s]
  constexpr double kBend = 1.5 * kApart * kApart / 8.0;  // of a curve between them, at up to 1.5 N on 1 kg  [m]
  constexpr const char* kNote = "what a curve bends between two of its points, 5 ms apart";
  const DrawnCurve distance(figure, "distance"), friction(figure, "friction");
  const double shortly = 0.2, gained = kStiffness * known.speed * kApart;
  std::vector<Check> checks;
  const auto in = [](Check check, const char* unit) {
    check.unit = unit;
    return check;
  };
  for (std::size_t i = 0; i < std::size(known.slips); ++i) {
    const KnownSlip& slip = known.slips[i];
    const double peak = friction.highest(slip.time - shortly, slip.time);
    checks.push_back(in(distance.check(fmt::format("distance where slip {} begins", i + 1), slip.distance,
                                       distance.at(slip.time), kBend, kNote),
                        "m"));
    checks.push_back(in(distance.check(fmt::format("distance where slip {} ends", i + 1), slip.stick_distance,
                                       distance.at(slip.stick_time), kBend, kNote),
                        "m"));
    checks.push_back(in(friction.check(fmt::format("friction before slip {}", i + 1), slip.peak, peak, gained,
                                       "what the spring gains from a point to the next"),
                        "N"));
  }
  for (const KnownPoint& point : known.points) {
    checks.push_back(in(distance.check_at(point.time, point.distance, kBend, kNote), "m"));
    checks.push_back(in(friction.check_at(point.time, point.friction, gained, "as before a slip"), "N"));
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
    std::vector<Check> checks = check_curves(known, result.figures.back());
    for (Check& check : check_slips(known, motion)) checks.push_back(std::move(check));
    result.chapter.items.push_back({.figure = result.figures.back().id, .says = kSays[i], .checks = std::move(checks)});
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
