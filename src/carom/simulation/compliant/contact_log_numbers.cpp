// What a contact log remembers, as numbers for a checkpoint.
#include <array>
#include <cmath>

#include "carom/simulation/compliant/contact_log.h"

namespace carom {
namespace {

constexpr std::size_t kEventSize = 9;

void append(const std::vector<ContactEvent>& events, std::vector<double>& numbers) {
  numbers.push_back(static_cast<double>(events.size()));
  for (const ContactEvent& event : events) {
    numbers.insert(numbers.end(),
                   {static_cast<double>(event.kind), event.time, event.approach_speed, event.separation_speed,
                    event.duration, event.peak_force, event.peak_depth, event.slip_speed, event.energy});
  }
}

// Takes numbers from the front, as long as there are any.
class Numbers {
 public:
  explicit Numbers(std::span<const double> left) : left_(left) {}

  [[nodiscard]] std::span<const double> take(std::size_t count) {
    if (count > left_.size()) {
      failed_ = true;
      return {};
    }
    const std::span<const double> taken = left_.first(count);
    left_ = left_.subspan(count);
    return taken;
  }
  [[nodiscard]] double take() {
    const std::span<const double> one = take(1);
    return one.empty() ? 0.0 : one.front();
  }
  /// A whole number from 0 to `most`.
  [[nodiscard]] std::size_t take_count(double most) {
    const double count = take();
    if (!(count >= 0.0) || count > most || count != std::floor(count)) {
      failed_ = true;
      return 0;
    }
    return static_cast<std::size_t>(count);
  }
  void take_events(int slot, std::vector<ContactEvent>& events) {
    const std::size_t count = take_count(static_cast<double>(left_.size()) / kEventSize);
    events.clear();
    for (std::size_t i = 0; i < count && !failed_; ++i) {
      const auto kind =
          static_cast<ContactEvent::Kind>(take_count(static_cast<double>(ContactEvent::Kind::FrictionGain)));
      const std::span<const double> n = take(kEventSize - 1);
      if (failed_) return;
      events.push_back({kind, slot, n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7]});
    }
  }
  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] bool empty() const { return left_.empty(); }

 private:
  std::span<const double> left_;
  bool failed_{};
};

}  // namespace

void ContactLog::save(std::vector<double>& numbers) const {
  numbers.clear();
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const Slot& own = slots_[i];
    const ContactReport& report = reports_[i];
    numbers.insert(numbers.end(), {static_cast<double>(report.episodes), static_cast<double>(report.slips),
                                   report.max_depth, own.peak.force, own.peak.depth, static_cast<double>(own.hold)});
    for (const PassivityMonitor* monitor : {&own.damping, &own.friction}) {
      std::array<double, PassivityMonitor::kSize> state{};
      monitor->save(state);
      numbers.insert(numbers.end(), state.begin(), state.end());
    }
    append(report.impacts, numbers);
    append(report.gains, numbers);
  }
}

bool ContactLog::restore(std::span<const double> numbers) {
  constexpr double kMostCounted = 1LL << 53;
  Numbers left(numbers);
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    Slot& own = slots_[i];
    ContactReport& report = reports_[i];
    report.episodes = static_cast<std::int64_t>(left.take_count(kMostCounted));
    report.slips = static_cast<std::int64_t>(left.take_count(kMostCounted));
    report.max_depth = left.take();
    own.peak = {left.take(), left.take()};
    own.hold = static_cast<Hold>(left.take_count(static_cast<double>(Hold::Slip)));
    for (PassivityMonitor* monitor : {&own.damping, &own.friction}) {
      const std::span<const double> state = left.take(PassivityMonitor::kSize);
      if (!left.failed()) monitor->restore(state.first<PassivityMonitor::kSize>());
    }
    left.take_events(static_cast<int>(i), report.impacts);
    left.take_events(static_cast<int>(i), report.gains);
  }
  return !left.failed() && left.empty();
}

}  // namespace carom
