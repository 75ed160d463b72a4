#pragma once

#include <cmath>
#include <cstdint>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace carom::testing_support {

/// Keeps the largest error of a battery, as part of the scale of the terms that were added, and where it was found.
class WorstOffender {
 public:
  explicit WorstOffender(std::string what) : what_(std::move(what)) {}

  void note(double error, double scale, std::uint64_t seed, const char* element, int number) {
    const double ratio = error == 0.0 ? 0.0 : std::abs(error) / scale;
    ++count_;
    // Written so that a NaN is the worst of all.
    if (ratio <= worst_) return;
    worst_ = ratio;
    where_ = fmt::format("tree {}, {} {}: error {:.3g} of {:.3g}", seed, element, number, error, scale);
  }

  void expect_below(double tolerance) const {
    EXPECT_GT(count_, 0) << what_ << ": nothing was compared";
    EXPECT_LT(worst_, tolerance) << what_ << ", worst: " << where_;
    fmt::print("  {}: worst {:.2g} of the scale in {} values ({})\n", what_, worst_, count_, where_);
  }

 private:
  std::string what_;
  double worst_{};
  long count_{};
  std::string where_{"none"};
};

}  // namespace carom::testing_support
