#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// Which side of the account a row stands on.
enum class LedgerKind {
  Stored,      // energy that the mechanism has now: kinetic, potential, in springs
  Dissipated,  // lost for good since the start, by damping; negative: a law that created energy
  Work,        // put in from outside since the start: motors, driven joints, given forces
  Numerical    // put in by the method itself: by projection onto the constraints
};

struct LedgerRow {
  std::string name;
  LedgerKind kind{LedgerKind::Stored};
  double value{};  // [J]
};

/// The energy account of a run at one moment: stored + dissipated − work − numerical = what was stored at the start.
/// What is missing from that is the residual, the error of the integration.
struct Ledger {
  double time{};     // [s]
  double initial{};  // stored at the start  [J]
  double scale{};    // largest energy that has moved so far, to measure the residual by  [J]
  std::vector<LedgerRow> rows;

  [[nodiscard]] double total(LedgerKind kind) const;
  /// The first row of this name; null where there is none.
  [[nodiscard]] const LedgerRow* find(std::string_view name) const;
  [[nodiscard]] double residual() const;  // [J]
  /// |residual| / scale, but not less than a millionth of what the rows hold; 0 where there is no energy.
  [[nodiscard]] double relative_residual() const;
};

/// "stored", "dissipated", "work", "numerical"
[[nodiscard]] const char* kind_name(LedgerKind kind);

/// The account as an aligned table, with its residual, for people to read.
[[nodiscard]] std::string format_ledger(const Ledger& ledger);

}  // namespace carom
