#include "carom/recording/recording_reader.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "carom/base/nearest_name.h"
#include "carom/base/syntax_error.h"
#include "carom/recording/chunk_codec.h"
#include "carom/recording/database.h"
#include "carom/recording/format.h"
#include "carom/recording/io_error.h"
#include "carom/recording/status_names.h"

namespace carom {
namespace {

namespace format = recording_format;

// Before SQLite sees it, which would take an empty file for a database, and wait for a pipe.
void check_file(const std::filesystem::path& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  const auto refuse = [&](std::string_view problem) {
    throw IoError(fmt::format("cannot read '{}': {}", path.string(), problem));
  };
  if (!std::filesystem::exists(status)) refuse(error ? error.message() : "No such file or directory");
  if (!std::filesystem::is_regular_file(status)) refuse("not an ordinary file");
  if (std::filesystem::file_size(path, error) == 0 && !error) {
    throw SyntaxError("recording", "the file is empty: its run ended before it had written anything", {path.string()});
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse(std::strerror(errno));
  std::string magic(format::kMagic.size(), '\0');
  file.read(magic.data(), static_cast<std::streamsize>(magic.size()));
  if (magic != format::kMagic) throw SyntaxError("recording", "this is not a recording", {path.string()});
}

template <class Number>
std::vector<Number> read_numbers(std::span<const std::byte> bytes) {
  std::vector<Number> numbers(bytes.size() / sizeof(Number));
  // Nothing at all has no address, and memcpy must not see that.
  if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(Number));
  return numbers;
}

std::string read_string(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};  // NOLINT: bytes of any kind
}

}  // namespace

class RecordingReader::Impl {
 public:
  explicit Impl(const std::filesystem::path& path) : path_(path) {
    check_file(path);
    guard([&] {
      database_.emplace(path, sqlite::Database::Access::ReadOnly);
      check_format();
      read_header();
      num_samples_ = find_end();
    });
  }

  // What SQLite has to say, as an error of ours.
  template <class Action>
  void guard(const Action& action) {
    try {
      action();
    } catch (const sqlite::Error& error) {
      if (error.is_about_content()) refuse(error.what());
      throw IoError(fmt::format("cannot read '{}': {}", path_.string(), error.what()));
    }
  }
  [[noreturn]] void refuse(const std::string& problem) const {
    throw SyntaxError("recording", problem, {path_.string()});
  }
  void require(bool holds, std::string_view problem) const {
    if (!holds) refuse(std::string(problem));
  }

  void check_format();
  void read_header();
  [[nodiscard]] std::int64_t find_end();
  void read_samples(std::int64_t first, std::int64_t end, const std::function<void(const SampleBlock&)>& show);
  void show_chunk(const sqlite::Statement& row, std::int64_t first, std::int64_t end,
                  const std::function<void(const SampleBlock&)>& show);
  void read_events(const std::function<void(const RecordedEvent&)>& show);
  [[nodiscard]] CheckpointList read_checkpoints();
  [[nodiscard]] std::optional<RecordedResult> read_result();
  [[nodiscard]] WholePart find_whole_part();
  void check_pages();

  std::filesystem::path path_;
  std::optional<sqlite::Database> database_;
  RecordingHeader header_;
  std::int64_t num_samples_{};
  bool has_checksums_{true};
  Checksum header_sum_;

 private:
  // The columns of a table in their order, and the checksum behind them where there is one.
  [[nodiscard]] sqlite::Statement select(std::string_view columns, std::string_view rest) {
    return database_->prepare(fmt::format("SELECT {}{} FROM {}", columns, has_checksums_ ? ", crc" : "", rest));
  }
  void check_row(const sqlite::Statement& row, std::string_view what) const {
    require(!has_checksums_ || row.has_good_checksum(), fmt::format("{} is damaged: its checksum differs", what));
  }

  // Visits the rows of a table, which must be numbered 0, 1, 2, …: in a file whose pages lead in circles, rows repeat.
  template <class Visit>
  void visit_rows(std::string_view columns, std::string_view table, const Visit& visit) {
    sqlite::Statement row = select(columns, fmt::format("{} ORDER BY id", table));
    for (std::int64_t id = 0; row.step(); ++id) {
      require(row.integer(0) == id, "rows are missing or repeated: the file is damaged");
      check_row(row, fmt::format("row {} of table '{}'", id, table));
      visit(row);
    }
  }
  // The same for what the header's checksum is of, whose own stands in the given column.
  template <class Visit>
  void visit_header_rows(std::string_view columns, std::string_view table, int checksum_column, const Visit& visit) {
    visit_rows(columns, table, [&](const sqlite::Statement& row) {
      if (has_checksums_) header_sum_.add(row.integer(checksum_column));
      visit(row);
    });
  }
  [[nodiscard]] std::optional<RecordedCheckpoint> read_checkpoint(std::int64_t id);
  void check_end(const sqlite::Statement& result, const RecordedResult& read);
  [[nodiscard]] IntegratorStatistics read_statistics(std::span<const std::byte> bytes) const;

