#include "forged_recording.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <sqlite3.h>

#include "carom/recording/chunk_codec.h"
#include "carom/recording/format.h"
#include "carom/recording/recording_store.h"
#include "fuzz_target.h"
#include "recording/reseal.h"

namespace carom::fuzz {
namespace {

constexpr std::size_t kChannels = 3;
constexpr int kMostEdits = 8;

using DatabasePtr = std::unique_ptr<sqlite3, int (*)(sqlite3*)>;
using StatementPtr = std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)>;

DatabasePtr open(const char* name) {
  sqlite3* database = nullptr;
  require(sqlite3_open(name, &database) == SQLITE_OK, "no database to forge with");
  return {database, sqlite3_close};
}

StatementPtr prepare(sqlite3* database, const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  sqlite3_prepare_v2(database, sql.c_str(), -1, &statement, nullptr);
  return {statement, sqlite3_finalize};
}

std::vector<double> make_samples(std::size_t count, double start) {
  std::vector<double> rows(count * kChannels);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = start + static_cast<double>(i) / 3.0;
  return rows;
}

// A database in memory that is changed row by row.
class RowForger {
 public:
  RowForger(const std::string& recording, FuzzedDataProvider& choices)
      : choices_(choices), database_(open(":memory:")) {
    void* const bytes = sqlite3_malloc64(recording.size());
    std::memcpy(bytes, recording.data(), recording.size());
    const auto size = static_cast<sqlite3_int64>(recording.size());
    const int code = sqlite3_deserialize(database_.get(), "main", static_cast<unsigned char*>(bytes), size, size,
                                         SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE);
    require(code == SQLITE_OK, "no database to forge with");
  }

  void change_something() {
    switch (choices_.ConsumeIntegralInRange(0, 3)) {
      case 0:
        return change_value();
      case 1:
        return put_row();
      case 2:
        return remove_rows();
      default:
        return put_chunk();
    }
  }

  // Otherwise the first row that was changed ends the reading.
  void reseal() { test::reseal(database_.get()); }

  [[nodiscard]] std::string take() {
    sqlite3_int64 size = 0;
    unsigned char* const bytes = sqlite3_serialize(database_.get(), "main", &size, 0);
    require(bytes != nullptr, "a forged recording that cannot be taken out");
    std::string recording = make_text(bytes, static_cast<std::size_t>(size));
    sqlite3_free(bytes);
    return recording;
  }

 private:
  struct TableChoice {
    std::string name;
    std::vector<std::string> columns;
  };

  TableChoice choose_table() {
    TableChoice table{std::string(choices_.PickValueInArray(recording_format::kTables).name), {}};
    const StatementPtr all = prepare(database_.get(), "SELECT * FROM " + table.name);
    for (int i = 0; i < sqlite3_column_count(all.get()); ++i)
      table.columns.emplace_back(sqlite3_column_name(all.get(), i));
    return table;
  }

  std::int64_t choose_number() {
    return choices_.ConsumeBool() ? choices_.ConsumeIntegralInRange<std::int64_t>(-2, 50)
                                  : choices_.ConsumeIntegral<std::int64_t>();
  }

