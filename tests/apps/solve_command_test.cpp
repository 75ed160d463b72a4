// solve as a user runs it: recorded problems, what it prints, what it refuses, and its exit codes.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/process.h"

namespace carom::app {
namespace {

using nlohmann::json;
using test::ProcessResult;
using testing::HasSubstr;
namespace fs = std::filesystem;

ProcessResult run_solve(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {CAROM_TEST_PROGRAM, "solve"});
  return test::run_process(arguments);
}

// A file of its own for each test; removed with its folder.
class ProblemFile {
 public:
  explicit ProblemFile(const std::string& text) {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(testing::TempDir()) / (std::string("carom_solve_") + test->name());
    fs::create_directories(folder_);
    std::ofstream(path()) << text;
  }
  ProblemFile(const ProblemFile&) = delete;
  ProblemFile& operator=(const ProblemFile&) = delete;
  ~ProblemFile() { fs::remove_all(folder_); }
  [[nodiscard]] std::string path() const { return (folder_ / "problem.json").string(); }
  [[nodiscard]] std::string folder() const { return folder_.string(); }

 private:
  fs::path folder_;
};

constexpr const char* kLcp = R"({"kind": "lcp", "name": "two", "q": [-5, -6],
  "matrix": {"format": "dense", "shape": [2, 2], "values": [[2, 1], [1, 2]]}})";

// w = 0: 2 z₁ + z₂ = 5, z₁ + 2 z₂ = 6.
TEST(SolveCommand, SolvesAnLcpWithEverySolver) {
  const ProblemFile file(kLcp);
  for (const char* solver : {"default", "lemke", "principal-pivoting", "block-pivoting", "enumeration", "gauss-seidel",
                             "conjugate-gradients"}) {
    const ProcessResult result = run_solve({file.path(), "--solver", solver, "--json"});
    ASSERT_EQ(result.code, 0) << solver << result.err;
    const json report = json::parse(result.out);
    EXPECT_EQ(report["kind"], "lcp");
    EXPECT_EQ(report["solver"], solver);
    EXPECT_EQ(report["status"], "solved");
    EXPECT_LE(report["residual"], 1e-10);
    EXPECT_GE(report["seconds"], 0.0);
    // Residual over the least eigenvalue, which is one.
    EXPECT_NEAR(report["solution"][0], 4.0 / 3.0, 1e-8) << solver;
    EXPECT_NEAR(report["solution"][1], 7.0 / 3.0, 1e-8) << solver;
  }
}

// From zero, a sweep moves z₁ to 5/2 and then z₂ to 7/4, which is no solution yet.
TEST(SolveCommand, EndsAfterTheIterationsThatItMayTake) {
  const ProblemFile file(kLcp);
  const ProcessResult result = run_solve({file.path(), "--solver", "gauss-seidel", "--iterations", "1", "--json"});
  EXPECT_EQ(result.code, 5);
  const json report = json::parse(result.out);
  EXPECT_EQ(report["iterations"], 1);
  EXPECT_EQ(report["solution"], json::array({2.5, 1.75}));
  // Those without a limit of their own go on where all are tried.
  EXPECT_EQ(run_solve({file.path(), "--solver", "every", "--iterations", "1"}).code, 0);
}

TEST(SolveCommand, HelpSaysWhatEachSolverIsGoodFor) {
  const ProcessResult result = run_solve({"--help"});
  EXPECT_THAT(result.out, HasSubstr("principal-pivoting   LCP                  all sufficient matrices"));
}

TEST(SolveCommand, PrintsATableOfEverySolverAndWritesAProfile) {
  const ProblemFile file(kLcp);
  const ProcessResult result = run_solve({file.folder(), "--solver", "every", "--figures", file.folder()});
  if (result.err.find("gnuplot") != std::string::npos) GTEST_SKIP() << result.err;
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("principal-pivoting"));
  EXPECT_TRUE(fs::exists(fs::path(file.folder()) / "solvers-rows.svg"));
}

