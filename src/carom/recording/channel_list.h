#pragma once

#include <span>
#include <string>
#include <vector>

#include "carom/recording/recording.h"
#include "carom/simulation/observer.h"

namespace carom {

/// Pressure and shear traction over a contact that is a patch, one channel an element each.
struct RecordedMap {
  std::string contact{};
  int slot{};            // of the contact
  int num_x{}, num_y{};  // elements of its grid
};

/// What of a mechanism is recorded, besides the time.
struct ChannelSelection {
  bool joints{true};                // positions and velocities
  bool ledger{true};                // every row, and the residual
  bool forces{false};               // drive efforts and constraint forces; each sample costs an evaluation of the rate
  std::vector<std::string> bodies;  // motion in the world
  bool contacts{true};              // of the contacts given; each sample costs an evaluation of the rate
  std::vector<RecordedMap> maps{};  // as of the step that a sample is in or ends
};

/// Which numbers a sample consists of.
class ChannelList {
 public:
  /// The ledger and the names of contacts are those of a simulation of the model. Throws InputError with the nearest
  /// name for an unknown body.
  ChannelList(const Model& model, const Ledger& ledger, const ChannelSelection& selection = {},
              std::span<const std::string> contact_names = {});

  /// The time is the first.
  [[nodiscard]] const std::vector<Channel>& channels() const { return channels_; }

  /// Writes one sample; allocates nothing. Forces that cannot be found are NaN.
  void fill(const Moment& moment, std::span<double> values);

 private:
  void add(std::vector<Channel> channels);
  [[nodiscard]] double* append_forces(const Moment& moment, bool known, double* next) const;

  ChannelSelection selection_;
  std::vector<Channel> channels_;
  std::vector<int> bodies_;  // numbers of the selected bodies
  std::vector<int> driven_;  // places in v of driven joints
  bool contacts_{};
};

}  // namespace carom
