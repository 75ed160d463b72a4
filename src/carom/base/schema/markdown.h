#pragma once

#include <string>

#include "carom/base/schema/any_table.h"

namespace carom::schema {

/// The keys of a table and of all tables within it, one section each, as Markdown: type, unit, range, default and
/// meaning of every key. Sections start with "## ". Tables of the same name share a section: they differ in units only.
[[nodiscard]] std::string render_markdown(const AnyTable& root);

}  // namespace carom::schema