TEST(SolveCommand, DeepBracketsAndLargeNumbersAreRefusedWithTheirPlace) {
  const std::string open(100'000, '['), close(100'000, ']'), braces(100'000, '{');
  const std::vector<std::pair<std::string, std::string>> cases{
      {"{\"kind\": " + open + close + "}", "problem.json:1:41: problem: brackets are nested more than 32 deep"},
      {open, "nested more than 32 deep"},
      {braces, "nested more than 32 deep"},
      {"{\"kind\": \"lcp\",\n \"q\": [NaN, 1e999]}", "problem.json:2:13: problem: a number is too large"},
      {"{\"kind\": \"lcp\",\n \"q\": [NaN, NaN, 1,5e]}", "problem.json:2:2"},
      {"{\"kind\": \"lcp\", \"q\": [nan]}", "problem.json:1:2"},
  };
  for (const auto& [text, message] : cases) {
    const ProblemFile file(text);
    const ProcessResult result = run_solve({file.path()});
    EXPECT_EQ(result.code, 3) << result.err;
    EXPECT_THAT(result.err, HasSubstr(message));
  }
  // Brackets in texts are none.
  const ProblemFile name("{\"kind\": \"lcp\", \"name\": \"" + open +
                         "\\\"[\", \"q\": [-1], \"matrix\": {\"format\": "
                         "\"dense\", \"shape\": [1, 1], \"values\": [[1]]}}");
  EXPECT_EQ(run_solve({name.path()}).code, 0);
}

TEST(SolveCommand, SaysThatThereIsNoSolution) {
  const ProblemFile file(R"({"kind": "lcp", "q": [-1, -1],
    "matrix": {"format": "dense", "shape": [2, 2], "values": [[1, -1], [-1, 1]]}})");
  const ProcessResult result = run_solve({file.path(), "--json"});
  EXPECT_EQ(result.code, 5);
  const json report = json::parse(result.out);
  EXPECT_EQ(report["status"], "infeasible");
  EXPECT_EQ(report["worst_rows"].size(), 2U);
}

TEST(SolveCommand, NamesRowsWithNumbersThatAreNone) {
  const ProblemFile file(R"({"kind": "lcp", "q": [-1, NaN],
    "matrix": {"format": "dense", "shape": [2, 2], "values": [[1, 0], [0, 1]]}})");
  const ProcessResult result = run_solve({file.path(), "--json"});
  EXPECT_EQ(result.code, 4);
  const json report = json::parse(result.out);
  EXPECT_EQ(report["status"], "bad-data");
  EXPECT_EQ(report["worst_rows"], json::array({1}));
}

TEST(SolveCommand, NamesDegenerateRows) {
  const ProblemFile file(R"({"kind": "lcp", "q": [0, -1],
    "matrix": {"format": "dense", "shape": [2, 2], "values": [[1, 0], [0, 1]]}})");
  const json report = json::parse(run_solve({file.path(), "--json"}).out);
  EXPECT_EQ(report["status"], "solved");
  EXPECT_EQ(report["degenerate_rows"], json::array({0}));
}

TEST(SolveCommand, SolvesEquationsBoundsAndFriction) {
  const ProblemFile mlcp(R"({"kind": "mlcp", "q": [1, -1], "equality_rows": [0], "complementarity_rows": [1],
    "matrix": {"format": "coo", "shape": [2, 2], "rows": [0, 1], "cols": [0, 1], "values": [2.0, 1.0]}})");
  EXPECT_EQ(json::parse(run_solve({mlcp.path(), "--json"}).out)["solution"], json::array({-0.5, 1.0}));
  const ProblemFile relay(R"({"kind": "relay", "q": [-9, 9, 4], "lower": [-1, -1, null], "upper": [1, 1, null],
    "matrix": {"format": "dense", "shape": [3, 3], "values": [[1, 0, 0], [0, 1, 0], [0, 0, 2]]}})");
  EXPECT_EQ(json::parse(run_solve({relay.path(), "--json"}).out)["solution"], json::array({1.0, -1.0, -2.0}));
  // A block of mass 1 that falls with 1 m/s and slides with 2 m/s: the normal impulse 1 brakes by μ = 0.5.
  const ProblemFile contact(R"({"kind": "gfc3d", "q": [2, 0, -1], "b": [0, 0, 0], "mu": [0.5],
    "matrix": {"format": "dense", "shape": [3, 3], "values": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]},
    "H": {"format": "dense", "shape": [3, 3], "values": [[0, 1, 0], [0, 0, 1], [1, 0, 0]]}})");
  const json solution = json::parse(run_solve({contact.path(), "--json"}).out)["solution"];
  EXPECT_NEAR(solution[0], 1.0, 1e-15);
  EXPECT_NEAR(solution[1], -0.5, 1e-15);
  EXPECT_NEAR(solution[2], 0.0, 1e-15);
}

struct BadFile {
  const char* text;
  int code;
  const char* complaint;
};

