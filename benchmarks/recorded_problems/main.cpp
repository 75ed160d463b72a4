// Recorded problems from a start at zero, ours beside the fastest method of another library that solves each:
//   recorded_problems FILE...
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "benchmarks/forward_dynamics/measure.h"
#include "benchmarks/recorded_problems/solver.h"
#include "carom/complementarity/solver_registry.h"

namespace carom::benchmarks {
namespace {

constexpr double kTolerance = 1e-8;  // on the error measure of the problem, of all alike
constexpr std::size_t kFinalists = 3;
// Of a method that takes this much longer than the fastest so far, no stricter tolerance is tried.
constexpr double kHopeless = 10.0;
constexpr double kTooLong = 0.5;       // of a single solve, unless nothing else solves the problem  [s]
constexpr unsigned kMostSeconds = 10;  // of a trial

using app::RecordedProblem;

/// The problem in our form; the solver is made anew in every solve.
class Own {
 public:
  explicit Own(const RecordedProblem& problem)
      : problem_(problem), M_(problem.matrix), G_(problem.matrix, problem.block_size), work_(problem.q.size()) {}

  void solve(VectorX& solution) {
    solution.setZero();
    const Solver& solver = *find_solver("default");
    const SolverOptions options{.tolerance = kTolerance};
    if (problem_.has_contacts()) {
      (void)solver.friction(contacts(), solution, options);
    } else if (problem_.kind == "lcp") {
      (void)solver.lcp({M_, problem_.q}, solution, options);
    } else {
      (void)solver.mlcp(rows(), solution, options);
    }
  }

  [[nodiscard]] double calc_error(const VectorX& solution) {
    if (!solution.allFinite()) return HUGE_VAL;
    return problem_.has_contacts() ? calc_natural_map(contacts(), solution, work_)
                                   : calc_natural_map(rows(), solution, work_);
  }

 private:
  [[nodiscard]] FrictionProblem contacts() { return {G_, problem_.q, problem_.mu, problem_.mu_rolling}; }
  [[nodiscard]] MlcpProblem rows() const { return {M_, problem_.q, problem_.lower, problem_.upper}; }

  const RecordedProblem& problem_;
  MatrixX M_;
  BlockSparseOperator G_;
  VectorX work_;
};

struct Finalist {
  Candidate candidate;
  double seconds{};  // of a single solve
};

struct Trial {
  double seconds{HUGE_VAL};  // of a single solve
  bool solved{};
};

Trial try_candidate(const Candidate& candidate, Own& own, int size) {
  Trial trial;
  VectorX solution(size);
  for (int k = 0; k < 5 && (k == 0 || trial.seconds < kTooLong); ++k) {
    const std::clock_t start = std::clock();
    candidate.solve(solution);
    trial.seconds = std::min(trial.seconds, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  trial.solved = own.calc_error(solution) <= kTolerance;
  return trial;
}

// In a process of its own: some methods do not end, and some end the process.
Trial try_apart(const Candidate& candidate, Own& own, int size) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return {};
  const pid_t child = fork();
  if (child == 0) {
    alarm(kMostSeconds);
    const Trial trial = try_candidate(candidate, own, size);
    _exit(write(ends[1], &trial, sizeof trial) == sizeof trial ? 0 : 1);
  }
  close(ends[1]);
  Trial trial;
  if (read(ends[0], &trial, sizeof trial) != sizeof trial) trial = {};
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return trial;
}

// Those that solve the problem, the fastest first. Tolerances go from loose to strict: of a method that has solved it,
// or failed after more time than it may take, stricter ones are not tried.
std::vector<Finalist> find_finalists(const std::vector<Candidate>& candidates, Own& own, int size) {
  std::vector<Finalist> finalists;
  std::set<std::string> done;
  for (const Candidate& candidate : candidates) {
    if (done.contains(candidate.method)) continue;
    const Trial trial = try_apart(candidate, own, size);
    const bool hopeless = trial.seconds > kTooLong ||
                          (!finalists.empty() && trial.seconds > kHopeless * finalists.front().seconds + 1e-4);
    if (trial.solved || hopeless) done.insert(candidate.method);
    if (!trial.solved) continue;
    finalists.push_back({candidate, trial.seconds});
    std::ranges::stable_sort(finalists, {}, &Finalist::seconds);
    if (finalists.size() > kFinalists) finalists.pop_back();
  }
  return finalists;
}

Work repeat(const std::function<void(VectorX&)>& solve, int size) {
  return [solve, solution = VectorX(size)](int count) mutable {
    for (int k = 0; k < count; ++k) solve(solution);
  };
}

struct Comparison {
  double own{HUGE_VAL}, peer{HUGE_VAL};  // [s]
  std::string method{};
};

// Each with ours alone: methods of one library disturb each other. One that no longer solves the problem after so many
// solves does not count.
Comparison compare_with(const std::vector<Finalist>& finalists, Own& own, int size) {
  const Work work = repeat([&](VectorX& solution) { own.solve(solution); }, size);
  Comparison best{.own = measure_in_turns({work})[0].best};
  VectorX solution(size);
  for (const Finalist& finalist : finalists) {
    const std::vector<Timing> timings = measure_in_turns({work, repeat(finalist.candidate.solve, size)});
    best.own = std::min(best.own, timings[0].best);
    finalist.candidate.solve(solution);
    if (own.calc_error(solution) > kTolerance || timings[1].best >= best.peer) continue;
    best.peer = timings[1].best;
    best.method = fmt::format("{} {:.0e}", finalist.candidate.method, finalist.candidate.tolerance);
  }
  return best;
}

// Ours over the peer's; nothing where one of them does not solve it.
std::optional<double> compare(const std::string& file, const Peer& peer) {
  const RecordedProblem problem = app::read_problem(file);
  const auto size = static_cast<int>(problem.q.size());
  Own own(problem);
  VectorX solution(size);
  own.solve(solution);
  const bool solved = own.calc_error(solution) <= kTolerance;
  const std::vector<Finalist> finalists =
      peer.list ? find_finalists(peer.list(problem), own, size) : std::vector<Finalist>{};
  const Comparison best = compare_with(finalists, own, size);
  // The other library may have left half a line.
  fmt::print("\n{:<38}{:>6}{:>5}{:>12.2f}{}", problem.name, problem.kind, size, 1e6 * best.own,
             solved ? "" : "  not solved");
  if (best.method.empty() || !solved) {
    fmt::print("{:>12}\n", best.method.empty() ? "-" : "");
    return {};
  }
  fmt::print("{:>12.2f}{:>8.2f}  {}\n", 1e6 * best.peer, best.own / best.peer, best.method);
  return best.own / best.peer;
}

int run(const std::vector<std::string>& files) {
  const Peer peer = make_siconos();
  fmt::print("{:<38}{:>6}{:>5}{:>12}{:>12}{:>8}  method of {}\n", "problem", "kind", "rows", "Carom [µs]", "peer [µs]",
             "ratio", peer.name);
  std::vector<double> ratios;
  for (const std::string& file : files) {
    if (const std::optional<double> ratio = compare(file, peer)) ratios.push_back(*ratio);
    std::fflush(stdout);
  }
  if (ratios.empty()) return 0;
  std::ranges::sort(ratios);
  fmt::print("{} problems that both solve: median {:.2f}, worst {:.2f}\n", ratios.size(), ratios[ratios.size() / 2],
             ratios.back());
  return 0;
}

}  // namespace
}  // namespace carom::benchmarks

int main(int count, char** arguments) {
  return carom::benchmarks::run(std::vector<std::string>(arguments + 1, arguments + count));
}
