#include "carom/simulation/run_note.h"

#include "carom/simulation/contacts/contact_report_numbers.h"

namespace carom {
namespace {

constexpr double kMostListed = 1e6;  // of contacts or solutions

void append_solution(const RunNote::Solution& solution, std::vector<double>& numbers) {
  append_text(solution.modes, numbers);
  for (const auto* forces : {&solution.normal_forces, &solution.friction_forces}) {
    numbers.push_back(static_cast<double>(forces->size()));
    numbers.insert(numbers.end(), forces->begin(), forces->end());
  }
}

RunNote::Solution take_solution(NumberReader& left) {
  RunNote::Solution solution{.modes = left.take_text()};
  for (auto* forces : {&solution.normal_forces, &solution.friction_forces}) {
    const std::span<const double> all = left.take(left.take_count(kMostListed));
    forces->assign(all.begin(), all.end());
  }
  return solution;
}

}  // namespace

void append_note(const RunNote& note, std::vector<double>& numbers) {
  numbers.insert(numbers.end(), {static_cast<double>(note.kind), note.time, note.energy});
  append_text(note.contact, numbers);
  append_text(note.sentence, numbers);
  append_text(note.policy, numbers);
  numbers.push_back(static_cast<double>(note.contacts.size()));
  for (const std::string& contact : note.contacts) append_text(contact, numbers);
  numbers.push_back(static_cast<double>(note.solutions.size()));
  for (const RunNote::Solution& solution : note.solutions) append_solution(solution, numbers);
}

RunNote take_note(NumberReader& left) {
  RunNote note{.kind = static_cast<RunNote::Kind>(left.take_count(static_cast<double>(RunNote::kLastKind)))};
  note.time = left.take();
  note.energy = left.take();
  note.contact = left.take_text();
  note.sentence = left.take_text();
  note.policy = left.take_text();
  const std::size_t contacts = left.take_count(kMostListed);
  for (std::size_t i = 0; i < contacts && !left.failed(); ++i) note.contacts.push_back(left.take_text());
  const std::size_t solutions = left.take_count(kMostListed);
  for (std::size_t i = 0; i < solutions && !left.failed(); ++i) note.solutions.push_back(take_solution(left));
  return note;
}

}  // namespace carom