TEST(SolveCommand, TellsWhatIsWrongWithAFile) {
  const BadFile cases[] = {
      {"{\"kind\": \"lcp\",\n \"q\": [1,}", 3, "problem.json:2:"},
      {"", 3, "expected JSON"},
      {"[1, 2]", 4, "expected an object"},
      {R"({"q": [1]})", 4, "kind: expected this key"},
      {R"({"kind": "lpc"})", 4, "kind: expected one of lcp"},
      {R"({"kind": "lcp", "q": [1]})", 4, "matrix: expected this key"},
      {R"({"kind": "lcp", "matrix": {"format": "csr", "shape": [1, 1], "values": []}})", 4, "matrix.format"},
      {R"({"kind": "lcp", "matrix": {"format": "dense", "shape": [1], "values": []}})", 4, "matrix.shape"},
      {R"({"kind": "lcp", "matrix": {"format": "dense", "shape": [2, 2], "values": [[1, 2], [3]]}})", 4,
       "matrix.values[1]: expected a list of 2 numbers"},
      {R"({"kind": "lcp", "matrix": {"format": "dense", "shape": [1, 1], "values": [["x"]]}})", 4,
       "matrix.values[0][0]: expected a number"},
      {R"({"kind": "lcp", "q": [1], "matrix": {"format": "coo", "shape": [1, 1], "rows": [3], "cols": [0], "values": [1]}})",
       4, "matrix.rows[0]: expected an index below 1"},
      {R"({"kind": "lcp", "q": [1, 2], "matrix": {"format": "dense", "shape": [1, 1], "values": [[1]]}})", 4,
       "q: expected a list of 1 numbers, found a list of 2"},
      {R"({"kind": "fc3d", "q": [1], "matrix": {"format": "dense", "shape": [1, 1], "values": [[1]]}})", 4,
       "expected a multiple of 3 rows"},
      {R"({"kind": "mlcp", "q": [1], "equality_rows": [], "complementarity_rows": [],
        "matrix": {"format": "dense", "shape": [1, 1], "values": [[1]]}})",
       4, "expected row 0 here or in equality_rows"},
  };
  for (const BadFile& bad : cases) {
    const ProblemFile file(bad.text);
    const ProcessResult result = run_solve({file.path()});
    EXPECT_EQ(result.code, bad.code) << bad.text << "\n" << result.err;
    EXPECT_THAT(result.err, HasSubstr(bad.complaint)) << bad.text;
    EXPECT_THAT(result.err, HasSubstr("problem.json")) << bad.text;
  }
}

TEST(SolveCommand, RefusesWhatItCannotDo) {
  const ProblemFile file(kLcp);
  EXPECT_EQ(run_solve({file.path(), "--solver", "newton"}).code, 2);
  EXPECT_THAT(run_solve({file.path(), "--solver", "newton"}).err, HasSubstr("problems of kind lcp have"));
  EXPECT_EQ(run_solve({file.path(), "--tolerance", "-1"}).code, 2);
  EXPECT_EQ(run_solve({file.path(), "--iterations", "-1"}).code, 2);
  EXPECT_THAT(run_solve({file.path(), "--iterations", "3"}).err, HasSubstr("'default' has no limit of its own"));
  EXPECT_EQ(run_solve({"nowhere.json"}).code, 6);
}

// Problems that others recorded from simulations; they are no part of the project: each comes with its own licence.
fs::path find_problems() {
  const char* given = std::getenv("CAROM_PROBLEMS");
  return given != nullptr ? fs::path(given) : fs::path(CAROM_TEST_REFERENCE_DIR) / "../../../shared/problems";
}

TEST(SolveCommand, SolvesRecordedProblemsOfSimulations) {
  if (!fs::exists(find_problems())) GTEST_SKIP() << "no " << find_problems();
  // No choice of bounds satisfies them: enumeration says so, and so do their own sources.
  const std::set<std::string> unsolvable{};
  const ProcessResult result = run_solve({find_problems().string(), "--json"});
  for (const json& solve : json::parse(result.out)["solves"]) {
    const std::string name = solve["problem"], kind = solve["kind"];
    if (unsolvable.count(name) != 0) {
      EXPECT_EQ(solve["status"], "infeasible") << name;
      continue;
    }
    const bool has_contacts = kind.find("fc") != std::string::npos;
    EXPECT_EQ(solve["status"], "solved") << name << ": " << solve["message"];
    EXPECT_LE(solve["residual"], has_contacts ? 1e-8 : 1e-10) << name;
  }
}

}  // namespace
}  // namespace carom::app
