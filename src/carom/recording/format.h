#pragma once

#include <array>
#include <cstdint>
#include <string_view>

/// The layout of a recording, described for its readers in docs/recording-format.md.
namespace carom::recording_format {

constexpr std::string_view kMagic{"SQLite format 3\0", 16};
constexpr std::int64_t kApplicationId = 0x4361726D;   // "Carm", in the header of the file
constexpr std::int64_t kVersion = 3;                  // SQLite's user_version
constexpr std::int64_t kVersionWithoutChecksums = 2;  // can be read, and says so

struct Table {
  std::string_view name;
  std::string_view sql;  // compared letter by letter when a recording is opened: a file with anything else is refused
};

/// Rows of each table are numbered without gaps from 0, chunks by their first sample; of checkpoints the last few are
/// kept. The last column of each is the Checksum of those before it. `header` is that of the checksums of meta, files
/// and channels.
constexpr std::array<Table, 8> kTables{{
    {"meta",
     "CREATE TABLE meta (id INTEGER PRIMARY KEY, key TEXT NOT NULL, value TEXT NOT NULL, crc INTEGER NOT NULL)"},
    {"files",
     "CREATE TABLE files (id INTEGER PRIMARY KEY, name TEXT NOT NULL, bytes BLOB NOT NULL, crc INTEGER NOT NULL)"},
    {"channels",
     "CREATE TABLE channels (id INTEGER PRIMARY KEY, name TEXT NOT NULL, unit TEXT NOT NULL, "
     "description TEXT NOT NULL, crc INTEGER NOT NULL)"},
    {"chunks",
     "CREATE TABLE chunks (first_sample INTEGER PRIMARY KEY, count INTEGER NOT NULL, data BLOB NOT NULL, crc INTEGER "
     "NOT NULL)"},
    {"events",
     "CREATE TABLE events (id INTEGER PRIMARY KEY, time REAL, kind TEXT NOT NULL, element TEXT NOT NULL, "
     "data TEXT NOT NULL, crc INTEGER NOT NULL)"},
    {"ledger",
     "CREATE TABLE ledger (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, value REAL, crc INTEGER NOT "
     "NULL)"},
    {"checkpoints",
     "CREATE TABLE checkpoints (id INTEGER PRIMARY KEY, samples INTEGER NOT NULL, events INTEGER NOT NULL, "
     "time REAL NOT NULL, start REAL NOT NULL, shown INTEGER NOT NULL, initial_energy REAL, energy_scale REAL, "
     "state BLOB NOT NULL, initial_rows BLOB NOT NULL, contacts BLOB NOT NULL, statistics BLOB NOT NULL, "
     "header INTEGER NOT NULL, crc INTEGER NOT NULL)"},
    {"result",
     "CREATE TABLE result (id INTEGER PRIMARY KEY, status TEXT NOT NULL, sentence TEXT NOT NULL, time REAL, "
     "initial_energy REAL, energy_scale REAL, residual REAL, statistics BLOB NOT NULL, samples INTEGER NOT NULL, "
     "events INTEGER NOT NULL, ledger_rows INTEGER NOT NULL, header INTEGER NOT NULL, crc INTEGER NOT NULL)"},
}};

/// Those of a recording without checksums.
constexpr std::array<Table, 8> kTablesWithoutChecksums{{
    {"meta", "CREATE TABLE meta (id INTEGER PRIMARY KEY, key TEXT NOT NULL, value TEXT NOT NULL)"},
    {"files", "CREATE TABLE files (id INTEGER PRIMARY KEY, name TEXT NOT NULL, bytes BLOB NOT NULL)"},
    {"channels",
     "CREATE TABLE channels (id INTEGER PRIMARY KEY, name TEXT NOT NULL, unit TEXT NOT NULL, "
     "description TEXT NOT NULL)"},
    {"chunks", "CREATE TABLE chunks (first_sample INTEGER PRIMARY KEY, count INTEGER NOT NULL, data BLOB NOT NULL)"},
    {"events",
     "CREATE TABLE events (id INTEGER PRIMARY KEY, time REAL, kind TEXT NOT NULL, element TEXT NOT NULL, "
     "data TEXT NOT NULL)"},
    {"ledger", "CREATE TABLE ledger (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, value REAL)"},
    {"checkpoints",
     "CREATE TABLE checkpoints (id INTEGER PRIMARY KEY, samples INTEGER NOT NULL, events INTEGER NOT NULL, "
     "time REAL NOT NULL, start REAL NOT NULL, shown INTEGER NOT NULL, initial_energy REAL, energy_scale REAL, "
     "state BLOB NOT NULL, initial_rows BLOB NOT NULL, contacts BLOB NOT NULL, statistics BLOB NOT NULL)"},
    {"result",
     "CREATE TABLE result (id INTEGER PRIMARY KEY, status TEXT NOT NULL, sentence TEXT NOT NULL, time REAL, "
     "initial_energy REAL, energy_scale REAL, residual REAL, statistics BLOB NOT NULL)"},
}};

constexpr std::int64_t kMaxChannels = 4'000'000;
constexpr std::int64_t kLargestChunk = 1 << 28;  // numbers before compression  [B]
constexpr std::int64_t kUsualChunk = 1 << 20;    // what the writer makes, unless one sample is larger  [B]
constexpr std::int64_t kMaxSamples = 1LL << 53;
constexpr std::int64_t kKeptCheckpoints = 3;  // so that one before a damaged one is left

}  // namespace carom::recording_format
