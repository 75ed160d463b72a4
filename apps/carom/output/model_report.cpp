#include "apps/carom/output/model_report.h"

#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "apps/carom/output/wording.h"
#include "carom/dynamics/crba.h"
#include "carom/dynamics/energy.h"
#include "carom/dynamics/momentum.h"
#include "carom/dynamics/rnea.h"

namespace carom::app {
namespace {

VectorX calc_efforts(const Model& model, const Kinematics& kinematics) {
  InverseDynamics workspace(model);
  VectorX efforts(model.num_velocities());
  calc_inverse_dynamics(model, kinematics, AppliedForces(model), VectorX::Zero(model.num_velocities()), workspace,
                        efforts);
  return efforts;
}

std::string format_row(const VectorX& values) {
  std::string text;
  for (int i = 0; i < values.size(); ++i) text += fmt::format("{:>13.6g}", values[i]);
  return text;
}

}  // namespace

ModelReport::ModelReport(const Model& model, const State& state)
    : mass_matrix(model.num_velocities(), model.num_velocities()) {
  Kinematics kinematics(model);
  calc_kinematics(model, state.q, VectorX::Zero(model.num_velocities()), kinematics);
  gravity_torque = calc_efforts(model, kinematics);
  calc_kinematics(model, state.q, state.v, kinematics);
  bias_torque = calc_efforts(model, kinematics);
  CompositeBodies composites(model);
  calc_mass_matrix(model, kinematics, composites, mass_matrix);
  kinetic_energy = calc_kinetic_energy(model, kinematics);
  potential_energy = calc_gravity_energy(model, kinematics);
  const CentroidalMomentum momentum = calc_centroidal_momentum(model, kinematics);
  mass = momentum.mass;
  center_of_mass = momentum.center_of_mass;
}

std::string describe_size(const Model& model) {
  std::string text = count_of(model.num_bodies() - 1, "body", "bodies") + ", " +
                     count_of(model.num_velocities(), "degree of freedom", "degrees of freedom");
  if (model.num_constraint_rows() > 0)
    text += ", " + count_of(model.num_constraint_rows(), "constraint row", "constraint rows");
  return text;
}

std::string format_model(const Model& model) {
  std::string text = fmt::format("{:<20}{:<20}{:<13}{:>4}{:>14}\n", "body", "parent", "joint", "dof", "mass [kg]");
  for (int i = 1; i < model.num_bodies(); ++i) {
    const BodySpec& spec = model.spec(BodyIndex(i));
    fmt::format_to(std::back_inserter(text), "{:<20}{:<20}{:<13}{:>4}{:>14.6g}{}\n", spec.name, spec.joint.parent,
                   traits(spec.joint.type).name, model.body(i).degrees, spec.mass.mass,
                   model.body(i).driven ? "  driven" : "");
  }
  for (std::size_t i = 0; i < model.constraints().size(); ++i) {
    const Constraint& constraint = model.constraints()[i];
    fmt::format_to(std::back_inserter(text), "constraint {:<20}{:<16}{} rows{}\n", model.constraint_specs()[i].name,
                   traits(model.constraint_specs()[i].type).name, traits(constraint.type).rows,
                   constraint.in_plane ? ", in the plane of its loop alone" : "");
  }
  return text;
}

std::string format_model_report(const Model& model, const ModelReport& report) {
  std::string text =
      fmt::format("mass {:.9g} kg, centre of mass ({:.6g}) m\nkinetic energy {:.9g} J, potential energy {:.9g} J\n",
                  report.mass, fmt::join(report.center_of_mass.data(), report.center_of_mass.data() + 3, ", "),
                  report.kinetic_energy, report.potential_energy);
  constexpr int kMostShown = 16;  // wider than a screen otherwise
  if (model.num_velocities() > kMostShown) {
    return text + fmt::format("{} degrees of freedom: --json prints the mass matrix and the torques\n",
                              model.num_velocities());
  }
  text += "mass matrix\n";
  for (int i = 0; i < model.num_velocities(); ++i) text += format_row(report.mass_matrix.row(i)) + "\n";
  text += "torques that hold it against gravity\n" + format_row(report.gravity_torque) + "\n";
  text += "torques at the present velocities without acceleration\n" + format_row(report.bias_torque) + "\n";
  return text;
}

std::string make_model_json(const Model& model, const State& state, const ModelReport& report) {
  const auto list = [](const auto& values) {
    return std::vector<double>(values.data(), values.data() + values.size());
  };
  nlohmann::ordered_json json;
  json["format"] = 1;
  json["version"] = CAROM_VERSION;
  json["bodies"] = nlohmann::ordered_json::array();
  for (int i = 1; i < model.num_bodies(); ++i) {
    const BodySpec& spec = model.spec(BodyIndex(i));
    json["bodies"].push_back({{"name", spec.name},
                              {"parent", spec.joint.parent},
                              {"joint", traits(spec.joint.type).name},
                              {"mass", spec.mass.mass}});
  }
  json["dof"] = model.num_velocities();
  json["constraint_rows"] = model.num_constraint_rows();
  json["q"] = list(state.q);
  json["v"] = list(state.v);
  json["mass"] = report.mass;
  json["center_of_mass"] = list(report.center_of_mass);
  json["mass_matrix"] = nlohmann::ordered_json::array();
  for (int i = 0; i < model.num_velocities(); ++i)
    json["mass_matrix"].push_back(list(VectorX(report.mass_matrix.row(i))));
  json["gravity_torque"] = list(report.gravity_torque);
  json["bias_torque"] = list(report.bias_torque);
  json["kinetic_energy"] = report.kinetic_energy;
  json["potential_energy"] = report.potential_energy;
  return json.dump(2) + "\n";
}

}  // namespace carom::app
