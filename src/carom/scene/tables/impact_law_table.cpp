#include "carom/scene/tables/contact_laws.h"

namespace carom {

using namespace dimensions;

namespace {

template <class Law>
std::shared_ptr<schema::Table<Law>> make_coefficient_table() {
  auto table = make_law_table<Law>();
  const auto set = [](Law& law, const RestitutionEntry& entry) { law.restitution = entry.make(); };
  table
      ->add_table("restitution", make_restitution_table(Restitution::Zero::Allowed), set,
                  "what is given back: 0 nothing, 1 all")
      .required();
  table->add("friction", &Law::friction, kNumber, "coefficient of friction in sliding").at_least(0.0);
  return table;
}

template <class Law>
void add_static_friction(schema::Table<Law>& table) {
  table.add("static_friction", &Law::static_friction, kNumber, "coefficient of friction at rest, not below friction")
      .at_least(0.0)
      .otherwise("the same as friction");
}

template <class Law>
TablePtr<Law> make_routh_table() {
  auto table = make_coefficient_table<Law>();
  add_static_friction(*table);
  return table;
}

template <class Law>
TablePtr<Law> make_aghili_table() {
  auto table = make_coefficient_table<Law>();
  add_static_friction(*table);
  table
      ->add("tangential_restitution", &Law::tangential_restitution, kNumber,
            "the same for the slip of an impact that sticks")
      .between(0.0, 1.0);
  return table;
}

}  // namespace

TablePtr<ImpactLaw> make_impact_law_table() {
  auto table = schema::make_table<ImpactLaw>(
      "impact",
      "What happens in the instant in which rigid bodies collide, and the friction that rigid contacts have.");
  add_law(*table, make_routh_table<impact::Newton>());
  add_law(*table, make_routh_table<impact::Poisson>());
  add_law(*table, make_routh_table<impact::Stronge>());
  add_law<ImpactLaw, impact::Brach>(*table, make_coefficient_table<impact::Brach>());
  add_law(*table, make_aghili_table<impact::Aghili>());
  add_law(*table, make_aghili_table<impact::AghiliPrinted>());
  table->choose_by("law", "", "of impact");
  table->finish_with(make_law_check<ImpactLaw>());
  return table;
}

}  // namespace carom
