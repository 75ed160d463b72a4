#pragma once

#include <string>

namespace carom {

/// Something that a run has to say beside its results.
struct RunNote {
  enum class Kind {
    EnergyGained,  // a law of impact created energy
    NoSolution,    // rigid contacts had no forces that agree with their motion
    SeveralSolutions,
    LawReplaced,  // contacts collided in another form than that of their laws: of one contact alone, or without
                  // impulses
    Assembled,    // loops did not close as given, or velocities did not fit them: what was moved
    DriveJump     // the speed of a driven joint jumped, which acted as an impulse: once for each joint
  };
  Kind kind{};
  double time{};           // [s]
  std::string contact{};   // where
  double energy{};         // gained  [J]
  std::string sentence{};  // for people, with all of the above
};

}  // namespace carom