  // A value of any type in the next place.
  void bind(sqlite3_stmt* statement, int place) {
    switch (choices_.ConsumeIntegralInRange(0, 4)) {
      case 0:
        sqlite3_bind_int64(statement, place, choose_number());
        return;
      case 1:
        sqlite3_bind_double(statement, place, choices_.ConsumeFloatingPoint<double>());
        return;
      case 2: {
        const std::string text = choices_.ConsumeRandomLengthString();
        sqlite3_bind_text64(statement, place, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
        return;
      }
      case 3: {
        const std::string blob = choices_.ConsumeRandomLengthString();
        sqlite3_bind_blob64(statement, place, blob.data(), blob.size(), SQLITE_TRANSIENT);
        return;
      }
      default:
        sqlite3_bind_null(statement, place);
    }
  }

  // A change that the table's own rules forbid does not happen.
  void change_value() {
    const TableChoice table = choose_table();
    const std::size_t column = choices_.ConsumeIntegralInRange<std::size_t>(0, table.columns.size() - 1);
    const StatementPtr update =
        prepare(database_.get(), fmt::format("UPDATE OR REPLACE {} SET {} = ? WHERE {} >= ?", table.name,
                                             table.columns[column], table.columns[0]));
    bind(update.get(), 1);
    sqlite3_bind_int64(update.get(), 2, choose_number());
    sqlite3_step(update.get());
  }

  void put_row() {
    const TableChoice table = choose_table();
    std::string places = "?";
    for (std::size_t i = 1; i < table.columns.size(); ++i) places += ", ?";
    const StatementPtr insert =
        prepare(database_.get(), fmt::format("INSERT OR REPLACE INTO {} VALUES ({})", table.name, places));
    sqlite3_bind_int64(insert.get(), 1, choose_number());
    for (std::size_t i = 1; i < table.columns.size(); ++i) bind(insert.get(), static_cast<int>(i) + 1);
    sqlite3_step(insert.get());
  }

  void remove_rows() {
    const TableChoice table = choose_table();
    const StatementPtr removal =
        prepare(database_.get(), fmt::format("DELETE FROM {} WHERE {} >= ?", table.name, table.columns[0]));
    sqlite3_bind_int64(removal.get(), 1, choose_number());
    sqlite3_step(removal.get());
  }

  // A chunk whose bytes are in order, with another number of samples than it says.
  void put_chunk() {
    const std::size_t channels = choices_.ConsumeIntegralInRange<std::size_t>(1, 2 * kChannels);
    const std::size_t count = choices_.ConsumeIntegralInRange<std::size_t>(1, 40);
    std::vector<double> rows(channels * count, choices_.ConsumeFloatingPoint<double>());
    rows.back() = choices_.ConsumeFloatingPoint<double>();
    ChunkEncoder encoder;
    const std::span<const std::byte> bytes = encoder.encode(rows, channels);
    const StatementPtr insert = prepare(database_.get(), "INSERT OR REPLACE INTO chunks VALUES (?, ?, ?, ?)");
    sqlite3_bind_int64(insert.get(), 1, choose_number());
    sqlite3_bind_int64(insert.get(), 2, choices_.ConsumeBool() ? static_cast<std::int64_t>(count) : choose_number());
    sqlite3_bind_blob64(insert.get(), 3, bytes.data(), bytes.size(), SQLITE_STATIC);
    sqlite3_bind_int64(insert.get(), 4, choose_number());
    sqlite3_step(insert.get());
  }

  FuzzedDataProvider& choices_;
  DatabasePtr database_;
};

void change_bytes(std::string& recording, FuzzedDataProvider& choices) {
  const std::size_t place = choices.ConsumeIntegralInRange<std::size_t>(0, recording.size() - 1);
  const std::string bytes = choices.ConsumeRandomLengthString();
  const std::size_t count = std::min(bytes.size(), recording.size() - place);
  recording.replace(place, count, bytes, 0, count);
}

}  // namespace

std::string make_good_recording(const std::string& path) {
  {
    RecordingStore store(std::make_unique<RecordingFile>(path, RecordingFile::Existing::Replace),
                         {.program_version = "0.1.0",
                          .scene = "swing",
                          .settings = {{"method", "rk4"}},
                          .sources = {"/scenes", {{"swing.toml", "[scene]\n"}}, {"scene.name=swing"}},
                          .channels = {{"time_s", "s", "time"}, {"arm.position_rad", "rad", ""}, {"x", "", ""}}});
    store.write({.rows = make_samples(20, 0.0), .count = 20, .events = {{0.5, "touch-down", "tip", "{}"}}});
    RecordingBatch last{.rows = make_samples(7, 9.0), .count = 7, .events = {{0.6, "lift-off", "tip", "{}"}}};
    last.has_checkpoint = true;
    last.checkpoint = {.time = 0.5, .y = {1.0, 2.0}, .samples = 10, .initial_rows = {3.0}};
    last.report.emplace();
    last.report->ledger.rows = {{"kinetic", LedgerKind::Stored, 1.0}, {"damping", LedgerKind::Dissipated, 0.5}};
    store.write(last);
  }
  sqlite3_exec(open(path.c_str()).get(), "PRAGMA page_size = 512; VACUUM", nullptr, nullptr, nullptr);
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string forge(const std::string& recording, FuzzedDataProvider& choices) {
  std::string forged = recording;
  if (int edits = choices.ConsumeIntegralInRange(0, kMostEdits); edits > 0) {
    RowForger rows(recording, choices);
    for (; edits > 0; --edits) rows.change_something();
    if (choices.ConsumeBool()) rows.reseal();
    forged = rows.take();
  }
  for (int edits = choices.ConsumeIntegralInRange(0, kMostEdits); edits > 0; --edits) change_bytes(forged, choices);
  if (choices.ConsumeBool()) forged.resize(choices.ConsumeIntegralInRange<std::size_t>(0, forged.size()));
  return forged;
}

}  // namespace carom::fuzz
