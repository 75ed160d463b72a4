#pragma once

#include <memory>
#include <string>
#include <vector>

#include "carom/base/schema/any_table.h"

namespace carom::schema {

/// One value of a key that chooses, and what comes with it.
struct CatalogueEntry {
  std::string name;
  const AnyTable* table;  // its help, and the keys that only it takes
};

/// A key that chooses among kinds of things: the type of a joint, the law of a contact.
struct CatalogueFamily {
  std::string name;        // that of the table
  std::string tag;         // the key that chooses
  const AnyTable* common;  // the keys that all of them take
  std::vector<CatalogueEntry> entries;
};

/// Everything a scene can choose from: every table below `root` that has alternatives, in the order of declaration.
/// Valid as long as the root is.
[[nodiscard]] std::vector<CatalogueFamily> list_families(const AnyTable& root);

}  // namespace carom::schema
