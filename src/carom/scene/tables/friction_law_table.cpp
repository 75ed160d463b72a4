#include "carom/scene/tables/contact_laws.h"

namespace carom {

using namespace dimensions;

namespace {

template <class Law>
void add_viscous(schema::Table<Law>& table) {
  table.add("viscous", &Law::viscous, kDamping, "force for a slip of 1 m/s, besides all else").at_least(0.0);
}

template <class Law>
void add_coefficients(schema::Table<Law>& table) {
  table.add("static", &Law::static_coefficient, kNumber, "coefficient of friction at rest").at_least(0.0).required();
  table.add("kinetic", &Law::kinetic_coefficient, kNumber, "coefficient of friction in sliding")
      .at_least(0.0)
      .required();
  table.add("stribeck_speed", &Law::stribeck_speed, kSpeed, "slip at which the one becomes the other").above(0.0);
}

template <class Law>
void add_single_coefficient(schema::Table<Law>& table) {
  table.add("friction", &Law::friction, kNumber, "coefficient of friction").at_least(0.0).required();
}

template <class Law>
schema::Key& add_bristle_stiffness(schema::Table<Law>& table) {
  return table.add("bristle_stiffness", &Law::bristle_stiffness, kStiffness, "of the bristles")
      .above(0.0)
      .otherwise("0.8 of the normal contact's under the weight of its lighter body");
}

template <class Law>
schema::Key& add_bristle_damping(schema::Table<Law>& table) {
  return table.add("bristle_damping", &Law::bristle_damping, kDamping, "of the bristles")
      .above(0.0)
      .otherwise("0.2 √(m bristle_stiffness), m of the lighter body");
}

TablePtr<friction::Coulomb> make_coulomb_table() {
  using Law = friction::Coulomb;
  auto table = make_law_table<Law>();
  add_coefficients(*table);
  table->add("smoothing_speed", &Law::smoothing_speed, kSpeed, "slip from which on friction is in full").above(0.0);
  add_viscous(*table);
  return table;
}

TablePtr<friction::CundallStrack> make_cundall_strack_table() {
  auto table = make_law_table<friction::CundallStrack>();
  add_single_coefficient(*table);
  add_bristle_stiffness(*table);
  table->add("bristle_damping", &friction::CundallStrack::bristle_damping, kDamping, "of the bristles").at_least(0.0);
  add_viscous(*table);
  return table;
}

TablePtr<friction::LuGre> make_lugre_table() {
  auto table = make_law_table<friction::LuGre>();
  add_coefficients(*table);
  add_bristle_stiffness(*table);
  add_bristle_damping(*table);
  add_viscous(*table);
  return table;
}

TablePtr<friction::Liang> make_liang_table() {
  auto table = make_law_table<friction::Liang>();
  add_single_coefficient(*table);
  add_bristle_stiffness(*table);
  add_viscous(*table);
  return table;
}

TablePtr<friction::Gonthier> make_gonthier_table() {
  using Law = friction::Gonthier;
  auto table = make_law_table<Law>();
  add_coefficients(*table);
  add_bristle_stiffness(*table);
  add_bristle_damping(*table);
  add_viscous(*table);
  table->add("dwell_time", &Law::dwell_time, kTime, "in which static friction grows back").above(0.0);
  table->add("smoothing_speed", &Law::smoothing_speed, kSpeed, "slip from which on friction has its full direction")
      .at_least(0.0)
      .otherwise("stribeck_speed/100");
  table->add("printed_direction", &Law::printed_direction, "eq. (20) as the paper prints it, for comparison");
  table->add("limited_bristles", &Law::limited_bristles,
             "bristles stretch no further than they pull, so that slow sliding costs energy too");
  return table;
}

// Bristles that are not given come from the contact at hand.
template <class Law>
void add_bristle_law(schema::Table<FrictionLaw>& laws, TablePtr<Law> table) {
  laws.add_alternative(std::string(Law::kInfo.name), std::move(table), [](FrictionLaw& choice) -> Law& {
    Law& law = choice.emplace<Law>();
    law.bristle_stiffness = 0.0;
    if constexpr (requires { law.bristle_damping; }) law.bristle_damping = 0.0;
    return law;
  });
}

}  // namespace

TablePtr<FrictionLaw> make_friction_law_table() {
  auto table = schema::make_table<FrictionLaw>("friction", "The force against slip, a vector in the tangent plane.");
  add_law<FrictionLaw, friction::None>(*table, make_law_table<friction::None>());
  add_law<FrictionLaw, friction::Coulomb>(*table, make_coulomb_table());
  add_bristle_law<friction::CundallStrack>(*table, make_cundall_strack_table());
  add_bristle_law<friction::LuGre>(*table, make_lugre_table());
  add_bristle_law<friction::Liang>(*table, make_liang_table());
  add_bristle_law<friction::Gonthier>(*table, make_gonthier_table());
  table->choose_by("law", "", "how the force comes about");
  table->finish_with(make_law_check<FrictionLaw>());
  return table;
}

}  // namespace carom
