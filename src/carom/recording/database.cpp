#include "carom/recording/database.h"

#include <cstring>
#include <limits>

#include <fmt/format.h>
#include <sqlite3.h>

namespace carom::sqlite {
namespace {

// Not std::bad_alloc: SQLite believes the sizes that it finds in a damaged file.
[[noreturn]] void fail_without_memory() {
  throw Error("there is no memory for what the file says it holds; it is damaged, or too large", SQLITE_NOMEM, 0);
}

[[noreturn]] void fail(sqlite3* database, int code) {
  if (code == SQLITE_NOMEM) fail_without_memory();
  const int system_error = database != nullptr ? sqlite3_system_errno(database) : 0;
  std::string sentence = database != nullptr ? sqlite3_errmsg(database) : sqlite3_errstr(code);
  if (system_error != 0) sentence += fmt::format(" ({})", std::strerror(system_error));
  throw Error(sentence, code, system_error);
}

// A path as a URI: SQLite takes options only there.
std::string make_uri(const std::filesystem::path& path, std::string_view options) {
  std::string uri = "file:";
  for (const char letter : std::filesystem::absolute(path).string()) {
    const bool plain = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                       (letter >= '0' && letter <= '9') || letter == '/' || letter == '.' || letter == '-';
    uri += plain ? std::string(1, letter) : fmt::format("%{:02X}", static_cast<unsigned char>(letter));
  }
  return uri.append("?").append(options);
}

}  // namespace

bool Error::is_about_content() const {
  switch (code_ & 0xff) {
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
    case SQLITE_NOMEM:
    case SQLITE_MISMATCH:
    case SQLITE_TOOBIG:
    case SQLITE_ERROR:
    case SQLITE_AUTH:
      return true;
    default:
      return false;
  }
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
void Database::Close::operator()(sqlite3* database) const { sqlite3_close(database); }

Statement::Statement(sqlite3* database, std::string_view sql) : database_(database) {
  sqlite3_stmt* statement = nullptr;
  check(sqlite3_prepare_v2(database, sql.data(), static_cast<int>(sql.size()), &statement, nullptr));
  statement_.reset(statement);
}

void Statement::check(int code) const {
  if (code != SQLITE_OK) fail(database_, code);
}

Statement& Statement::bind(double value) {
  sum_.add(value);
  check(sqlite3_bind_double(statement_.get(), ++bound_, value));
  return *this;
}
Statement& Statement::bind(std::int64_t value) {
  sum_.add(value);
  check(sqlite3_bind_int64(statement_.get(), ++bound_, value));
  return *this;
}
Statement& Statement::bind(std::string_view text) {
  sum_.add(text);
  // Without an address SQLite would take the empty text for NULL.
  const char* const data = text.empty() ? "" : text.data();
  check(sqlite3_bind_text64(statement_.get(), ++bound_, data, text.size(), SQLITE_STATIC, SQLITE_UTF8));
  return *this;
}
Statement& Statement::bind(std::span<const std::byte> blob) {
  sum_.add(blob);
  const void* const data = blob.empty() ? static_cast<const void*>("") : blob.data();
  check(sqlite3_bind_blob64(statement_.get(), ++bound_, data, blob.size(), SQLITE_STATIC));
  return *this;
}

bool Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code != SQLITE_ROW && code != SQLITE_DONE) fail(database_, code);
  return code == SQLITE_ROW;
}

void Statement::run() {
  // Reset also after a failure, which would otherwise keep its transaction alive.
  const int code = sqlite3_step(statement_.get());
  const std::string sentence = sqlite3_errmsg(database_);
  const int system_error = sqlite3_system_errno(database_);
  sqlite3_reset(statement_.get());
  bound_ = 0;
  sum_ = {};
  if (code == SQLITE_DONE || code == SQLITE_ROW) return;
  if (code == SQLITE_NOMEM) fail_without_memory();
  throw Error(system_error == 0 ? sentence : fmt::format("{} ({})", sentence, std::strerror(system_error)), code,
              system_error);
}

void Statement::check_type(int column, int expected) const {
  if (sqlite3_column_type(statement_.get(), column) == expected) return;
  throw Error(fmt::format("column '{}' holds a value of another type", sqlite3_column_name(statement_.get(), column)),
              SQLITE_MISMATCH, 0);
}

std::int64_t Statement::integer(int column) const {
  check_type(column, SQLITE_INTEGER);
  return sqlite3_column_int64(statement_.get(), column);
}
double Statement::real(int column) const {
  if (sqlite3_column_type(statement_.get(), column) == SQLITE_NULL) return std::numeric_limits<double>::quiet_NaN();
  check_type(column, SQLITE_FLOAT);
  return sqlite3_column_double(statement_.get(), column);
}
std::string_view Statement::text(int column) const {
  check_type(column, SQLITE_TEXT);
  const auto* const letters = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));  // NOLINT
  if (letters == nullptr) fail_without_memory();
  return {letters, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}
std::span<const std::byte> Statement::blob(int column) const {
  check_type(column, SQLITE_BLOB);
  const auto* const data = static_cast<const std::byte*>(sqlite3_column_blob(statement_.get(), column));
  const int size = sqlite3_column_bytes(statement_.get(), column);
  if (data == nullptr && size > 0) fail_without_memory();
  return {data, static_cast<std::size_t>(size)};
}

void Statement::add_column(Checksum& sum, int column) const {
  switch (sqlite3_column_type(statement_.get(), column)) {
    case SQLITE_INTEGER:
      return sum.add(integer(column));
    case SQLITE_TEXT:
      return sum.add(text(column));
    case SQLITE_BLOB:
      return sum.add(blob(column));
    default:
      return sum.add(real(column));
  }
}

bool Statement::has_good_checksum() const {
  const int last = sqlite3_column_count(statement_.get()) - 1;
  Checksum sum;
  for (int column = 0; column < last; ++column) add_column(sum, column);
  return integer(last) == sum.value();
}

Database::Database(const std::filesystem::path& path, Access access) {
  const int flags = SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE |
                    (access == Access::ReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE);
  const auto open = [&](const std::string& uri) {
    sqlite3* database = nullptr;
    const int code = sqlite3_open_v2(uri.c_str(), &database, flags, nullptr);
    database_.reset(database);
    if (code != SQLITE_OK) fail(database, code);
    sqlite3_busy_timeout(database, 2000);
    // A file may come from anyone: what it declares is not run, and what it says of itself is not believed.
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    sqlite3_limit(database, SQLITE_LIMIT_LENGTH, 1 << 29);
    execute("PRAGMA cell_size_check = ON");
    return query_integer("SELECT count(*) FROM sqlite_schema");
  };
  if (access == Access::ReadWrite) {
    open(make_uri(path, "mode=rw"));
    return;
  }
  try {
    open(make_uri(path, "mode=ro"));
  } catch (const Error& error) {
    // In a folder that cannot be written SQLite has no place for its index of the journal. Without a journal nothing
    // is missed by reading the file alone.
    const std::filesystem::path journal = path.string() + "-wal";
    std::error_code ignored;
    if (error.is_about_content() || !std::filesystem::is_regular_file(path, ignored) ||
        std::filesystem::exists(journal, ignored)) {
      throw;
    }
    open(make_uri(path, "mode=ro&immutable=1"));
  }
}

void Database::execute(const std::string& sql) {
  const int code = sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(database_.get(), code);
}

std::int64_t Database::query_integer(std::string_view sql) {
  Statement statement = prepare(sql);
  return statement.step() ? statement.integer(0) : 0;
}

}  // namespace carom::sqlite
