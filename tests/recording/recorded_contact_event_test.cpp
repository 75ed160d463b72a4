#include "carom/recording/recorded_contact_event.h"

#include <cmath>

#include <gtest/gtest.h>

#include "carom/simulation/contacts/contact_event_fields.h"

namespace carom {
namespace {

using Kind = ContactEvent::Kind;

// Every field gets a number of its own, words the second that they have.
ContactEvent make_event(Kind kind) {
  ContactEvent event{.kind = kind, .time = 1.25};
  double next = 0.1;
  for (const ContactEventField& field : list_contact_event_fields()) {
    if (!field.belongs_to(kind) || field.name == "law") continue;
    field.set(field.words.empty() && !field.counts ? next : 1.0, event);
    next += 0.1;
  }
  return event;
}

TEST(RecordedContactEvent, IsReadAsItWasWritten) {
  for (const Kind kind : {Kind::TouchDown, Kind::LiftOff, Kind::Slip, Kind::Stick, Kind::DampingGain,
                          Kind::FrictionGain, Kind::Impact, Kind::Rest}) {
    const ContactEvent event = make_event(kind);
    const std::optional<ContactEvent> again = read_contact_event(make_recorded_event("tip/floor", event));
    ASSERT_TRUE(again.has_value());
    EXPECT_EQ(again->kind, kind);
    EXPECT_EQ(again->time, event.time);
    for (const ContactEventField& field : list_contact_event_fields()) {
      if (!field.belongs_to(kind)) continue;
      EXPECT_EQ(field.get(*again), field.get(event)) << field.key();
    }
  }
}

TEST(RecordedContactEvent, FieldsThatAnOlderProgramDidNotWriteAreNotKnown) {
  const std::optional<ContactEvent> event = read_contact_event(
      {0.5, "impact", "tip/floor", R"({"sentence":"impact","approach_speed_m_per_s":2.0,"impulse_N_s":3.0})"});
  ASSERT_TRUE(event.has_value());
  EXPECT_EQ(event->approach_speed, 2.0);
  EXPECT_EQ(event->impulse, 3.0);
  EXPECT_TRUE(std::isnan(event->tangential_impulse));
  EXPECT_TRUE(std::isnan(event->dissipation));
  EXPECT_FALSE(event->verdict.has_value());
}

TEST(RecordedContactEvent, WhatIsNoEventOfAContactIsNone) {
  EXPECT_FALSE(read_contact_event({0.5, "verdict", "run", "{}"}).has_value());
  EXPECT_FALSE(read_contact_event({0.5, "impact", "tip/floor", "no json"}).has_value());
  EXPECT_FALSE(read_contact_event({0.5, "impact", "tip/floor", "[1]"}).has_value());
  const auto odd =
      read_contact_event({0.5, "impact", "tip/floor", R"({"impulse_N_s":"much","verdict":"odd","slip":7})"});
  ASSERT_TRUE(odd.has_value());
  EXPECT_TRUE(std::isnan(odd->impulse));
  EXPECT_FALSE(odd->verdict.has_value() || odd->slip.has_value());
}

TEST(ContactEventField, KeysEndInTheirUnits) {
  std::string keys;
  for (const ContactEventField& field : list_contact_event_fields()) keys += field.key() + " ";
  EXPECT_NE(keys.find("approach_speed_m_per_s "), std::string::npos);
  EXPECT_NE(keys.find("tangential_impulse_N_s "), std::string::npos);
  EXPECT_NE(keys.find("dissipation_J "), std::string::npos);
  EXPECT_NE(keys.find(" verdict "), std::string::npos);
}

}  // namespace
}  // namespace carom
