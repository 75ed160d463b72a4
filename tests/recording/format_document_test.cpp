// The example in docs/recording-format.md is run as it stands.
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "carom/recording/format.h"
#include "carom/recording/recording_writer.h"
#include "recording/samples.h"
#include "recording/sealed_database.h"
#include "support/process.h"

namespace carom {
namespace {

std::string read_document() {
  std::ostringstream text;
  text << std::ifstream(std::string(CAROM_TEST_DOCS_DIR) + "/recording-format.md").rdbuf();
  return text.str();
}

std::string find_example(const std::string& document, std::size_t from = 0) {
  const std::string opening = "```python\n";
  const std::size_t start = document.find(opening, from) + opening.size();
  return document.substr(start, document.find("```", start) - start);
}

TEST(FormatDocument, ItsPythonExampleHasTenLinesAndReadsTheLastBitOfEverySample) {
  if (std::string(CAROM_TEST_PYTHON).empty()) GTEST_SKIP() << "python3 is not installed";
  const test::TemporaryFolder folder;
  constexpr std::int64_t kSamples = 50'000;  // several chunks
  std::vector<double> values(4);
  {
    RecordingWriter writer(folder / "run.carom", test::make_header(4));
    for (std::int64_t i = 0; i < kSamples; ++i) {
      test::fill_sample(i, values);
      ASSERT_TRUE(writer.add_sample(values));
    }
    ASSERT_TRUE(writer.finish({}));
  }
  const std::string example = find_example(read_document());
  EXPECT_EQ(std::ranges::count(example, '\n'), 10);
  // Beside what it prints: every number, summed in order.
  std::ofstream(folder / "example.py") << example << "for column in data.values(): print(repr(sum(column)))\n";
  const test::ProcessResult result =
      test::run_process({CAROM_TEST_PYTHON, folder / "example.py", folder / "run.carom"});
  ASSERT_EQ(result.code, 0) << result.err;

  std::istringstream out(result.out);
  for (std::size_t c = 0; c < 4; ++c) {
    std::string name, count, last;
    out >> name >> count >> last;
    EXPECT_EQ(name, test::make_header(4).channels[c].name);
    EXPECT_EQ(count, std::to_string(kSamples));
    EXPECT_EQ(std::strtod(last.c_str(), nullptr), values[c]);
  }
  for (std::size_t c = 0; c < 4; ++c) {
    double sum = 0.0;
    for (std::int64_t i = 0; i < kSamples; ++i) sum += test::value_at(i, c);
    std::string printed;
    out >> printed;
    EXPECT_EQ(std::strtod(printed.c_str(), nullptr), sum);
  }
}

TEST(FormatDocument, ItsSecondExampleFindsDamage) {
  if (std::string(CAROM_TEST_PYTHON).empty()) GTEST_SKIP() << "python3 is not installed";
  const test::TemporaryFolder folder;
  {
    RecordingWriter writer(folder / "run.carom", test::make_header(4));
    ASSERT_TRUE(writer.add_sample(std::vector{0.0, -0.0, std::nan(""), 1e300}));
    ASSERT_TRUE(writer.add_event({std::nan(""), "größer", "", "{}"}));
    ASSERT_TRUE(writer.add_checkpoint({.time = -0.0, .y = {1.0}, .initial_energy = std::nan(""), .initial_rows = {}}));
    SimulationReport report;
    report.ledger.rows = {{"kinetic", LedgerKind::Stored, -0.0}};
    ASSERT_TRUE(writer.finish(report));
  }
  const std::string document = read_document(), first = find_example(document);
  std::ofstream(folder / "example.py") << first << find_example(document, document.find(first));
  const auto run = [&] { return test::run_process({CAROM_TEST_PYTHON, folder / "example.py", folder / "run.carom"}); };
  EXPECT_EQ(run().code, 0) << run().err;
  test::tamper(folder / "run.carom", "UPDATE checkpoints SET time = 1.0");
  EXPECT_NE(run().err.find("('checkpoints', 0)"), std::string::npos) << run().err;
}

TEST(FormatDocument, NamesEveryTable) {
  const std::string document = read_document();
  for (const recording_format::Table& table : recording_format::kTables) {
    EXPECT_NE(document.find("| `" + std::string(table.name) + "` |"), std::string::npos) << table.name;
  }
  EXPECT_NE(document.find("| 0x4361726D |"), std::string::npos);
}

}  // namespace
}  // namespace carom