  ChunkDecoder decoder_;
  std::vector<double> columns_;  // of a chunk
  std::vector<double> part_;     // of a chunk
};

void RecordingReader::Impl::check_format() {
  const std::int64_t application = database_->query_integer("PRAGMA application_id");
  require(application == format::kApplicationId, "this is an SQLite database, but not a recording");
  const std::int64_t version = database_->query_integer("PRAGMA user_version");
  has_checksums_ = version != format::kVersionWithoutChecksums;
  if (version != format::kVersion && has_checksums_) {
    refuse(fmt::format("has format version {}; this program reads versions {} and {}", version,
                       format::kVersionWithoutChecksums, format::kVersion));
  }
  for (const format::Table& table : has_checksums_ ? format::kTables : format::kTablesWithoutChecksums) {
    sqlite::Statement entry = database_->prepare("SELECT type, sql FROM sqlite_schema WHERE name = ?");
    entry.bind(table.name);
    const bool as_declared = entry.step() && entry.text(0) == "table" && entry.text(1) == table.sql && !entry.step();
    require(as_declared, fmt::format("table '{}' is missing or not as the format has it", table.name));
  }
}

void RecordingReader::Impl::read_header() {
  visit_header_rows("id, key, value", "meta", 3, [&](const sqlite::Statement& row) {
    const std::string_view key = row.text(1);
    if (key == "program_version") {
      header_.program_version = row.text(2);
    } else if (key == "scene") {
      header_.scene = row.text(2);
    } else if (key == "folder") {
      header_.sources.folder = row.text(2);
    } else if (key == "state_names") {
      header_.state_names = row.text(2);
    } else if (key == "override") {
      header_.sources.overrides.emplace_back(row.text(2));
    } else {
      header_.settings.emplace_back(key, row.text(2));
    }
  });
  visit_header_rows("id, name, bytes", "files", 3, [&](const sqlite::Statement& row) {
    header_.sources.files.push_back({std::string(row.text(1)), read_string(row.blob(2))});
  });
  visit_header_rows("id, name, unit, description", "channels", 4, [&](const sqlite::Statement& row) {
    require(row.integer(0) < format::kMaxChannels, "has too many channels");
    header_.channels.push_back({std::string(row.text(1)), std::string(row.text(2)), std::string(row.text(3))});
  });
  require(!header_.channels.empty(), "has no channels");
}

std::int64_t RecordingReader::Impl::find_end() {
  sqlite::Statement row =
      database_->prepare("SELECT first_sample, count FROM chunks ORDER BY first_sample DESC LIMIT 1");
  if (!row.step()) return 0;
  const std::int64_t first = row.integer(0);
  const std::int64_t count = row.integer(1);
  require(first >= 0 && count > 0 && first < format::kMaxSamples && count < format::kMaxSamples,
          "the last chunk has an impossible number of samples");
  return first + count;
}

void RecordingReader::Impl::read_samples(std::int64_t first, std::int64_t end,
                                         const std::function<void(const SampleBlock&)>& show) {
  sqlite::Statement row = select("first_sample, count, data",
                                 "chunks WHERE first_sample >= (SELECT max(first_sample) FROM chunks WHERE "
                                 "first_sample <= ?) ORDER BY first_sample");
  row.bind(first);
  std::int64_t expected = -1;
  while (first < end) {
    require(row.step(), "a chunk of samples is missing");
    require(row.integer(0) == expected || (expected < 0 && row.integer(0) <= first), "a chunk of samples is missing");
    show_chunk(row, first, end, show);
    expected = row.integer(0) + row.integer(1);
    require(expected > first, "a chunk of samples is missing");
    first = expected;
  }
}

// Decodes a chunk and shows what of it lies between first and end.
void RecordingReader::Impl::show_chunk(const sqlite::Statement& row, std::int64_t first, std::int64_t end,
                                       const std::function<void(const SampleBlock&)>& show) {
  const std::size_t channels = header_.channels.size();
  const std::int64_t start = row.integer(0);
  const std::int64_t most = format::kLargestChunk / static_cast<std::int64_t>(channels * sizeof(double));
  require(start >= 0, "a chunk of samples is missing");
  require(row.integer(1) > 0 && row.integer(1) <= most, "a chunk has an impossible number of samples");
  check_row(row, "a chunk of samples");
  const auto count = static_cast<std::size_t>(row.integer(1));
  require(decoder_.decode(row.blob(2), count, channels, columns_), "a chunk of samples is damaged");

  const auto skipped = static_cast<std::size_t>(std::clamp<std::int64_t>(first - start, 0, row.integer(1)));
  const auto stop = static_cast<std::size_t>(std::clamp<std::int64_t>(end - start, 0, row.integer(1)));
  if (skipped == 0 && stop == count) return show({start, count, columns_});
  const std::size_t kept = stop > skipped ? stop - skipped : 0;
  if (kept == 0) return;
  part_.resize(kept * channels);
  for (std::size_t c = 0; c < channels; ++c) {
    const auto from = columns_.begin() + static_cast<std::ptrdiff_t>(c * count + skipped);
    std::copy_n(from, kept, part_.begin() + static_cast<std::ptrdiff_t>(c * kept));
  }
  show({start + static_cast<std::int64_t>(skipped), kept, part_});
}

