#include "carom/scene/tables/contact_laws.h"

namespace carom {

using namespace dimensions;

namespace {

TablePtr<RestitutionEntry> make_table_of_positive() {
  using Entry = RestitutionEntry;
  auto table = schema::make_table<Entry>(
      "restitution", "The restitution that is asked for: a number, a line against the impact speed, or a table.");
  table->add("constant", &Entry::constant, kNumber, "the same at every speed").above(0.0);
  table->add("alpha", &Entry::alpha, kTime / kLength, "1 − alpha · speed").at_least(0.0);
  table->add("floor", &Entry::floor, kNumber, "the least of the line").above(0.0);
  table->add("speeds", &Entry::speeds, kSpeed, "increasing").above(0.0);
  table->add("values", &Entry::values, kNumber, "at these speeds, with a smooth curve between them").above(0.0);
  table->exactly_one_of({"constant", "alpha", "speeds"});
  table->use_shorthand("constant");
  return table;
}

TablePtr<RestitutionEntry> make_table_with_zero() {
  using Entry = RestitutionEntry;
  auto table = schema::make_table<Entry>(
      "impact restitution",
      "The restitution of a rigid impact: a number, a line against the approach speed, or a table. Every contact has "
      "that of its own approach speed.");
  table->add("constant", &Entry::constant, kNumber, "the same at every speed").between(0.0, 1.0);
  table->add("alpha", &Entry::alpha, kTime / kLength, "1 − alpha · speed").at_least(0.0);
  table->add("floor", &Entry::floor, kNumber, "the least of the line").between(0.0, 1.0);
  table->add("speeds", &Entry::speeds, kSpeed, "increasing").at_least(0.0);
  table->add("values", &Entry::values, kNumber, "at these speeds, with a smooth curve between them").between(0.0, 1.0);
  table->exactly_one_of({"constant", "alpha", "speeds"});
  table->use_shorthand("constant");
  return table;
}

}  // namespace

Restitution RestitutionEntry::make() const {
  if (constant) return *constant;
  if (alpha) return Restitution::Linear{*alpha, floor};
  return Restitution::Table{speeds, values};
}

TablePtr<RestitutionEntry> make_restitution_table(Restitution::Zero zero) {
  return zero == Restitution::Zero::Allowed ? make_table_with_zero() : make_table_of_positive();
}

}  // namespace carom
