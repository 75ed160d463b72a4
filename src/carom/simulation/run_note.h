#pragma once

#include <string>

namespace carom {

/// Something that a run has to say beside its results.
struct RunNote {
  enum class Kind {
    EnergyGained,  // a law of impact created energy
    NoSolution,    // rigid contacts had no forces that agree with their motion
    SeveralSolutions,
    LawReplaced,  // contacts that collided at once were too many for their laws, or found no impulses by them together
    Assembled,    // loops did not close as given, or velocities did not fit them: what was moved
    DriveJump,    // the speed of a driven joint jumped, which acted as an impulse: once for each joint
    SingularPosition,   // a loop came to where rounding decides how it moves on: once for each constraint
    ToleranceTightened  // contacts are too stiff for the tolerances asked for
  };
  static constexpr Kind kLastKind = Kind::ToleranceTightened;
  Kind kind{};
  double time{};           // [s]
  std::string contact{};   // where
  double energy{};         // gained  [J]
  std::string sentence{};  // for people, with all of the above
};

}  // namespace carom
