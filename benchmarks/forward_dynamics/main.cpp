// Forward dynamics of the same robots in this library and in others, side by side in one run.
#include <array>
#include <cstdio>
#include <string_view>

#include <fmt/format.h>

#include "benchmarks/forward_dynamics/agreement.h"
#include "benchmarks/forward_dynamics/report.h"
#include "cases/benchmark_robots.h"

namespace carom::benchmarks {
namespace {

// A robot that several engines hold ready; none for an engine that cannot load it.
struct Contest {
  std::string name;
  Model model;
  std::vector<JointState> states;
  std::vector<std::unique_ptr<Engine>> engines;
};

std::unique_ptr<Contest> prepare(const std::string& name, Model model, const std::vector<Peer>& peers) {
  auto contest = std::make_unique<Contest>(Contest{name, std::move(model), {}, {}});
  contest->states = make_states(contest->model);
  const Robot robot = make_robot(contest->model);
  for (const Peer& peer : peers) {
    contest->engines.push_back(robot.num_joints <= peer.max_joints ? peer.make(robot) : nullptr);
  }
  return contest;
}
using Contests = std::vector<std::unique_ptr<Contest>>;

Work make_work(Engine& engine, const std::vector<JointState>& states) {
  return [&engine, &states](int count) {
    for (int k = 0; k < count; ++k) engine.evaluate(states[static_cast<std::size_t>(k) % states.size()]);
  };
}

Row compare_accelerations(const Contest& contest) {
  Row row{contest.name, std::vector<Entry>(contest.engines.size())};
  for (std::size_t i = 0; i < contest.engines.size(); ++i) {
    if (!contest.engines[i]) continue;
    row.entries[i].disagreement = calc_disagreement(*contest.engines[i], *contest.engines.front(), contest.states);
  }
  return row;
}

// All robots and engines take turns, so that every figure comes from the same minute.
std::vector<Row> run_all(const Contests& contests) {
  std::vector<Row> rows;
  for (const auto& contest : contests) rows.push_back(compare_accelerations(*contest));
  std::vector<Work> works;
  std::vector<std::optional<Timing>*> places;
  for (std::size_t r = 0; r < contests.size(); ++r) {
    for (std::size_t i = 0; i < contests[r]->engines.size(); ++i) {
      if (!contests[r]->engines[i]) continue;
      works.push_back(make_work(*contests[r]->engines[i], contests[r]->states));
      places.push_back(&rows[r].entries[i].timing);
    }
  }
  const std::vector<Timing> timings = measure_in_turns(works);
  for (std::size_t i = 0; i < timings.size(); ++i) *places[i] = timings[i];
  return rows;
}

// Ours first; notes the names of all.
std::vector<Peer> find_peers(Report& report) {
  std::vector<Peer> peers;
  for (const auto make : {make_carom, make_mujoco, make_simbody, make_dart, make_bullet}) {
    const Peer peer = make();
    if (!peer.make) {
      report.not_installed.push_back(peer.name);
      continue;
    }
    report.engines.push_back(peer.name);
    report.calls.push_back(peer.call);
    peers.push_back(peer);
  }
  return peers;
}

Report make_report() {
  constexpr std::array kCompared{7, 36, 96, 100};  // MuJoCo loads no more than 96
  constexpr std::array kOurs{10, 20, 50, 100, 200, 500, 1000};
  Report report{.processor = find_processor(), .compiler = CAROM_COMPILER};
  const std::vector<Peer> peers = find_peers(report);
  Contests contests;
  for (const int joints : kCompared) {
    contests.push_back(prepare(fmt::format("chain of {}", joints), cases::make_chain(joints), peers));
  }
  contests.push_back(prepare("quadruped, 6 + 12", cases::make_quadruped(), peers));
  const std::size_t num_compared = contests.size();
  for (const int joints : kOurs) contests.push_back(prepare("", cases::make_chain(joints), {make_carom()}));

  report.rows = run_all(contests);
  for (std::size_t i = 0; i < kOurs.size(); ++i) {
    report.chain_costs.push_back({kOurs[i], *report.rows[num_compared + i].entries.front().timing});
  }
  report.rows.resize(num_compared);
  return report;
}

// Engines that compute something else cannot be compared with.
bool check_agreement(const Report& report) {
  bool fine = true;
  for (const Row& row : report.rows) {
    for (std::size_t i = 0; i < row.entries.size(); ++i) {
      if (row.entries[i].disagreement <= kAgreement) continue;
      fmt::print(stderr, "error: {}: the accelerations of {} differ from ours by {:.1e}, more than {:.0e}\n", row.robot,
                 report.engines[i], row.entries[i].disagreement, kAgreement);
      fine = false;
    }
  }
  return fine;
}

// For counting instructions: nothing but evaluations by our engine.
void evaluate_only(const std::string& robot_name, int count) {
  Model model = robot_name == "quadruped" ? cases::make_quadruped() : cases::make_chain(std::stoi(robot_name));
  const std::unique_ptr<Contest> contest = prepare(robot_name, std::move(model), {make_carom()});
  make_work(*contest->engines.front(), contest->states)(count);
}

int run(const std::vector<std::string>& arguments) {
  if (arguments.size() == 3 && arguments[0] == "--evaluate") {
    evaluate_only(arguments[1], std::stoi(arguments[2]));
    return 0;
  }
  const bool wants_json = arguments.size() == 2 && arguments[0] == "--json";
  if (!arguments.empty() && !wants_json) {
    fmt::print(stderr,
               "usage: forward_dynamics [--json FILE]\n"
               "       forward_dynamics --evaluate (JOINTS | quadruped) COUNT\n");
    return 2;
  }
  const Report report = make_report();
  print(report);
  if (wants_json && !write_json(report, arguments[1])) {
    fmt::print(stderr, "error: cannot write {}\n", arguments[1]);
    return 1;
  }
  return check_agreement(report) ? 0 : 1;
}

}  // namespace
}  // namespace carom::benchmarks

int main(int count, char** values) {
  try {
    return carom::benchmarks::run({values + 1, values + count});
  } catch (const std::exception& problem) {
    fmt::print(stderr, "error: {}\n", problem.what());
    return 1;
  }
}
