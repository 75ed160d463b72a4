#include "carom/ledger/ledger.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

namespace carom {

double Ledger::total(LedgerKind kind) const {
  double sum = 0.0;
  for (const LedgerRow& row : rows) {
    if (row.kind == kind) sum += row.value;
  }
  return sum;
}

const LedgerRow* Ledger::find(std::string_view name) const {
  const auto found = std::ranges::find(rows, name, &LedgerRow::name);
  return found == rows.end() ? nullptr : &*found;
}

double Ledger::residual() const {
  return total(LedgerKind::Stored) + total(LedgerKind::Dissipated) - total(LedgerKind::Work) -
         total(LedgerKind::Numerical) - initial;
}

// Rows are sums of energies that are there whether they move or not, with the roundings of these: what moves less than
// this part of them cannot be measured by what is missing.
double Ledger::relative_residual() const {
  constexpr double kLeastPart = 1e-6;
  double held = std::abs(initial);
  for (const LedgerRow& row : rows) held += std::abs(row.value);
  const double largest = std::max(scale, kLeastPart * held);
  return largest > 0.0 ? std::abs(residual()) / largest : 0.0;
}

const char* kind_name(LedgerKind kind) {
  switch (kind) {
    case LedgerKind::Stored:
      return "stored";
    case LedgerKind::Dissipated:
      return "dissipated";
    case LedgerKind::Work:
      return "work";
    case LedgerKind::Numerical:
      return "numerical";
  }
  return "";
}

std::string format_ledger(const Ledger& ledger) {
  std::string text = fmt::format("energy account at t = {:g} s{:>22}\n", ledger.time, "[J]");
  const auto line = [&](const std::string& label, double value) {
    fmt::format_to(std::back_inserter(text), "  {:<34}{:>+16.9e}\n", label, value);
  };
  for (const LedgerKind kind : {LedgerKind::Stored, LedgerKind::Dissipated, LedgerKind::Work, LedgerKind::Numerical}) {
    for (const LedgerRow& row : ledger.rows) {
      if (row.kind == kind) line(fmt::format("{}: {}", kind_name(kind), row.name), row.value);
    }
  }
  line("stored at the start", ledger.initial);
  line("residual", ledger.residual());
  fmt::format_to(std::back_inserter(text), "  {:<34}{:>16.1e}\n", "residual / largest energy",
                 ledger.relative_residual());
  return text;
}

}  // namespace carom
