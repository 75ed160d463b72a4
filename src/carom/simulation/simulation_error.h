#pragma once

#include <stdexcept>
#include <string>

namespace carom {

/// A simulation that cannot go on: what() says when, where and what to try. Its state is that of the last good step.
class SimulationError : public std::runtime_error {
 public:
  SimulationError(double time, const std::string& sentence) : std::runtime_error(sentence), time_(time) {}

  [[nodiscard]] double time() const { return time_; }  // [s]

 private:
  double time_;
};

}  // namespace carom
