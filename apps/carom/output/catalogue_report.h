#pragma once

#include <string>
#include <vector>

#include "carom/base/schema/catalogue.h"

namespace carom::app {

using Families = std::vector<schema::CatalogueFamily>;

/// For people: every family and what it offers, one line each.
[[nodiscard]] std::string format_catalogue(const Families& families);

/// For people: everything of this name, with its keys. Empty: there is nothing of this name.
[[nodiscard]] std::string format_entries(const Families& families, const std::string& name);

/// For programs: docs/summary-format.md describes every field.
[[nodiscard]] std::string make_catalogue_json(const Families& families);

/// Every name that format_entries() takes.
[[nodiscard]] std::vector<std::string> list_names(const Families& families);

}  // namespace carom::app
