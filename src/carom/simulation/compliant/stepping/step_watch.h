#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "carom/simulation/compliant/compliant_contacts.h"

namespace carom {

class NumberReader;

/// What fixed steps did to contacts that shorter steps would not have done, so that it is never silent.
class StepWatch {
 public:
  enum class Trouble {
    Hidden,   // bodies touched and parted within one step
    TooDeep,  // one step carried bodies deeper than their impact could press them, or deeper than their own size
    kCount
  };

  explicit StepWatch(const CompliantContacts& contacts);

  /// The size of the smaller shape of a slot: half of its least extent. Infinite where neither has one.  [m]
  [[nodiscard]] double size(int slot) const { return sizes_[static_cast<std::size_t>(slot)]; }

  /// `measure` is the hidden depth [m], or the ratio of spring energy to impact energy [-].
  void note(Trouble trouble, int slot, double time, double measure);

  /// A sentence for every contact that had trouble.
  [[nodiscard]] std::vector<std::string> describe(double step) const;

  /// What was noted so far, for checkpoints.
  void append_numbers(std::vector<double>& numbers) const;
  void take_numbers(NumberReader& numbers);

 private:
  struct Record {
    std::int64_t count{};
    double first{};  // [s]
    double worst{};
  };
  [[nodiscard]] static std::size_t place(Trouble trouble, int slot) {
    return static_cast<std::size_t>(slot) * static_cast<std::size_t>(Trouble::kCount) +
           static_cast<std::size_t>(trouble);
  }

  const CompliantContacts& contacts_;
  std::vector<double> sizes_;  // [m]
  std::vector<Record> records_;
};

}  // namespace carom
