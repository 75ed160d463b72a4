#include <unordered_set>

#include <fmt/format.h>

#include "carom/scene/tables/tables.h"

namespace carom {

using namespace dimensions;
using schema::Reader;
using schema::Value;

namespace {

void read_list(const schema::Key& key, const Value::List& list, RecordSettings& settings, Reader& reader) {
  std::unordered_set<std::string> before;
  for (const Value& item : list) {
    const std::optional<std::string> name = reader.read_text(item);
    if (!name) continue;
    if (*name == "world") {
      reader.error(item, "the world does not move");
    } else if (!before.insert(*name).second) {
      reader.error(item, fmt::format("'{}' is listed twice", *name));
    } else {
      reader.names().mention("body", *name, key.name, item.place);
      settings.bodies.push_back(*name);
    }
  }
}

// "all", or a list of names.
void read_bodies(const schema::Key& key, const Value& value, void* target, Reader& reader) {
  auto& settings = *static_cast<RecordSettings*>(target);
  if (value.text() != nullptr && *value.text() == "all") {
    settings.all_bodies = true;
  } else if (const Value::List* list = value.list()) {
    read_list(key, *list, settings, reader);
  } else {
    reader.error(value, fmt::format("expected a list of names or \"all\", found {}", describe(value)));
  }
}

}  // namespace

TablePtr<RecordSettings> make_record_table() {
  using Settings = RecordSettings;
  auto table = schema::make_table<Settings>("record", "What is kept of a run.");
  table->add("every", &Settings::every, kTime, "time between samples").above(0.0);
  table->add("joints", &Settings::joints, "positions and velocities of joints");
  table
      ->add_key("bodies", "list of names or \"all\"", {},
                "bodies whose motion in the world is kept: position, orientation, velocities", read_bodies)
      .otherwise("none");
  table
      ->add("forces", &Settings::forces,
            "what drives and constraints exert; every sample then costs one more evaluation of the dynamics")
      .otherwise("true where there are any");
  table->add("ledger", &Settings::ledger, "the energy account, and what is missing from it");
  table->add("maps", &Settings::maps,
             "pressure and traction on every element of contacts with a `patch`: three channels an element");
  table
      ->add("checkpoint_every", &Settings::checkpoint_every, kTime,
            "time between checkpoints, from the last of which a run can go on; adaptive methods start anew at each; 0: "
            "none")
      .at_least(0.0)
      .otherwise("a tenth of the duration");
  return table;
}

}  // namespace carom
