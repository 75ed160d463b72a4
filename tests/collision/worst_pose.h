#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace carom::testing_support {

/// 10,000 poses a pair take minutes: set CAROM_REFEREE_POSES for them.
inline std::uint64_t count_poses(std::uint64_t otherwise) {
  const char* wish = std::getenv("CAROM_REFEREE_POSES");
  return wish != nullptr ? std::strtoull(wish, nullptr, 10) : otherwise;
}

/// Keeps the largest error of many random poses, and which pose had it.
class WorstPose {
 public:
  explicit WorstPose(std::string what) : what_(std::move(what)) {}

  void note(double error, std::uint64_t seed) {
    ++count_;
    // Written so that a NaN is the worst of all.
    if (error <= worst_) return;
    worst_ = error;
    seed_ = seed;
  }
  void expect_below(double tolerance, long least_count = 1) const {
    EXPECT_GE(count_, least_count) << what_ << ": too little was compared";
    EXPECT_LT(worst_, tolerance) << what_ << ", worst in pose " << seed_;
    fmt::print("  {}: worst {:.2g} in {} values (pose {})\n", what_, worst_, count_, seed_);
  }

 private:
  std::string what_;
  double worst_{};
  long count_{};
  std::uint64_t seed_{};
};

}  // namespace carom::testing_support
