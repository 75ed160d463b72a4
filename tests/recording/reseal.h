#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include <sqlite3.h>

#include "carom/recording/checksum.h"
#include "carom/recording/format.h"

namespace carom::test {

// crc_of(…), the checksum of its arguments.
inline void calc_checksum(sqlite3_context* context, int count, sqlite3_value** values) {
  Checksum sum;
  for (int i = 0; i < count; ++i) {
    const auto size = static_cast<std::size_t>(sqlite3_value_bytes(values[i]));
    switch (sqlite3_value_type(values[i])) {
      case SQLITE_INTEGER:
        sum.add(std::int64_t{sqlite3_value_int64(values[i])});
        break;
      case SQLITE_TEXT:
        sum.add(std::string_view(reinterpret_cast<const char*>(sqlite3_value_text(values[i])), size));
        break;
      case SQLITE_BLOB:
        sum.add(std::span(static_cast<const std::byte*>(sqlite3_value_blob(values[i])), size));
        break;
      case SQLITE_FLOAT:
        sum.add(sqlite3_value_double(values[i]));
        break;
      default:
        sum.add(std::numeric_limits<double>::quiet_NaN());
    }
  }
  sqlite3_result_int64(context, sum.value());
}

/// Makes the checksums of all rows right again, so that what a row says is judged. The header's stays as it was.
inline void reseal(sqlite3* database) {
  sqlite3_create_function(database, "crc_of", -1, SQLITE_UTF8, nullptr, calc_checksum, nullptr, nullptr);
  for (const recording_format::Table& table : recording_format::kTables) {
    std::string columns;
    sqlite3_stmt* row = nullptr;
    sqlite3_prepare_v2(database, ("SELECT * FROM " + std::string(table.name)).c_str(), -1, &row, nullptr);
    for (int i = 0; i + 1 < sqlite3_column_count(row); ++i) {
      columns += (columns.empty() ? "" : ", ") + std::string(sqlite3_column_name(row, i));
    }
    sqlite3_finalize(row);
    // A table that is not there, or another one, stays as it is.
    const std::string sql = "UPDATE " + std::string(table.name) + " SET crc = crc_of(" + columns + ")";
    sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr);
  }
}

}  // namespace carom::test
