#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// Something that a run has to say beside its results.
struct RunNote {
  enum class Kind {
    EnergyGained,  // a law of impact created energy
    NoSolution,    // rigid contacts had no forces that agree with their motion
    SeveralSolutions,
    LawReplaced,         // contacts collided in another form than that of their laws: of one contact alone, or without
                         // impulses
    Assembled,           // loops did not close as given, or velocities did not fit them: what was moved
    DriveJump,           // the speed of a driven joint jumped, which acted as an impulse: once for each joint
    NotFound,            // no modes of rigid contacts were found, without a proof that there are none
    SingularPosition,    // a loop came to where rounding decides how it moves on: once for each constraint
    ToleranceTightened,  // contacts are too stiff for the tolerances asked for
    SteppingFallback     // an event-driven run continued in time steps: once for each reason
  };
  static constexpr Kind kLastKind = Kind::SteppingFallback;

  /// One way in which rigid contacts could go on, a number for each of `contacts`.
  struct Solution {
    std::string modes{};                    // S separate, 0 stick, x slide
    std::vector<double> normal_forces{};    // [N]
    std::vector<double> friction_forces{};  // their sizes  [N]

    [[nodiscard]] bool operator==(const Solution&) const = default;
  };

  Kind kind{};
  double time{};          // [s]
  std::string contact{};  // where
  // What follows is declared to those who write or read notes in visit_fields().
  double energy{};         // gained  [J]
  std::string sentence{};  // for people, with all of the above
  // Where rigid contacts have no solution, or several:
  std::vector<std::string> contacts{};  // all that are concerned
  std::string policy{};                 // what was done: "stop", "impact", …
  std::vector<Solution> solutions{};

  [[nodiscard]] bool operator==(const RunNote&) const = default;
};

/// "energy-gained", "no-solution", …: as files and pages have it.
[[nodiscard]] std::string_view name_of(RunNote::Kind kind);
[[nodiscard]] bool is_name_of_note(std::string_view name);

/// Shows each member but kind, time and contact with the key that files give it, which ends in its unit: the one
/// declaration for checkpoints and recordings. `Note` is a RunNote, const or not.
template <class Note, class Visit>
void visit_fields(Note& note, const Visit& visit) {
  visit("energy_J", note.energy);
  visit("sentence", note.sentence);
  visit("policy", note.policy);
  visit("contacts", note.contacts);
  visit("solutions", note.solutions);
}
template <class Solution, class Visit>
void visit_solution_fields(Solution& solution, const Visit& visit) {
  visit("modes", solution.modes);
  visit("normal_forces_N", solution.normal_forces);
  visit("friction_forces_N", solution.friction_forces);
}

class NumberReader;

/// As part of a checkpoint.
void append_note(const RunNote& note, std::vector<double>& numbers);
[[nodiscard]] RunNote take_note(NumberReader& left);

}  // namespace carom
