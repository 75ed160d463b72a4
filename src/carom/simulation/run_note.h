#pragma once

#include <string>

namespace carom {

/// Something that a run has to say beside its results.
struct RunNote {
  enum class Kind {
    EnergyGained,  // a law of impact created energy
    NoSolution,    // rigid contacts had no forces that agree with their motion
    SeveralSolutions,
    LawReplaced  // more contacts collided at once than their laws can be followed for
  };
  Kind kind{};
  double time{};           // [s]
  std::string contact{};   // where
  double energy{};         // gained  [J]
  std::string sentence{};  // for people, with all of the above
};

}  // namespace carom
