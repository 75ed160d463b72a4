#include "carom/recording/recording_store.h"

#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "carom/recording/format.h"
#include "carom/recording/status_names.h"

namespace carom {
namespace {

// All or nothing.
class Transaction {
 public:
  explicit Transaction(sqlite::Database& database) : database_(database) { database_.execute("BEGIN IMMEDIATE"); }
  ~Transaction() {
    if (committed_) return;
    try {
      database_.execute("ROLLBACK");
    } catch (const sqlite::Error&) {  // SQLite has rolled back by itself
    }
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit() {
    database_.execute("COMMIT");
    committed_ = true;
  }

 private:
  sqlite::Database& database_;
  bool committed_{};
};

std::span<const std::byte> as_bytes(const std::vector<double>& values) { return std::as_bytes(std::span(values)); }

}  // namespace

void RecordingBatch::clear() {
  count = 0;
  events.clear();
  has_checkpoint = false;
  report.reset();
}

RecordingStore::RecordingStore(std::unique_ptr<RecordingFile> file, const RecordingHeader& header)
    : file_(std::move(file)),
      database_(file_->path(), sqlite::Database::Access::ReadWrite),
      channels_(header.channels.size()) {
  // Chunks are larger than SQLite's usual page.
  database_.execute("PRAGMA page_size = 16384");
  {
    // Into the file itself, before there is a journal: whoever looks at the file alone finds a recording. Syncing can
    // wait until there is something in it.
    database_.execute("PRAGMA synchronous = OFF");
    Transaction transaction(database_);
    write_header(header);
    transaction.commit();
  }
  prepare_journal();
  prepare_statements();
}

RecordingStore::RecordingStore(std::unique_ptr<RecordingFile> file, std::size_t channels, std::int64_t header_checksum,
                               const RecordedCheckpoint& checkpoint)
    : file_(std::move(file)),
      database_(file_->path(), sqlite::Database::Access::ReadWrite),
      channels_(channels),
      samples_(checkpoint.samples),
      events_(checkpoint.events),
      checkpoints_(checkpoint.id + 1),
      header_(header_checksum) {
  prepare_journal();
  Transaction transaction(database_);
  database_.prepare("DELETE FROM chunks WHERE first_sample >= ?").bind(samples_).run();
  database_.prepare("DELETE FROM events WHERE id >= ?").bind(events_).run();
  database_.prepare("DELETE FROM checkpoints WHERE id >= ?").bind(checkpoints_).run();
  database_.execute("DELETE FROM ledger");
  database_.execute("DELETE FROM result");
  transaction.commit();
  prepare_statements();
}

RecordingStore::~RecordingStore() {
  insert_chunk_.reset();
  insert_event_.reset();
  try {
    // A file without a journal can be copied, and read where nothing can be written.
    database_.execute("PRAGMA journal_mode = DELETE");
  } catch (const std::exception&) {  // the disk is full or someone is reading: the journal stays beside the file
  }
}

// A transaction is safe from the end of the process once it stands in the journal, and from the end of the machine
// once the journal is synced, which SQLite does whenever it folds it into the file.
void RecordingStore::prepare_journal() {
  database_.execute("PRAGMA journal_mode = WAL");
  database_.execute("PRAGMA synchronous = NORMAL");
}

void RecordingStore::prepare_statements() {
  insert_chunk_.emplace(database_.prepare("INSERT INTO chunks VALUES (?, ?, ?, ?)"));
  insert_event_.emplace(database_.prepare("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)"));
}

void RecordingStore::write_header(const RecordingHeader& header) {
  database_.execute(fmt::format("PRAGMA application_id = {}", recording_format::kApplicationId));
  database_.execute(fmt::format("PRAGMA user_version = {}", recording_format::kVersion));
  for (const recording_format::Table& table : recording_format::kTables) database_.execute(std::string(table.sql));

  Checksum sum;
  const auto finish = [&](sqlite::Statement& row) {
    sum.add(row.checksum());
    row.bind_checksum().run();
  };
  std::int64_t id = 0;
  sqlite::Statement meta = database_.prepare("INSERT INTO meta VALUES (?, ?, ?, ?)");
  const auto add_meta = [&](std::string_view key, std::string_view value) {
    finish(meta.bind(id++).bind(key).bind(value));
  };
  add_meta("program_version", header.program_version);
  add_meta("scene", header.scene);
  add_meta("folder", header.sources.folder);
  if (!header.state_names.empty()) add_meta("state_names", header.state_names);
  for (const std::string& assignment : header.sources.overrides) add_meta("override", assignment);
  for (const auto& [key, value] : header.settings) add_meta(key, value);

  id = 0;
  sqlite::Statement files = database_.prepare("INSERT INTO files VALUES (?, ?, ?, ?)");
  for (const SourceFile& file : header.sources.files) {
    finish(files.bind(id++).bind(std::string_view(file.name)).bind(std::as_bytes(std::span(file.bytes))));
  }
  id = 0;
  sqlite::Statement channels = database_.prepare("INSERT INTO channels VALUES (?, ?, ?, ?, ?)");
  for (const Channel& channel : header.channels) {
    channels.bind(id++).bind(std::string_view(channel.name)).bind(std::string_view(channel.unit));
    finish(channels.bind(std::string_view(channel.description)));
  }
  header_ = sum.value();
}

void RecordingStore::write(const RecordingBatch& batch) {
  const std::int64_t samples = samples_;
  const std::int64_t events = events_;
  const std::int64_t checkpoints = checkpoints_;
  try {
    Transaction transaction(database_);
    if (batch.count > 0) write_chunk(batch);
    for (const RecordedEvent& event : batch.events) write_event(event);
    if (batch.has_checkpoint) write_checkpoint(batch.checkpoint);
    if (batch.report) write_result(*batch.report);
    transaction.commit();
  } catch (...) {
    samples_ = samples;
    events_ = events;
    checkpoints_ = checkpoints;
    throw;
  }
}

void RecordingStore::write_chunk(const RecordingBatch& batch) {
  const auto count = static_cast<std::int64_t>(batch.count);
  const std::span<const double> rows(batch.rows.data(), batch.count * channels_);
  insert_chunk_->bind(samples_).bind(count).bind(encoder_.encode(rows, channels_)).bind_checksum().run();
  samples_ += count;
}

void RecordingStore::write_event(const RecordedEvent& event) {
  insert_event_->bind(events_++).bind(event.time).bind(std::string_view(event.kind));
  insert_event_->bind(std::string_view(event.element)).bind(std::string_view(event.data)).bind_checksum().run();
}

void RecordingStore::write_checkpoint(const Checkpoint& checkpoint) {
  const auto statistics = list_statistics(checkpoint.statistics);
  sqlite::Statement insert =
      database_.prepare("INSERT INTO checkpoints VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  insert.bind(checkpoints_).bind(samples_).bind(events_).bind(checkpoint.time).bind(checkpoint.start);
  insert.bind(checkpoint.samples).bind(checkpoint.initial_energy).bind(checkpoint.energy_scale);
  insert.bind(as_bytes(checkpoint.y)).bind(as_bytes(checkpoint.initial_rows)).bind(as_bytes(checkpoint.contacts));
  insert.bind(std::as_bytes(std::span(statistics))).bind(header_).bind_checksum().run();
  ++checkpoints_;
  const std::int64_t oldest = checkpoints_ - recording_format::kKeptCheckpoints;
  database_.prepare("DELETE FROM checkpoints WHERE id < ?").bind(oldest).run();
}

void RecordingStore::write_result(const SimulationReport& report) {
  sqlite::Statement row = database_.prepare("INSERT INTO ledger VALUES (?, ?, ?, ?, ?)");
  std::int64_t id = 0;
  for (const LedgerRow& entry : report.ledger.rows) {
    row.bind(id++).bind(std::string_view(entry.name)).bind(std::string_view(kind_name(entry.kind)));
    row.bind(entry.value).bind_checksum().run();
  }
  const auto statistics = list_statistics(report.statistics);
  sqlite::Statement result = database_.prepare("INSERT INTO result VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  result.bind(std::int64_t{0}).bind(status_name(report.status)).bind(std::string_view(report.sentence));
  result.bind(report.ledger.time);
  result.bind(report.ledger.initial).bind(report.ledger.scale).bind(report.ledger.residual());
  result.bind(std::as_bytes(std::span(statistics))).bind(samples_).bind(events_).bind(id).bind(header_);
  result.bind_checksum().run();
}

}  // namespace carom
