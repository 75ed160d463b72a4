#pragma once

#include <bit>
#include <cstdint>

#include "carom/simulation/observer.h"

namespace carom::simulation_tests {

/// Takes every bit of every shown state and ledger into one number (FNV-1a over 64-bit words).
class TrajectoryHash : public Observer {
 public:
  bool observe(const Moment& moment) override {
    add(moment.state.time);
    for (const double value : moment.state.q) add(value);
    for (const double value : moment.state.v) add(value);
    for (const LedgerRow& row : moment.ledger.rows) add(row.value);
    return true;
  }
  [[nodiscard]] std::uint64_t value() const { return hash_; }

 private:
  void add(double value) { hash_ = (hash_ ^ std::bit_cast<std::uint64_t>(value)) * 1099511628211ULL; }

  std::uint64_t hash_{14695981039346656037ULL};
};

}  // namespace carom::simulation_tests