void RecordingReader::Impl::read_events(const std::function<void(const RecordedEvent&)>& show) {
  visit_rows("id, time, kind, element, data", "events", [&](const sqlite::Statement& row) {
    show({row.real(1), std::string(row.text(2)), std::string(row.text(3)), std::string(row.text(4))});
  });
}

IntegratorStatistics RecordingReader::Impl::read_statistics(std::span<const std::byte> bytes) const {
  StatisticsList list{};
  require(bytes.size() == sizeof(list), "the statistics are damaged");
  std::memcpy(list.data(), bytes.data(), sizeof(list));
  return make_statistics(list);
}

// None where it is damaged, or belongs to another header.
std::optional<RecordedCheckpoint> RecordingReader::Impl::read_checkpoint(std::int64_t id) {
  sqlite::Statement row = select(fmt::format("id, samples, events, time, start, shown, initial_energy, energy_scale, "
                                             "state, initial_rows, contacts, statistics{}",
                                             has_checksums_ ? ", header" : ""),
                                 "checkpoints WHERE id = ?");
  row.bind(id);
  if (!row.step()) return std::nullopt;
  const bool whole = !has_checksums_ || (row.has_good_checksum() && row.integer(12) == header_sum_.value());
  const bool possible = row.integer(1) >= 0 && row.integer(1) <= num_samples_ && row.integer(2) >= 0 &&
                        row.integer(5) >= 0 && row.blob(8).size() % sizeof(double) == 0 &&
                        row.blob(9).size() % sizeof(double) == 0 && row.blob(10).size() % sizeof(double) == 0;
  if (!whole || !possible) return std::nullopt;
  return RecordedCheckpoint{.id = id,
                            .checkpoint = {.time = row.real(3),
                                           .y = read_numbers<double>(row.blob(8)),
                                           .start = row.real(4),
                                           .samples = row.integer(5),
                                           .initial_energy = row.real(6),
                                           .energy_scale = row.real(7),
                                           .initial_rows = read_numbers<double>(row.blob(9)),
                                           .contacts = read_numbers<double>(row.blob(10)),
                                           .statistics = read_statistics(row.blob(11))},
                            .samples = row.integer(1),
                            .events = row.integer(2)};
}

// Each by itself: what cannot be read of one says nothing of the others.
CheckpointList RecordingReader::Impl::read_checkpoints() {
  CheckpointList list{.good = {},
                      .last_id = database_->query_integer("SELECT ifnull(max(id), -1) FROM checkpoints"),
                      .total = database_->query_integer("SELECT count(*) FROM checkpoints")};
  for (std::int64_t id = list.last_id; id > list.last_id - format::kKeptCheckpoints && id >= 0; --id) {
    try {
      std::optional<RecordedCheckpoint> checkpoint = read_checkpoint(id);
      if (checkpoint) list.good.push_back(std::move(*checkpoint));
    } catch (const sqlite::Error& error) {
      if (!error.is_about_content()) throw;
    } catch (const SyntaxError&) {  // damaged statistics
    }
  }
  return list;
}

WholePart RecordingReader::Impl::find_whole_part() {
  WholePart whole;
  const auto count_while_whole = [&](sqlite::Statement row, const auto& count) {
    try {
      while (row.step() && row.has_good_checksum() && count(row)) continue;
    } catch (const sqlite::Error& error) {
      if (!error.is_about_content()) throw;
    }
  };
  count_while_whole(select("first_sample, count, data", "chunks ORDER BY first_sample"),
                    [&](const sqlite::Statement& row) {
                      if (row.integer(0) != whole.samples || row.integer(1) <= 0) return false;
                      whole.samples += row.integer(1);
                      return true;
                    });
  count_while_whole(select("id, time, kind, element, data", "events ORDER BY id"), [&](const sqlite::Statement& row) {
    if (row.integer(0) != whole.events) return false;
    ++whole.events;
    return true;
  });
  return whole;
}

void RecordingReader::Impl::check_pages() {
  sqlite::Statement row = database_->prepare("PRAGMA integrity_check(1)");
  const bool good = row.step() && row.text(0) == "ok";
  require(good, "the file's pages are damaged");
}

