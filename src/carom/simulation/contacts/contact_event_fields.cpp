#include "carom/simulation/contacts/contact_event_fields.h"

#include <cmath>

#include <fmt/format.h>

namespace carom {
namespace {

using Kind = ContactEvent::Kind;
using Event = ContactEvent;

template <class... Kinds>
constexpr unsigned of(Kinds... kinds) {
  return ((1U << static_cast<unsigned>(kinds)) | ...);
}

constexpr unsigned kImpacts = of(Kind::Impact, Kind::LiftOff);
constexpr unsigned kGains = of(Kind::DampingGain, Kind::FrictionGain);

/// A member that is a number.
template <double ContactEvent::*kMember>
ContactEventField number(std::string_view name, std::string_view unit, unsigned kinds) {
  return {.name = name,
          .unit = unit,
          .get = [](const Event& event) { return event.*kMember; },
          .set = [](double value, Event& event) { event.*kMember = value; },
          .kinds = kinds};
}

/// A member that is one of a few words or nothing, which is not a number.
template <auto kMember, auto kLast>
ContactEventField choice(std::string_view name, unsigned kinds) {
  using Choice = decltype(kLast);
  ContactEventField field{.name = name,
                          .unit = {},
                          .get =
                              [](const Event& event) {
                                const auto& value = event.*kMember;
                                return value ? static_cast<double>(*value) : Event::kUnknown;
                              },
                          .set =
                              [](double value, Event& event) {
                                if (value >= 0.0 && value <= static_cast<double>(kLast)) {
                                  event.*kMember = static_cast<Choice>(static_cast<int>(value));
                                }
                              },
                          .kinds = kinds};
  for (int i = 0; i <= static_cast<int>(kLast); ++i) field.words.push_back(name_of(static_cast<Choice>(i)));
  return field;
}

std::vector<ContactEventField> make_fields() {
  std::vector<ContactEventField> fields{
      number<&Event::approach_speed>("approach_speed", "m/s", kImpacts | of(Kind::TouchDown)),
      number<&Event::separation_speed>("separation_speed", "m/s", kImpacts),
      number<&Event::duration>("duration", "s", kGains | of(Kind::LiftOff)),
      number<&Event::peak_force>("peak_force", "N", of(Kind::LiftOff)),
      number<&Event::peak_depth>("peak_depth", "m", of(Kind::LiftOff)),
      number<&Event::impulse>("impulse", "N·s", kImpacts),
      number<&Event::tangential_impulse>("tangential_impulse", "N·s", kImpacts),
      number<&Event::slip_speed>("slip_speed", "m/s", of(Kind::Slip, Kind::Stick, Kind::Impact)),
      number<&Event::slip_speed_after>("slip_speed_after", "m/s", of(Kind::Impact)),
      choice<&Event::slip, ImpactSlip::Starts>("slip", of(Kind::Impact)),
      choice<&Event::law_case, ImpactCase::NoImpact>("case", of(Kind::Impact)),
      number<&Event::dissipation>("dissipation", "J", of(Kind::Impact)),
      choice<&Event::verdict, ImpactVerdict::SingularInertia>("verdict", of(Kind::Impact)),
  };
  fields.push_back({.name = "group",
                    .unit = {},
                    .get = [](const Event& event) { return event.group > 0 ? event.group : Event::kUnknown; },
                    .set =
                        [](double value, Event& event) {
                          if (value >= 0.0 && value < 1e9) event.group = static_cast<int>(value);
                        },
                    .kinds = of(Kind::Impact),
                    .counts = true});
  fields.push_back(
      {.name = "law",
       .unit = {},
       .get = [](const Event& event) { return event.kind == Kind::DampingGain ? 0.0 : 1.0; },
       .set = [](double value, Event& event) { event.kind = value == 0.0 ? Kind::DampingGain : Kind::FrictionGain; },
       .words = {"normal", "friction"},
       .kinds = kGains});
  fields.push_back({.name = "began",
                    .unit = "s",
                    .get = [](const Event& event) { return event.time - event.duration; },
                    .set = [](double, Event&) {},  // the duration tells it
                    .kinds = kGains});
  fields.push_back(number<&Event::energy>("energy", "J", kGains));
  return fields;
}

std::string describe_impact(const ContactEvent& event) {
  std::string text =
      fmt::format("impact at {:.4g} m/s, leaves at {:.4g} m/s", event.approach_speed, event.separation_speed);
  if (std::isfinite(event.impulse)) text += fmt::format("; impulse {:.4g} N·s", event.impulse);
  if (event.tangential_impulse > 0.0) text += fmt::format(" and {:.4g} N·s of friction", event.tangential_impulse);
  if (event.slip) text += fmt::format(", slip: {}", name_of(*event.slip));
  if (event.law_case) text += fmt::format(", case {}", name_of(*event.law_case));
  if (std::isfinite(event.dissipation)) text += fmt::format("; lost {:.4g} J", event.dissipation);
  if (event.verdict) text += fmt::format("; {}", name_of(*event.verdict));
  if (event.group > 1) text += fmt::format("; {} contacts at once", event.group);
  return text;
}

}  // namespace

std::string ContactEventField::key() const {
  std::string text(name);
  if (unit.empty()) return text;
  text += '_';
  for (std::size_t i = 0; i < unit.size(); ++i) {
    constexpr std::string_view kDot = "·";
    if (unit.substr(i, kDot.size()) == kDot) {
      text += '_';
      i += kDot.size() - 1;
    } else {
      text += unit[i] == '/' ? std::string("_per_") : std::string(1, unit[i]);
    }
  }
  return text;
}

std::string_view ContactEventField::word(double number) const {
  const bool stands = number >= 0.0 && number < static_cast<double>(words.size());
  return stands ? words[static_cast<std::size_t>(number)] : std::string_view();
}

std::span<const ContactEventField> list_contact_event_fields() {
  static const std::vector<ContactEventField> fields = make_fields();
  return fields;
}

std::span<const ContactEventField> list_impact_fields() {
  static const std::vector<ContactEventField> fields = [] {
    std::vector<ContactEventField> chosen;
    for (const ContactEventField& field : list_contact_event_fields()) {
      if ((field.kinds & kImpacts) != 0) chosen.push_back(field);
    }
    return chosen;
  }();
  return fields;
}

bool is_impact(const ContactEvent& event) { return event.kind == Kind::Impact || event.kind == Kind::LiftOff; }

std::string_view name_of(ContactEvent::Kind kind) {
  switch (kind) {
    case Kind::TouchDown:
      return "touch-down";
    case Kind::LiftOff:
      return "lift-off";
    case Kind::Slip:
      return "slip";
    case Kind::Stick:
      return "stick";
    case Kind::Impact:
      return "impact";
    case Kind::Rest:
      return "rest";
    case Kind::DampingGain:
    case Kind::FrictionGain:
      break;
  }
  return "energy-gain";
}

std::string_view name_of(ImpactSlip slip) {
  switch (slip) {
    case ImpactSlip::None:
      return "none";
    case ImpactSlip::Stops:
      return "stick";
    case ImpactSlip::Keeps:
      return "slip";
    case ImpactSlip::Reverses:
      return "reversal";
    case ImpactSlip::Starts:
      break;
  }
  return "starts";
}

std::string describe(const ContactEvent& event) {
  switch (event.kind) {
    case Kind::TouchDown:
      return fmt::format("touches down at {:.4g} m/s", event.approach_speed);
    case Kind::LiftOff:
      return fmt::format("lifts off at {:.4g} m/s after {:.4g} s", event.separation_speed, event.duration);
    case Kind::Impact:
      return describe_impact(event);
    case Kind::Rest:
      return "has come to rest";
    case Kind::Slip:
      return fmt::format("begins to slip at {:.4g} m/s", event.slip_speed);
    case Kind::Stick:
      return fmt::format("sticks at {:.4g} m/s", event.slip_speed);
    case Kind::DampingGain:
    case Kind::FrictionGain:
      break;
  }
  return fmt::format("its {} law returned {:.4g} J more than it had stored, from {:.6g} s on",
                     event.kind == Kind::DampingGain ? "normal" : "friction", event.energy,
                     event.time - event.duration);
}

}  // namespace carom
