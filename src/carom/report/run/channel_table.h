#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "carom/recording/recording_reader.h"

namespace carom {

/// The samples of a recording as a page holds them: all of them up to a budget of numbers; beyond it, of every stretch
/// of samples, each channel's lowest and highest number, in the order in which they came. A gap (NaN) in a stretch is
/// seen only where the whole stretch is one.
class ChannelTable {
 public:
  static constexpr std::int64_t kUsualBudget = 8'000'000;  // numbers

  /// The first channel is the time.
  ChannelTable(std::size_t channels, std::int64_t samples, std::int64_t budget = kUsualBudget);

  /// The blocks of the recording, in order.
  void add(const SampleBlock& block);
  /// After the last block; a recording may turn out to hold fewer samples than it was said to.
  void finish();

  [[nodiscard]] std::size_t rows() const { return time_.size(); }
  [[nodiscard]] std::size_t channels() const { return channels_; }
  [[nodiscard]] std::span<const double> time() const { return time_; }
  /// All channels but the time, one after another.
  [[nodiscard]] std::span<const float> numbers() const { return numbers_; }
  /// Of a channel of the recording; not for the time.
  [[nodiscard]] std::span<const float> column(std::size_t channel) const {
    return std::span(numbers_).subspan((channel - 1) * rows(), rows());
  }

  /// Every channel at the first and the last sample, to all digits; empty where there are no samples.
  [[nodiscard]] std::span<const double> first_sample() const { return first_; }
  [[nodiscard]] std::span<const double> last_sample() const { return last_; }

 private:
  // The extremes of a channel in the stretch that is being read.
  struct Extremes {
    double low{}, high{};
    std::int64_t low_at{}, high_at{};
    bool empty{true};
  };

  void add_whole(const SampleBlock& block);
  void add_stretches(const SampleBlock& block);
  void include(std::span<const double> values, std::int64_t first, Extremes& extremes) const;
  void end_stretch();

  std::size_t channels_;
  std::int64_t stretch_{1};    // samples
  std::size_t capacity_{};     // rows
  std::size_t filled_{};       // rows
  std::int64_t in_stretch_{};  // samples of the stretch that is being read
  std::vector<Extremes> extremes_;
  double stretch_start_{}, stretch_end_{};  // [s]
  std::vector<double> time_;
  std::vector<float> numbers_;
  std::vector<double> first_, last_;
};

/// A gap where a number is too large for single precision.
[[nodiscard]] float to_single(double value);

}  // namespace carom
