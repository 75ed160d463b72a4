#pragma once

#include <string>

#include "carom/model/model.h"

namespace carom::app {

/// A model at one configuration and velocity.
struct ModelReport {
  explicit ModelReport(const Model& model, const State& state);

  MatrixX mass_matrix;
  VectorX gravity_torque;     // joint efforts that hold it at rest  [N·m] or [N]
  VectorX bias_torque;        // the same at the present velocities, with no acceleration
  double kinetic_energy{};    // [J]
  double potential_energy{};  // of gravity  [J]
  double mass{};              // [kg]
  Vector3 center_of_mass{Vector3::Zero()};
};

/// "3 bodies, 3 degrees of freedom, 5 constraint rows"
[[nodiscard]] std::string describe_size(const Model& model);

/// Bodies, joints and constraints as aligned tables.
[[nodiscard]] std::string format_model(const Model& model);
[[nodiscard]] std::string format_model_report(const Model& model, const ModelReport& report);
[[nodiscard]] std::string make_model_json(const Model& model, const State& state, const ModelReport& report);

}  // namespace carom::app