std::optional<RecordedResult> RecordingReader::Impl::read_result() {
  sqlite::Statement row =
      select(fmt::format("id, status, sentence, time, initial_energy, energy_scale, residual, statistics{}",
                         has_checksums_ ? ", samples, events, ledger_rows, header" : ""),
             "result ORDER BY id LIMIT 1");
  if (!row.step()) return std::nullopt;
  check_row(row, "the result");
  const std::optional<SimulationStatus> status = find_status(row.text(1));
  require(status.has_value(), "the result has an unknown status");
  RecordedResult result{.status = *status,
                        .sentence = std::string(row.text(2)),
                        .ledger = {.time = row.real(3), .initial = row.real(4), .scale = row.real(5), .rows = {}},
                        .statistics = read_statistics(row.blob(7))};
  visit_rows("id, name, kind, value", "ledger", [&](const sqlite::Statement& entry) {
    const std::optional<LedgerKind> kind = find_ledger_kind(entry.text(2));
    require(kind.has_value(), "the ledger has a row of an unknown kind");
    result.ledger.rows.push_back({std::string(entry.text(1)), *kind, entry.real(3)});
  });
  if (has_checksums_) check_end(row, result);
  return result;
}

// Rows that are missing at the end of a table leave no gap: the result knows how many there were.
void RecordingReader::Impl::check_end(const sqlite::Statement& result, const RecordedResult& read) {
  const std::int64_t events = database_->query_integer("SELECT ifnull(max(id), -1) + 1 FROM events");
  require(result.integer(8) == find_end() && result.integer(9) == events &&
              result.integer(10) == static_cast<std::int64_t>(read.ledger.rows.size()),
          "samples, events or rows of the ledger are missing at their end");
  require(result.integer(11) == header_sum_.value(), "the header is damaged: its checksum differs");
}

RecordingReader::RecordingReader(const std::filesystem::path& path) : impl_(std::make_unique<Impl>(path)) {}
RecordingReader::~RecordingReader() = default;
RecordingReader::RecordingReader(RecordingReader&&) noexcept = default;
RecordingReader& RecordingReader::operator=(RecordingReader&&) noexcept = default;

const std::filesystem::path& RecordingReader::path() const { return impl_->path_; }
const RecordingHeader& RecordingReader::header() const { return impl_->header_; }
std::int64_t RecordingReader::num_samples() const { return impl_->num_samples_; }

std::size_t RecordingReader::find_channel(std::string_view name) const {
  const std::vector<Channel>& channels = header().channels;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    if (channels[i].name == name) return i;
    names.push_back(channels[i].name);
  }
  throw InputError("channel", fmt::format("the recording has no channel '{}'{}", name, make_suggestion(name, names)));
}

void RecordingReader::read_samples(std::int64_t first, std::int64_t count,
                                   const std::function<void(const SampleBlock&)>& show) {
  first = std::max<std::int64_t>(first, 0);
  const std::int64_t end = first + std::clamp<std::int64_t>(count, 0, std::max<std::int64_t>(num_samples() - first, 0));
  impl_->guard([&] { impl_->read_samples(first, end, show); });
}

std::vector<double> RecordingReader::read_channel(std::size_t channel) {
  std::vector<double> values;
  read_samples([&](const SampleBlock& block) {
    const std::span<const double> column = block.column(channel);
    values.insert(values.end(), column.begin(), column.end());
  });
  return values;
}

void RecordingReader::read_events(const std::function<void(const RecordedEvent&)>& show) {
  impl_->guard([&] { impl_->read_events(show); });
}

CheckpointList RecordingReader::read_checkpoints() {
  CheckpointList list;
  impl_->guard([&] { list = impl_->read_checkpoints(); });
  return list;
}

std::optional<RecordedCheckpoint> RecordingReader::read_last_checkpoint() {
  CheckpointList list = read_checkpoints();
  if (list.total > 0 && list.good.empty()) impl_->refuse("the checkpoint is damaged");
  if (list.good.empty()) return std::nullopt;
  return std::move(list.good.front());
}

bool RecordingReader::has_checksums() const { return impl_->has_checksums_; }
std::int64_t RecordingReader::header_checksum() const { return impl_->header_sum_.value(); }
void RecordingReader::check_pages() {
  impl_->guard([&] { impl_->check_pages(); });
}

WholePart RecordingReader::find_whole_part() {
  WholePart whole;
  impl_->guard([&] { whole = impl_->find_whole_part(); });
  return whole;
}

std::optional<RecordedResult> RecordingReader::read_result() {
  std::optional<RecordedResult> result;
  impl_->guard([&] { result = impl_->read_result(); });
  return result;
}

}  // namespace carom
