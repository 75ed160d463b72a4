#include "carom/simulation/run_note.h"

#include <algorithm>
#include <array>

#include "carom/simulation/contacts/contact_report_numbers.h"

namespace carom {
namespace {

constexpr double kMostListed = 1e6;  // of contacts or solutions

// In the order of the enumeration.
constexpr std::array<std::string_view, static_cast<std::size_t>(RunNote::kLastKind) + 1> kNames{
    "energy-gained", "no-solution",     "several-solutions", "law-replaced",        "assembled",
    "drive-jump",    "modes-not-found", "singular-position", "tolerance-tightened", "stepping-fallback"};

struct Append {
  std::vector<double>& numbers;

  void operator()(const char* /*key*/, double value) const { numbers.push_back(value); }
  void operator()(const char* /*key*/, const std::string& text) const { append_text(text, numbers); }
  template <class Value>
  void operator()(const char* key, const std::vector<Value>& values) const {
    numbers.push_back(static_cast<double>(values.size()));
    for (const Value& value : values) (*this)(key, value);
  }
  void operator()(const char* /*key*/, const RunNote::Solution& solution) const {
    visit_solution_fields(solution, *this);
  }
};

struct Take {
  NumberReader& left;

  void operator()(const char* /*key*/, double& value) const { value = left.take(); }
  void operator()(const char* /*key*/, std::string& text) const { text = left.take_text(); }
  template <class Value>
  void operator()(const char* key, std::vector<Value>& values) const {
    const std::size_t count = left.take_count(kMostListed);
    for (std::size_t i = 0; i < count && !left.failed(); ++i) (*this)(key, values.emplace_back());
  }
  void operator()(const char* /*key*/, RunNote::Solution& solution) const { visit_solution_fields(solution, *this); }
};

}  // namespace

std::string_view name_of(RunNote::Kind kind) { return kNames[static_cast<std::size_t>(kind)]; }

bool is_name_of_note(std::string_view name) { return std::ranges::find(kNames, name) != kNames.end(); }

void append_note(const RunNote& note, std::vector<double>& numbers) {
  numbers.insert(numbers.end(), {static_cast<double>(note.kind), note.time});
  append_text(note.contact, numbers);
  visit_fields(note, Append{numbers});
}

RunNote take_note(NumberReader& left) {
  RunNote note{.kind = static_cast<RunNote::Kind>(left.take_count(static_cast<double>(RunNote::kLastKind)))};
  note.time = left.take();
  note.contact = left.take_text();
  visit_fields(note, Take{left});
  return note;
}

}  // namespace carom
