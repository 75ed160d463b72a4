#pragma once

#include <cfenv>

namespace carom::testing_support {

/// For a test that means to make NaN: floating-point traps are off in its scope.
class Untrapped {
 public:
  Untrapped() : traps_(fedisableexcept(FE_ALL_EXCEPT)) {}
  ~Untrapped() {
    feclearexcept(FE_ALL_EXCEPT);
    feenableexcept(traps_);
  }
  Untrapped(const Untrapped&) = delete;
  Untrapped& operator=(const Untrapped&) = delete;

 private:
  int traps_;
};

}  // namespace carom::testing_support
