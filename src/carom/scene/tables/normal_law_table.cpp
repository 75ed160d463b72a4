#include "carom/scene/tables/contact_laws.h"

namespace carom {

using namespace dimensions;

namespace {

template <class Law>
std::shared_ptr<schema::Table<Law>> make_elastic_table() {
  auto table = make_law_table<Law>();
  table->add("stiffness", &Law::stiffness, kNumber, "k of the spring k xᵖ")
      .above(0.0)
      .otherwise("from the `material` of both surfaces")
      .with_unit("N/mᵖ");
  table->add("exponent", &Law::exponent, kNumber, "p: 1.5 for round bodies (Hertz)").above(0.0);
  return table;
}

template <class Law>
std::shared_ptr<schema::Table<Law>> make_damped_table(const char* unit) {
  auto table = make_elastic_table<Law>();
  table->add("damping", &Law::damping, kNumber, "λ").at_least(0.0).with_unit(unit);
  return table;
}

template <class Law>
std::shared_ptr<schema::Table<Law>> make_restituting_table() {
  auto table = make_elastic_table<Law>();
  const auto set = [](Law& law, const RestitutionEntry& entry) { law.restitution = entry.make(); };
  table
      ->add_table("restitution", make_restitution_table(Restitution::Zero::Refused), set,
                  "above 0, at most 1: what an impact is to return")
      .required();
  table->add("impact_speed_floor", &Law::impact_speed_floor, kSpeed, "slower impacts are damped as if this fast")
      .above(0.0);
  return table;
}

template <class Law>
void add_normal_law(schema::Table<NormalLaw>& laws, TablePtr<Law> table) {
  laws.add_alternative(std::string(Law::kInfo.name), std::move(table), [](NormalLaw& choice) -> Law& {
    Law& law = choice.emplace<Law>();
    law.stiffness = 0.0;  // not given so far
    return law;
  });
}

}  // namespace

TablePtr<NormalLaw> make_normal_law_table() {
  using namespace normal;
  auto table = schema::make_table<NormalLaw>("normal", "The force that pushes touching bodies apart; it never pulls.");
  add_normal_law<KelvinVoigt>(*table, make_damped_table<KelvinVoigt>("N·s/m"));
  add_normal_law<normal::Hertz>(*table, make_elastic_table<normal::Hertz>());
  auto hunt_crossley = make_damped_table<HuntCrossley>("N·s/mᵖ⁺¹");
  hunt_crossley->add("alpha", &HuntCrossley::alpha, kTime / kLength, "instead of the damping: λ = 3/2 alpha k")
      .at_least(0.0);
  add_normal_law<HuntCrossley>(*table, hunt_crossley);
  add_normal_law<LankaraniNikravesh>(*table, make_restituting_table<LankaraniNikravesh>());
  add_normal_law<LeeWang>(*table, make_damped_table<LeeWang>("N·s/m²"));
  add_normal_law<Flores>(*table, make_restituting_table<Flores>());
  add_normal_law<CarvalhoMartins>(*table, make_restituting_table<CarvalhoMartins>());
  add_normal_law<normal::Gonthier>(*table, make_restituting_table<normal::Gonthier>());
  add_normal_law<AzadFeatherstone>(*table, make_damped_table<AzadFeatherstone>("N·s/mᵖ"));
  auto power = make_damped_table<Power>("N·s^q/m^(r+q)");
  power->add("depth_exponent", &Power::depth_exponent, kNumber, "r of the damper λ xʳ |ẋ|^q").at_least(0.0);
  power->add("rate_exponent", &Power::rate_exponent, kNumber, "q of the damper").above(0.0);
  add_normal_law<Power>(*table, power);
  table->choose_by("law", "", "how the force comes about");
  table->finish_with(make_law_check<NormalLaw>());
  return table;
}

}  // namespace carom
