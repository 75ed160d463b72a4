#include "carom/report/run/run_verdict.h"

#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "carom/simulation/run_note.h"

namespace carom {
namespace {

constexpr std::size_t kMostNotes = 20;
std::string read_text(const nlohmann::json& data, const char* key) {
  const auto found = data.find(key);
  return found != data.end() && found->is_string() ? found->get<std::string>() : std::string();
}

double read_number(const nlohmann::json& data, const char* key) {
  const auto found = data.find(key);
  return found != data.end() && found->is_number() ? found->get<double>() : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

bool RunVerdict::takes(const RecordedEvent& event) {
  const bool is_note = is_name_of_note(event.kind);
  if (!is_note && event.kind != "verdict" && event.kind != "warning") return false;
  if (is_note && ++num_notes > static_cast<std::int64_t>(kMostNotes)) return false;
  nlohmann::json data = nlohmann::json::parse(event.data, nullptr, /*allow_exceptions=*/false);
  if (!data.is_object()) data = nlohmann::json::object();
  if (is_note) {
    notes.push_back(read_text(data, "sentence"));
  } else if (event.kind == "warning") {
    warnings.push_back(read_text(data, "sentence"));
  } else {
    grade = read_text(data, "grade");
    sentence = read_text(data, "sentence");
    error = read_number(data, "error");
    warning_limit = read_number(data, "warning_limit");
    failing_limit = read_number(data, "failing_limit");
  }
  return !is_note;
}

}  // namespace carom
