#include "carom/scene/read_law.h"

#include "carom/base/schema/names.h"
#include "carom/base/schema/reader.h"
#include "carom/scene/document.h"
#include "carom/scene/scene.h"
#include "carom/scene/tables/contact_laws.h"

namespace carom {

NormalLawText read_normal_law(const std::string& name, std::span<const std::string> assignments) {
  schema::Diagnostics diagnostics;
  const int source = diagnostics.add_source({.name = "law " + name, .text = name, .has_lines = false});
  const schema::Place place{source, 1, 1};
  schema::Value tree{schema::Value::Entries{{"law", place, {name, place}}}, place};
  for (const std::string& assignment : assignments) apply_override(tree, assignment, diagnostics);
  schema::Names names;
  schema::Reader reader(diagnostics, names);
  const schema::Reader::Scope scope(reader, "normal", tree);  // as messages call it
  NormalLawText result;
  (void)make_normal_law_table()->read(tree, &result.law, reader);
  // No surfaces here, whose materials would give one.
  if (!diagnostics.has_errors() && !has_stiffness(result.law)) diagnostics.error(place, "missing key 'stiffness'");
  if (diagnostics.has_errors()) throw SceneError(diagnostics);
  result.warnings = diagnostics.render_all();
  return result;
}

}  // namespace carom
