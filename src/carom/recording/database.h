#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "carom/recording/checksum.h"

struct sqlite3;
struct sqlite3_stmt;

/// As much of SQLite as recordings need.
namespace carom::sqlite {

class Error : public std::runtime_error {
 public:
  Error(const std::string& sentence, int code, int system_error)
      : std::runtime_error(sentence), code_(code), system_error_(system_error) {}
  /// What the file holds is at fault, rather than the way to it.
  [[nodiscard]] bool is_about_content() const;
  [[nodiscard]] int code() const { return code_; }
  [[nodiscard]] int system_error() const { return system_error_; }  // errno; 0: none

 private:
  int code_;
  int system_error_;
};

/// One prepared SQL statement.
class Statement {
 public:
  Statement(sqlite3* database, std::string_view sql);

  /// Each binds the next parameter. Texts and blobs must live until the statement is reset.
  Statement& bind(double value);
  Statement& bind(std::int64_t value);
  Statement& bind(std::string_view text);
  Statement& bind(std::span<const std::byte> blob);
  /// Of everything that was bound.
  [[nodiscard]] std::int64_t checksum() const { return sum_.value(); }
  Statement& bind_checksum() { return bind(checksum()); }

  [[nodiscard]] bool step();  // true: there is a row
  void run();                 // to the end, ready to be bound again

  /// Columns of the row. A value of another type is an Error.
  [[nodiscard]] std::int64_t integer(int column) const;
  [[nodiscard]] double real(int column) const;  // NULL, which is how SQLite keeps one, is NaN
  [[nodiscard]] std::string_view text(int column) const;
  [[nodiscard]] std::span<const std::byte> blob(int column) const;  // valid until the next step
  /// Whether the last column is the checksum of those before it.
  [[nodiscard]] bool has_good_checksum() const;

 private:
  void check(int code) const;
  void check_type(int column, int expected) const;
  void add_column(Checksum& sum, int column) const;

  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  sqlite3* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  int bound_{};
  Checksum sum_;  // of what is bound
};

class Database {
 public:
  enum class Access { ReadOnly, ReadWrite };
  Database(const std::filesystem::path& path, Access access);

  void execute(const std::string& sql);
  [[nodiscard]] Statement prepare(std::string_view sql) { return {database_.get(), sql}; }
  [[nodiscard]] std::int64_t query_integer(std::string_view sql);

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace carom::sqlite
