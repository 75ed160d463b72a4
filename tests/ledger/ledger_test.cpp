#include "carom/ledger/ledger.h"

#include <limits>

#include <gtest/gtest.h>

#include "support/untrapped.h"

namespace carom {
namespace {

Ledger make_ledger() {
  Ledger ledger{.time = 1.5, .initial = 10.0, .scale = 8.0, .rows = {}};
  ledger.rows = {{"kinetic", LedgerKind::Stored, 6.0},
                 {"gravity", LedgerKind::Stored, 5.0},
                 {"joint damping", LedgerKind::Dissipated, 2.0},
                 {"motors", LedgerKind::Work, 2.5},
                 {"projection", LedgerKind::Numerical, 0.25}};
  return ledger;
}

TEST(Ledger, TotalsAreSumsOfOneKind) {
  const Ledger ledger = make_ledger();
  EXPECT_EQ(ledger.total(LedgerKind::Stored), 11.0);
  EXPECT_EQ(ledger.total(LedgerKind::Dissipated), 2.0);
  EXPECT_EQ(ledger.total(LedgerKind::Work), 2.5);
  EXPECT_EQ(ledger.total(LedgerKind::Numerical), 0.25);
}

// 11 stored + 2 lost − 2.5 put in − 0.25 by the method − 10 at the start
TEST(Ledger, ResidualIsWhatTheRowsDoNotExplain) {
  const Ledger ledger = make_ledger();
  EXPECT_EQ(ledger.residual(), 0.25);
  EXPECT_EQ(ledger.relative_residual(), 0.25 / 8.0);
}

TEST(Ledger, EveryKindMovesTheResidualWithItsSign) {
  const double before = make_ledger().residual();
  const double signs[] = {1.0, 1.0, 1.0, -1.0, -1.0};
  for (std::size_t row = 0; row < 5; ++row) {
    Ledger ledger = make_ledger();
    ledger.rows[row].value += 0.5;
    EXPECT_EQ(ledger.residual() - before, 0.5 * signs[row]) << ledger.rows[row].name;
  }
}

TEST(Ledger, ResidualIsRelativeToNothingWhereNothingMoved) {
  const Ledger empty;
  EXPECT_EQ(empty.residual(), 0.0);
  EXPECT_EQ(empty.relative_residual(), 0.0);
}

// A body at rest one metre up: 10 J that do not move, and a residual that is their rounding.
TEST(Ledger, RoundingOfEnergiesThatDoNotMoveIsSmallBesideThem) {
  Ledger ledger{.time = 1.0, .initial = 10.0, .scale = 2e-12, .rows = {{"gravity", LedgerKind::Stored, 10.0}}};
  ledger.rows.front().value += 4.0 * 10.0 * std::numeric_limits<double>::epsilon();
  EXPECT_LT(ledger.relative_residual(), 1e-9);
  // What is missing of energies that do move is told by these.
  ledger.scale = 1e-3;
  ledger.rows.front().value += 1e-6;
  EXPECT_NEAR(ledger.relative_residual(), 1e-3, 1e-6);
}

TEST(Ledger, ANegativeResidualCountsByItsSize) {
  Ledger ledger = make_ledger();
  ledger.initial = 12.0;
  EXPECT_EQ(ledger.residual(), -1.75);
  EXPECT_EQ(ledger.relative_residual(), 1.75 / 8.0);
}

TEST(Ledger, AValueThatIsNotANumberIsNotHidden) {
  const testing_support::Untrapped untrapped;
  Ledger ledger = make_ledger();
  ledger.rows[2].value = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(ledger.relative_residual() < 1e9);
}

TEST(Ledger, TheTableNamesEveryRowByKindAndEndsWithTheResidual) {
  EXPECT_EQ(format_ledger(make_ledger()),
            "energy account at t = 1.5 s                   [J]\n"
            "  stored: kinetic                   +6.000000000e+00\n"
            "  stored: gravity                   +5.000000000e+00\n"
            "  dissipated: joint damping         +2.000000000e+00\n"
            "  work: motors                      +2.500000000e+00\n"
            "  numerical: projection             +2.500000000e-01\n"
            "  stored at the start               +1.000000000e+01\n"
            "  residual                          +2.500000000e-01\n"
            "  residual / largest energy                  3.1e-02\n");
}

TEST(Ledger, KindsHaveNames) {
  EXPECT_STREQ(kind_name(LedgerKind::Stored), "stored");
  EXPECT_STREQ(kind_name(LedgerKind::Dissipated), "dissipated");
  EXPECT_STREQ(kind_name(LedgerKind::Work), "work");
  EXPECT_STREQ(kind_name(LedgerKind::Numerical), "numerical");
}

}  // namespace
}  // namespace carom
