#pragma once

#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "carom/recording/format.h"
#include "recording/reseal.h"

namespace carom::test {

/// Runs SQL on a recording, as someone who means harm would.
inline void tamper(const std::filesystem::path& path, const std::string& sql) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(database);
  sqlite3_close(database);
}

inline void reseal(const std::filesystem::path& path) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
  reseal(database);
  sqlite3_close(database);
}

/// The recording as versions before checksums wrote it.
inline void make_old(const std::filesystem::path& path) {
  std::string sql = "PRAGMA user_version = 2;";
  for (const recording_format::Table& table : recording_format::kTablesWithoutChecksums) {
    const std::string name(table.name), declaration(table.sql);
    std::string columns;
    // The first word of each part of the declaration.
    for (std::size_t at = declaration.find('(') + 1; at != std::string::npos + 2;) {
      columns += (columns.empty() ? "" : ", ") + declaration.substr(at, declaration.find(' ', at) - at);
      at = declaration.find(", ", at) + 2;
      if (at == 1) break;
    }
    sql += "ALTER TABLE " + name + " RENAME TO old; " + declaration + "; INSERT INTO " + name + " SELECT " + columns +
           " FROM old; DROP TABLE old;";
  }
  tamper(path, sql);
}

}  // namespace carom::test
