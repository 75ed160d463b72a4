#pragma once

#include <string>

namespace carom {

/// Something that a run has to say beside its results.
struct RunNote {
  enum class Kind {
    EnergyGained,  // a law of impact created energy
    NoSolution,    // rigid contacts had no forces that agree with their motion
    SeveralSolutions
  };
  Kind kind{};
  double time{};         // [s]
  std::string contact;   // where
  double energy{};       // gained  [J]
  std::string sentence;  // for people, with all of the above
};

}  // namespace carom
