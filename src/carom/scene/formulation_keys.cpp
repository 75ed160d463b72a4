#include "carom/scene/formulation_keys.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <fmt/format.h>

namespace carom {
namespace {

using schema::Value;

constexpr KeyUse kHonoured = KeyUse::Honoured, kReplaced = KeyUse::Replaced, kRefused = KeyUse::Refused;
constexpr std::string_view kByImpact = "by `impact.friction` and `impact.static_friction`";
constexpr std::string_view kEverywhere = "–";
constexpr std::string_view kNoStart = "rigid contacts start without bristles and dwell; \"compliant\" takes it";

// In the order of the tables of the scene format.
constexpr std::array kKeys{
    FormulationKey{"normal", kHonoured, kReplaced, kReplaced,
                   "by `impact`; rigid contacts do not yield (event-driven: but for the policy compliant)"},
    FormulationKey{"normal.restitution", kHonoured, kReplaced, kReplaced,
                   "by `impact.restitution`; time stepping warns where there is no `impact`"},
    FormulationKey{"friction.friction", kHonoured, kReplaced, kHonoured, kByImpact},
    FormulationKey{"friction.static", kHonoured, kReplaced, kHonoured, kByImpact},
    FormulationKey{"friction.kinetic", kHonoured, kReplaced, kHonoured, kByImpact},
    FormulationKey{"friction.stribeck_speed", kHonoured, kReplaced, kHonoured, "static friction holds at rest alone"},
    FormulationKey{"friction.dwell_time", kHonoured, kReplaced, kHonoured, "static friction is there at once"},
    FormulationKey{"friction.bristle_stiffness", kHonoured, kReplaced, kHonoured,
                   "contacts stick without yielding, as under all schemes of time stepping but `peiret`"},
    FormulationKey{"friction.bristle_damping", kHonoured, kReplaced, kHonoured,
                   "as `bristle_stiffness`; time stepping has none where it is not given"},
    FormulationKey{"friction.viscous", kHonoured, kRefused, kHonoured, "\"compliant\" and \"time-stepping\" have it"},
    FormulationKey{"friction.smoothing_speed", kHonoured, kReplaced, kReplaced, "friction has its direction at once"},
    FormulationKey{"friction.printed_direction", kHonoured, kReplaced, kReplaced, "friction has its direction at once"},
    FormulationKey{"friction.limited_bristles", kHonoured, kReplaced, kReplaced, "bristles never exceed the bound"},
    FormulationKey{"rolling.rolling", kHonoured, kHonoured, kHonoured, kEverywhere},
    FormulationKey{"rolling.spinning", kHonoured, kHonoured, kHonoured, kEverywhere},
    FormulationKey{"rolling.smoothing_speed", kHonoured, kReplaced, kReplaced, "rigid contacts hold at rest"},
    FormulationKey{"memory", kHonoured, kRefused, kRefused,
                   "a new rigid contact remembers nothing; \"compliant\" takes \"carry\""},
    FormulationKey{"initial.bristle", kHonoured, kRefused, kRefused, kNoStart},
    FormulationKey{"initial.dwell", kHonoured, kRefused, kRefused, kNoStart},
    FormulationKey{"sticking", kHonoured, kRefused, kRefused, kNoStart},
    FormulationKey{
        "impact.restitution", kReplaced, kHonoured, kHonoured,
        "by `normal`; time stepping follows `newton`, `poisson` and `walton`, other laws without restitution"},
    FormulationKey{"impact.friction", kReplaced, kHonoured, kHonoured,
                   "by `friction`, which goes before it in time stepping too"},
    FormulationKey{"impact.static_friction", kReplaced, kHonoured, kHonoured,
                   "by `friction`, which goes before it in time stepping too"},
    FormulationKey{"impact.tangential_restitution", kReplaced, kHonoured, kHonoured,
                   "by `friction`; time stepping takes that of `walton`"},
};

const Value* find_path(const Value& table, std::string_view path) {
  const std::size_t dot = path.find('.');
  const Value* value = table.table() == nullptr ? nullptr : table.find(path.substr(0, dot));
  if (value == nullptr || dot == std::string_view::npos) return value;
  return find_path(*value, path.substr(dot + 1));
}

// Whether a value is what the key means where it is not given.
bool is_idle(const Value& value) {
  if (const bool* flag = value.boolean()) return !*flag;
  if (const double* number = value.number()) return *number == 0.0;
  if (const Value::List* list = value.list()) return std::ranges::all_of(*list, is_idle);
  const std::string* text = value.text();
  if (text == nullptr || *text == "reset") return true;
  // "0 N*s/m" is nothing as well; a text that is no number has been reported by its reader, or is a choice.
  char* end = nullptr;
  const double number = std::strtod(text->c_str(), &end);
  return end != text->c_str() && number == 0.0;
}

const char* name_of_use(KeyUse use) {
  constexpr std::array kNames{"yes", "instead", "refused"};
  return kNames[static_cast<std::size_t>(use)];
}

}  // namespace

std::span<const FormulationKey> list_formulation_keys() { return kKeys; }

KeyUse find_use(const FormulationKey& key, std::string_view formulation) {
  if (formulation == "event-driven") return key.event_driven;
  return formulation == "time-stepping" ? key.time_stepping : key.compliant;
}

void check_formulation_keys(const Value& contact, std::string_view formulation, schema::Diagnostics& diagnostics) {
  for (const FormulationKey& key : kKeys) {
    if (find_use(key, formulation) != kRefused) continue;
    const Value* value = find_path(contact, key.path);
    if (value == nullptr || is_idle(*value)) continue;
    diagnostics.error(value->place, fmt::format("formulation \"{}\" cannot follow '{}' of [[contact]]: {}", formulation,
                                                key.path, key.instead));
  }
  const Value* restitution = find_path(contact, "normal.restitution");
  if (formulation != "time-stepping" || restitution == nullptr || contact.find("impact") != nullptr) return;
  if (is_idle(*restitution)) return;
  diagnostics.warn(restitution->place,
                   "formulation \"time-stepping\" takes restitution from 'impact', and this contact has none: nothing "
                   "is given back; give impact = { law = \"newton\", restitution = … }");
}

std::string make_formulation_keys_section() {
  std::string page = R"(## What each formulation takes from a contact

One [[contact]] may hold the laws of all formulations. *yes*: the key is honoured. *instead*: something else stands in its
place, and the key may stay for the other formulations. *refused*: the formulation would have to leave it out, and says so with its
place, unless its value changes nothing (0, false). A contact with a `patch` is described there.

| key | compliant | event-driven | time-stepping | where it is not honoured |
|---|---|---|---|---|
)";
  for (const FormulationKey& key : kKeys) {
    page += fmt::format("| `{}` | {} | {} | {} | {} |\n", key.path, name_of_use(key.compliant),
                        name_of_use(key.event_driven), name_of_use(key.time_stepping), key.instead);
  }
  return page;
}

}  // namespace carom
