// How time stepping finds impulses: [simulate] stepping.
#include <fmt/format.h>

#include "carom/scene/tables/tables.h"

namespace carom {

using namespace dimensions;

namespace {

void add_solution_keys(schema::Table<TimeSteppingOptions>& table) {
  using Options = TimeSteppingOptions;
  table
      .add("stabilisation", &Options::stabilisation, kNumber,
           "part of a depth that each step takes away by moving positions alone")
      .between(0.0, 1.0);
  table.add("margin", &Options::margin, kLength, "contacts nearer than this enter the problem of a step").at_least(0.0);
  table.add("tolerance", &Options::tolerance, kNumber, "residual at which impulses count as found, in m/s")
      .between(1e-14, 0.1);
  table.add("halvings", &Options::most_halvings, "of a step whose impulses were not found, before another method")
      .between(0.0, 20.0);
}

// Keys that only some schemes have, by whether these have bristles.
struct SchemeKey {
  const char* name;
  bool of_bristles;  // peiret; else of pyramids
};
constexpr SchemeKey kSchemeKeys[] = {{"bounds", true},
                                     {"bound_iterations", true},
                                     {"impact_friction", true},
                                     {"bristle_stiffness", true},
                                     {"facets", false}};

// What a scheme would leave out is refused by name, as the keys of a contact are.
void check_scheme_keys(const TimeSteppingOptions& options, const schema::Value& table, schema::Reader& reader) {
  const bool bristles = options.scheme == SteppingScheme::Peiret;
  const bool pyramid =
      options.scheme == SteppingScheme::StewartTrinkle || options.scheme == SteppingScheme::AnitescuPotra;
  for (const SchemeKey& key : kSchemeKeys) {
    const schema::Value* value = table.find(key.name);
    if (value == nullptr || (key.of_bristles ? bristles : pyramid)) continue;
    reader.diagnostics().error(
        value->place,
        fmt::format("scheme \"{}\" does not have '{}', which belongs to {}", scheme_name(options.scheme), key.name,
                    key.of_bristles ? "\"peiret\"" : "\"stewart-trinkle\" and \"anitescu-potra\""));
  }
}

}  // namespace

TablePtr<TimeSteppingOptions> make_stepping_table() {
  using Options = TimeSteppingOptions;
  auto table = schema::make_table<Options>("stepping",
                                           "Time stepping: rigid contacts as impulses over steps of a fixed length.");
  const auto set_scheme = [](Options& options, const std::string& name) { options.scheme = find_scheme(name); };
  table
      ->add_choice("scheme", {scheme_names().begin(), scheme_names().end()}, set_scheme,
                   "bristles, the exact cone, or a pyramid with gaps or with velocities that must not be negative")
      .otherwise("\"peiret\"");
  table->add("step", &Options::step, kTime, "length of a step").above(0.0);
  const auto set_bounds = [](Options& options, const std::string& bounds) {
    options.bounds = bounds == "box" ? FrictionBounds::Box : FrictionBounds::Cone;
  };
  table
      ->add_choice("bounds", {"cone", "box"}, set_bounds,
                   "peiret: whether friction is bounded by its size, or each component by itself as printed")
      .otherwise("\"cone\"");
  const auto set_iterations = [](Options& options, double count) {
    options.bound_iterations = static_cast<int>(count);
  };
  table
      ->add_number(
          "bound_iterations", kNumber, set_iterations,
          "peiret: bounds follow from the normal forces of the last step, then so many times from the new ones")
      .between(0.0, 1000.0)
      .otherwise("until they agree with the solution");
  const auto set_impact_friction = [](Options& options, const std::string& friction) {
    options.impact_friction = friction == "bristles" ? ImpactFriction::Bristles : ImpactFriction::Rigid;
  };
  table
      ->add_choice("impact_friction", {"rigid", "bristles"}, set_impact_friction,
                   "peiret: whether friction is rigid where something collides, or bristles stay between as printed, "
                   "which have no time to act in short steps")
      .otherwise("\"rigid\"");
  table->add("facets", &Options::facets, "stewart-trinkle and anitescu-potra: of the pyramid, an even number")
      .between(4.0, 64.0);
  table
      ->add("bristle_stiffness", &Options::bristle_stiffness, kStiffness,
            "peiret: where the friction law of a contact has none")
      .above(0.0);
  table
      ->add("normal_stiffness", &Options::normal_stiffness, kStiffness,
            "relaxes the normals, which shares forces among redundant contacts; 0: rigid")
      .at_least(0.0);
  add_solution_keys(*table);
  table->finish_with([](Options& options, const schema::Value& value, schema::Reader& reader) {
    validate(options);
    check_scheme_keys(options, value, reader);
  });
  return table;
}

}  // namespace carom
