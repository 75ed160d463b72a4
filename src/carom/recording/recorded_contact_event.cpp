#include "carom/recording/recorded_contact_event.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "carom/recording/verdict_events.h"
#include "carom/simulation/contacts/contact_event_fields.h"

namespace carom {
namespace {

using Kind = ContactEvent::Kind;
constexpr std::array kKinds{Kind::TouchDown,   Kind::LiftOff,      Kind::Slip,   Kind::Stick,
                            Kind::DampingGain, Kind::FrictionGain, Kind::Impact, Kind::Rest};

/// The number of a field, or that of the word which stands for it.
std::optional<double> read_field(const ContactEventField& field, const nlohmann::json& data) {
  const auto found = data.find(field.key());
  if (found == data.end()) return {};
  if (field.words.empty()) return found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
  if (!found->is_string()) return {};
  const auto word = std::ranges::find(field.words, found->get_ref<const std::string&>());
  if (word == field.words.end()) return {};
  return static_cast<double>(word - field.words.begin());
}

}  // namespace

RecordedEvent make_recorded_event(const std::string& contact, const ContactEvent& event) {
  std::string data = fmt::format(R"({{"sentence":"{}")", quote_json(describe(event)));
  for (const ContactEventField& field : list_contact_event_fields()) {
    const double number = field.get(event);
    if (!field.belongs_to(event.kind) || !std::isfinite(number)) continue;
    data += field.words.empty() ? fmt::format(R"(,"{}":{})", field.key(), format_json(number))
                                : fmt::format(R"(,"{}":"{}")", field.key(), field.word(number));
  }
  return {event.time, std::string(name_of(event.kind)), contact, data + "}"};
}

std::optional<ContactEvent> read_contact_event(const RecordedEvent& recorded) {
  const auto kind = std::ranges::find_if(kKinds, [&](Kind each) { return name_of(each) == recorded.kind; });
  if (kind == kKinds.end()) return {};
  const nlohmann::json data = nlohmann::json::parse(recorded.data, nullptr, /*allow_exceptions=*/false);
  if (!data.is_object()) return {};
  ContactEvent event{.kind = *kind, .time = recorded.time};
  for (const ContactEventField& field : list_contact_event_fields()) {
    if (!field.belongs_to(event.kind)) continue;
    if (const std::optional<double> number = read_field(field, data)) field.set(*number, event);
  }
  return event;
}

}  // namespace carom
