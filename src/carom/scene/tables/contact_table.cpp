// What happens where surfaces touch: [[contact]].
#include <algorithm>

#include <fmt/format.h>

#include "carom/scene/tables/contact_laws.h"
#include "carom/scene/tables/tables.h"

namespace carom {

using namespace dimensions;
using schema::Reader;
using schema::Value;

namespace {

// Two names of surfaces.
void read_between(const schema::Key& key, const Value& value, void* target, Reader& reader) {
  auto& rule = *static_cast<ContactRule*>(target);
  const Value::List* list = value.list();
  if (list == nullptr || list->size() != 2) {
    reader.error(value, fmt::format("expected a list of two surfaces, found {}", describe(value)));
    return;
  }
  std::string* const names[] = {&rule.surface_a, &rule.surface_b};
  for (std::size_t i = 0; i < 2; ++i) {
    const std::optional<std::string> name = reader.read_text((*list)[i]);
    if (!name) continue;
    *names[i] = *name;
    reader.names().mention("surface", *name, key.name, (*list)[i].place);
  }
  // Two of the same surfaces would both act, and no name would tell them apart.
  if (rule.surface_a.empty() || rule.surface_b.empty()) return;
  const auto [first, second] = std::minmax(rule.surface_a, rule.surface_b);
  reader.names().define("contact", first + "/" + second, value.place, reader.diagnostics());
}

TablePtr<RollingResistance> make_resistance_table() {
  using Resistance = RollingResistance;
  auto table = schema::make_table<Resistance>("rolling", "Torques against rolling and spinning.");
  table->add("rolling", &Resistance::rolling, kLength, "arm: its product with the normal force resists rolling")
      .at_least(0.0);
  table->add("spinning", &Resistance::spinning, kLength, "arm: its product with the normal force resists spinning")
      .at_least(0.0);
  table->add("smoothing_speed", &Resistance::smoothing_speed, kAngularSpeed, "the torque is in full from here on")
      .above(0.0);
  return table;
}

TablePtr<PatchViscosity> make_viscosity_table() {
  auto table = schema::make_table<PatchViscosity>(
      "viscosity", "A standard linear solid; without `relaxation` the material of Kelvin and Voigt.");
  table
      ->add("time", &PatchViscosity::time, kTime,
            "T₁: damping over stiffness, of the dashpot against the lasting spring")
      .at_least(0.0)
      .required();
  table->add("relaxation", &PatchViscosity::relaxation, kTime, "of the spring and dashpot in a row").at_least(0.0);
  table->use_shorthand("time");
  return table;
}

TablePtr<PatchLaw> make_patch_table() {
  auto table = schema::make_table<PatchLaw>(
      "patch",
      "Pressure and shear resolved over the contact area of two round bodies, on elastic or viscoelastic half-spaces: "
      "normal force, friction with partial slip, torque about the normal and rolling resistance come out of it. A "
      "surface without a `material` is rigid. Needs fixed steps.");
  table
      ->add("width", &PatchLaw::width, kLength,
            "of the square grid around the contact point; the contact has to stay inside: a warning within a tenth of "
            "the edge, an error at it")
      .above(0.0)
      .required();
  table->add("elements", &PatchLaw::elements, "across the grid").between(4.0, 1024.0);
  table->add("friction", &PatchLaw::friction, kNumber, "coefficient of friction").at_least(0.0);
  table->add("smoothing", &PatchLaw::smoothing, kLength, "radius of nonlocal friction; 0: pointwise").at_least(0.0);
  table
      ->add_table("viscosity", make_viscosity_table(), &PatchLaw::viscosity, "of both materials, in pressure and shear")
      .otherwise("none: elastic");
  table->add("tolerance", &PatchLaw::tolerance, kNumber, "of gaps and slips, against the displacement asked for")
      .between(1e-13, 1e-2);
  return table;
}

TablePtr<FrictionMemory> make_initial_memory_table() {
  auto table = schema::make_table<FrictionMemory>("initial", "What contacts that touch at the start remember.");
  table->add("bristle", &FrictionMemory::bristle, kLength,
             "deflection of the bristles, of the first surface against the second, in world axes");
  table->add("dwell", &FrictionMemory::dwell, kNumber, "0: fresh, 1: long at rest; of laws with a dwell time")
      .between(0.0, 1.0);
  return table;
}

}  // namespace

TablePtr<ContactRule> make_contact_table() {
  auto table = schema::make_table<ContactRule>(
      "contact",
      "What holds between every shape of one surface and every shape of another. Surfaces without a [[contact]] pass "
      "through each other, and so do bodies that a joint connects, unless the contact is between no others.");
  table->add_key("between", "list of 2 surfaces", {}, "whose shapes touch", read_between).required();
  // Which of the two is needed depends on the formulation: see check_contact_laws().
  table->add_table("normal", make_normal_law_table(), &ContactRule::normal, "force from depth, rate and memory")
      .otherwise("none; needed by formulation \"compliant\"");
  table->add_table("friction", make_friction_law_table(), &ContactRule::friction, "force against slip")
      .otherwise("none");
  table->add_table("rolling", make_resistance_table(), &ContactRule::resistance, "torques against rolling and spinning")
      .otherwise("none");
  const auto set_patch = [](ContactRule& rule, const PatchLaw& law) { rule.patch = law; };
  table->add_table("patch", make_patch_table(), set_patch, "instead of all above: resolved over the contact area")
      .otherwise("none");
  const auto set_impact = [](ContactRule& rule, const ImpactLaw& law) { rule.impact = law; };
  table->add_table("impact", make_impact_law_table(), set_impact, "what rigid bodies obey instead of all above")
      .otherwise("none; needed by formulation \"event-driven\"");
  const auto set_memory = [](ContactRule& rule, const std::string& memory) {
    rule.memory = memory == "carry" ? TouchDownMemory::Carry : TouchDownMemory::Reset;
  };
  table
      ->add_choice("memory", {"reset", "carry"}, set_memory,
                   "whether a new contact starts without bristles and dwell, or with what became of the last ones")
      .otherwise("\"reset\"");
  table
      ->add_table("initial", make_initial_memory_table(), &ContactRule::initial,
                  "friction of what touches at the start")
      .otherwise("no bristles, no dwell");
  table->add("sticking", &ContactRule::sticking,
             "what touches at the start has long been at rest, as with initial = { dwell = 1 }");
  return table;
}

}  // namespace carom
