#include "carom/simulation/verdict/scene_scale.h"

#include <algorithm>

#include <fmt/format.h>

#include "carom/model/model.h"

namespace carom {
namespace {

std::string describe_joint(const Model& model, int body) {
  return fmt::format("joint '{}'", model.spec(BodyIndex(body)).joint.name);
}

}  // namespace

double calc_length(const Model& model) {
  double longest = 0.0;
  for (int i = 1; i < model.num_bodies(); ++i) {
    const Body& body = model.body(i);
    longest = std::max(longest, as_eigen(body.p_PF).norm());
    if (body.mass > 0.0) longest = std::max(longest, as_eigen(body.mass_moment).norm() / body.mass);
  }
  return longest;
}

double calc_reach(const Model& model, const State& initial, double duration) {
  const double fastest = initial.v.size() > 0 ? initial.v.cwiseAbs().maxCoeff() : 0.0;
  const double farthest = initial.q.size() > 0 ? initial.q.cwiseAbs().maxCoeff() : 0.0;
  const double moved = duration * (fastest + duration * model.gravity().norm());
  return std::max({1.0, calc_length(model), farthest, moved});
}

std::string describe_position(const Model& model, int position) {
  for (int i = 1; i < model.num_bodies(); ++i) {
    const Body& body = model.body(i);
    const int place = position - body.position_start;
    if (body.degrees > 0 && place >= 0 && place < traits(body.type).positions) return describe_joint(model, i);
  }
  return {};
}

std::string describe_velocity(const Model& model, int velocity) {
  for (int i = 1; i < model.num_bodies(); ++i) {
    const Body& body = model.body(i);
    const int place = velocity - body.velocity_start;
    if (place >= 0 && place < body.degrees) return describe_joint(model, i);
  }
  return {};
}

}  // namespace carom
