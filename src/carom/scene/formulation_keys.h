#pragma once

#include <span>
#include <string>
#include <string_view>

#include "carom/base/schema/diagnostics.h"
#include "carom/base/schema/value.h"

namespace carom {

/// What a formulation makes of a key of [[contact]].
enum class KeyUse {
  Honoured,
  Replaced,  // by another key, or by what the formulation does instead: the key may stand for the others
  Refused    // it would change the motion, and this formulation cannot follow it
};

/// One row of the table that the reader checks scenes with and the documentation prints.
struct FormulationKey {
  std::string_view path;  // below [[contact]]: "friction.viscous"
  KeyUse compliant{}, event_driven{}, time_stepping{};
  std::string_view instead{};  // for whom it is not honoured: what is
};
[[nodiscard]] std::span<const FormulationKey> list_formulation_keys();
[[nodiscard]] KeyUse find_use(const FormulationKey& key, std::string_view formulation);

/// Refuses keys of a [[contact]] that the formulation would leave out in silence, each at its place. Values that change
/// nothing, such as 0 and false, may stand.
void check_formulation_keys(const schema::Value& contact, std::string_view formulation,
                            schema::Diagnostics& diagnostics);

/// The table as a section of docs/scene-format.md.
[[nodiscard]] std::string make_formulation_keys_section();

}  // namespace carom
