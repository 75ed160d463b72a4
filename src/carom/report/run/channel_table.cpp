#include "carom/report/run/channel_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {

float to_single(double value) {
  // Asked first: a comparison with NaN is an invalid operation, and the conversion of a large number an overflow.
  if (!std::isfinite(value) || std::abs(value) > static_cast<double>(std::numeric_limits<float>::max())) {
    return std::numeric_limits<float>::quiet_NaN();
  }
  return static_cast<float>(value);
}

ChannelTable::ChannelTable(std::size_t channels, std::int64_t samples, std::int64_t budget) : channels_(channels) {
  const auto width = static_cast<std::int64_t>(channels);
  if (samples > 0 && samples > budget / width) {
    const std::int64_t stretches = std::max<std::int64_t>(budget / (2 * width), 1);
    stretch_ = (samples + stretches - 1) / stretches;
  }
  // Two rows a stretch; a stretch of two samples or fewer would gain nothing.
  if (stretch_ <= 2) stretch_ = 1;
  const std::int64_t rows = stretch_ == 1 ? samples : 2 * ((samples + stretch_ - 1) / stretch_);
  capacity_ = static_cast<std::size_t>(rows);
  extremes_.resize(stretch_ == 1 ? 0 : channels - 1);
  time_.resize(capacity_);
  numbers_.resize(capacity_ * (channels - 1));
}

void ChannelTable::add(const SampleBlock& block) {
  if (block.count == 0) return;
  const auto copy_sample = [&](std::size_t sample, std::vector<double>& values) {
    values.resize(channels_);
    for (std::size_t c = 0; c < channels_; ++c) values[c] = block.column(c)[sample];
  };
  if (first_.empty()) copy_sample(0, first_);
  copy_sample(block.count - 1, last_);
  if (stretch_ == 1) {
    add_whole(block);
  } else {
    add_stretches(block);
  }
}

void ChannelTable::add_whole(const SampleBlock& block) {
  const std::size_t count = std::min(block.count, capacity_ - filled_);
  std::copy_n(block.column(0).begin(), count, time_.begin() + static_cast<std::ptrdiff_t>(filled_));
  for (std::size_t c = 1; c < channels_; ++c) {
    float* const to = numbers_.data() + (c - 1) * capacity_ + filled_;
    std::ranges::transform(block.column(c).first(count), to, to_single);
  }
  filled_ += count;
}

void ChannelTable::add_stretches(const SampleBlock& block) {
  for (std::size_t start = 0; start < block.count;) {
    const auto left = static_cast<std::size_t>(stretch_ - in_stretch_);
    const std::size_t count = std::min(left, block.count - start);
    const std::span<const double> time = block.column(0).subspan(start, count);
    if (in_stretch_ == 0) stretch_start_ = time.front();
    stretch_end_ = time.back();
    for (std::size_t c = 1; c < channels_; ++c) {
      include(block.column(c).subspan(start, count), in_stretch_, extremes_[c - 1]);
    }
    in_stretch_ += static_cast<std::int64_t>(count);
    start += count;
    if (in_stretch_ == stretch_) end_stretch();
  }
}

void ChannelTable::include(std::span<const double> values, std::int64_t first, Extremes& extremes) const {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double value = values[i];
    if (std::isnan(value)) continue;
    const std::int64_t at = first + static_cast<std::int64_t>(i);
    if (extremes.empty || value < extremes.low) extremes.low = value, extremes.low_at = at;
    if (extremes.empty || value > extremes.high) extremes.high = value, extremes.high_at = at;
    extremes.empty = false;
  }
}

void ChannelTable::end_stretch() {
  if (in_stretch_ == 0 || filled_ + 2 > capacity_) return;
  time_[filled_] = stretch_start_;
  time_[filled_ + 1] = stretch_end_;
  for (std::size_t c = 0; c < extremes_.size(); ++c) {
    const Extremes& extremes = extremes_[c];
    const bool low_first = extremes.low_at <= extremes.high_at;
    const double gap = std::numeric_limits<double>::quiet_NaN();
    float* const to = numbers_.data() + c * capacity_ + filled_;
    to[low_first ? 0 : 1] = to_single(extremes.empty ? gap : extremes.low);
    to[low_first ? 1 : 0] = to_single(extremes.empty ? gap : extremes.high);
  }
  std::ranges::fill(extremes_, Extremes{});
  filled_ += 2;
  in_stretch_ = 0;
}

void ChannelTable::finish() {
  if (stretch_ > 1) end_stretch();
  if (filled_ == capacity_) return;
  // Columns move together.
  for (std::size_t c = 0; c + 1 < channels_; ++c) {
    std::copy_n(numbers_.begin() + static_cast<std::ptrdiff_t>(c * capacity_), filled_,
                numbers_.begin() + static_cast<std::ptrdiff_t>(c * filled_));
  }
  capacity_ = filled_;
  time_.resize(filled_);
  numbers_.resize(filled_ * (channels_ - 1));
}

}  // namespace carom
