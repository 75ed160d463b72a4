#include "carom/report/run/pose_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "carom/math/rotation.h"
#include "carom/recording/channel_names.h"
#include "carom/report/run/channel_table.h"

namespace carom {

std::optional<PoseTable> PoseTable::make(const Model& model, std::span<const Channel> channels, std::int64_t samples) {
  // Named as ChannelList names them: positions come right after the time.
  std::vector<Channel> wanted = name_positions(model);
  wanted.insert(wanted.begin(), {"time_s", "s", "time"});
  make_names_unique(wanted);
  std::unordered_map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < channels.size(); ++i) places.emplace(channels[i].name, i);
  std::vector<std::size_t> coordinates;
  for (std::size_t i = 1; i < wanted.size(); ++i) {
    const auto place = places.find(wanted[i].name);
    if (place == places.end()) return std::nullopt;
    coordinates.push_back(place->second);
  }
  return PoseTable(model, std::move(coordinates), samples);
}

PoseTable::PoseTable(const Model& model, std::vector<std::size_t> coordinates, std::int64_t samples)
    : model_(&model),
      kinematics_(model),
      coordinates_(std::move(coordinates)),
      samples_(samples),
      q_(model.num_positions()),
      v_(VectorX::Zero(model.num_velocities())) {
  const auto width = static_cast<std::int64_t>(kColumns) * std::max(model.num_bodies() - 1, 1);
  const std::int64_t most = std::clamp<std::int64_t>(kUsualBudget / width, 2, kMostFrames);
  stride_ = std::max<std::int64_t>((samples + most - 1) / most, 1);
  // One more: the last sample may lie between two strides.
  capacity_ = static_cast<std::size_t>((samples + stride_ - 1) / stride_ + 1);
  time_.reserve(capacity_);
  numbers_.resize(capacity_ * kColumns * static_cast<std::size_t>(model.num_bodies() - 1));
}

void PoseTable::add(const SampleBlock& block) {
  for (std::size_t sample = 0; sample < block.count; ++sample) {
    const std::int64_t number = block.first + static_cast<std::int64_t>(sample);
    const bool wanted = number % stride_ == 0 || number == samples_ - 1;
    if (wanted && time_.size() < capacity_) add_frame(block, sample);
  }
}

void PoseTable::add_frame(const SampleBlock& block, std::size_t sample) {
  bool finite = true;
  for (std::size_t i = 0; i < coordinates_.size(); ++i) {
    q_[static_cast<int>(i)] = block.column(coordinates_[i])[sample];
    finite = finite && std::isfinite(q_[static_cast<int>(i)]);
  }
  const std::size_t frame = time_.size();
  time_.push_back(block.column(0)[sample]);
  if (finite) calc_kinematics(*model_, q_, v_, kinematics_);
  for (int i = 1; i < model_->num_bodies(); ++i) {
    float* const first = numbers_.data() + static_cast<std::size_t>(i - 1) * kColumns * capacity_ + frame;
    const auto put = [&](std::size_t column, double value) { first[column * capacity_] = to_single(value); };
    if (!finite) {
      for (std::size_t column = 0; column < kColumns; ++column) put(column, std::numeric_limits<double>::quiet_NaN());
      continue;
    }
    const Vector3 p_WB = as_eigen(kinematics_.body(i).p_WB);
    Quaternion turn = quaternion_from_matrix(as_eigen(kinematics_.body(i).R_WB));
    // Of q and −q the nearer to the frame before, so that columns have no jumps.
    double along = 0.0;
    for (int k = 0; frame > 0 && k < 4; ++k) {
      const auto before = static_cast<double>(first[(3 + static_cast<std::size_t>(k)) * capacity_ - 1]);
      if (!std::isnan(before)) along += before * turn[k];
    }
    if (along < 0.0) turn = -turn;
    for (int k = 0; k < 3; ++k) put(static_cast<std::size_t>(k), p_WB[k]);
    for (int k = 0; k < 4; ++k) put(3 + static_cast<std::size_t>(k), turn[k]);
  }
}

void PoseTable::finish() {
  const std::size_t frames = time_.size();
  const std::size_t columns = capacity_ == 0 ? 0 : numbers_.size() / capacity_;
  for (std::size_t c = 0; c < columns; ++c) {
    std::copy_n(numbers_.begin() + static_cast<std::ptrdiff_t>(c * capacity_), frames,
                numbers_.begin() + static_cast<std::ptrdiff_t>(c * frames));
  }
  numbers_.resize(columns * frames);
  capacity_ = frames;
}

}  // namespace carom
