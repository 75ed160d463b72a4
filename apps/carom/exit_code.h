#pragma once

namespace carom::app {

/// What the program tells the shell. Scripts rely on these numbers: they do not change.
enum class ExitCode {
  Done = 0,
  InternalError = 1,  // a mistake of ours; the message asks for a report
  Usage = 2,
  UnreadableInput = 3,   // the file cannot be read as a scene: file:line:column
  SenselessInput = 4,    // the scene makes no sense: element, key, value, allowed range
  NumericalFailure = 5,  // what was recorded stays readable
  InputOutput = 6,
  LimitReached = 7,
  HungUp = 129,       // stopped cleanly by SIGHUP
  Interrupted = 130,  // stopped cleanly by SIGINT
  Terminated = 143,   // stopped cleanly by SIGTERM
};

}  // namespace carom::app
