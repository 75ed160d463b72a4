#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "carom/dynamics/kinematics.h"
#include "carom/recording/recording_reader.h"

namespace carom {

/// Where all bodies of a mechanism were, found from the recorded coordinates of its joints: at every sample of a short
/// recording, at evenly chosen ones of a long one. The last sample is always there.
class PoseTable {
 public:
  static constexpr std::int64_t kMostFrames = 20'000;      // more than any eye can follow
  static constexpr std::int64_t kUsualBudget = 8'000'000;  // numbers
  static constexpr std::size_t kColumns = 7;               // x, y, z [m], w, x, y, z

  /// None where the recording does not hold the positions of all joints. The model must outlive the table.
  [[nodiscard]] static std::optional<PoseTable> make(const Model& model, std::span<const Channel> channels,
                                                     std::int64_t samples);

  /// The blocks of the recording, in order.
  void add(const SampleBlock& block);
  void finish();

  [[nodiscard]] std::size_t frames() const { return time_.size(); }
  [[nodiscard]] std::span<const double> time() const { return time_; }
  /// Bodies without the world, seven columns each, column after column.
  [[nodiscard]] std::span<const float> numbers() const { return numbers_; }
  /// A column of a body; the first body after the world is number 0. x, y, z are 0 to 2.
  [[nodiscard]] std::span<const float> column(int body, std::size_t column) const {
    return std::span(numbers_).subspan((static_cast<std::size_t>(body) * kColumns + column) * frames(), frames());
  }

 private:
  PoseTable(const Model& model, std::vector<std::size_t> coordinates, std::int64_t samples);
  void add_frame(const SampleBlock& block, std::size_t sample);

  const Model* model_;
  Kinematics kinematics_;
  std::vector<std::size_t> coordinates_;  // the channel of each coordinate in q
  std::int64_t samples_;
  std::int64_t stride_{1};  // samples from frame to frame
  std::size_t capacity_{};  // frames
  VectorX q_, v_;
  std::vector<double> time_;
  std::vector<float> numbers_;
};

}  // namespace carom
