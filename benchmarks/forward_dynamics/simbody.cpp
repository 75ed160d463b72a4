#include <Simbody.h>
#include <fmt/format.h>

#include "benchmarks/forward_dynamics/engine.h"

namespace carom::benchmarks {
namespace {

SimTK::Vec3 to_vec3(const Vector& v) { return {v.x(), v.y(), v.z()}; }

SimTK::Body::Rigid make_body(const Link& link) {
  const SimTK::Vec3 center = to_vec3(link.center);
  const SimTK::Inertia about_center(to_vec3(link.principal));
  return SimTK::Body::Rigid(
      SimTK::MassProperties(link.mass, center, about_center.shiftFromMassCenter(-center, link.mass)));
}

SimTK::MobilizedBodyIndex add_body(SimTK::MobilizedBody& parent, const Link& link) {
  const SimTK::Vec3 at = to_vec3(link.at);
  if (link.floating) {
    return SimTK::MobilizedBody::Free(parent, at, make_body(link), SimTK::Vec3(0.0)).getMobilizedBodyIndex();
  }
  // A pin turns about the z-axis of its two frames.
  const SimTK::Rotation frame(SimTK::UnitVec3(to_vec3(link.axis)), SimTK::ZAxis);
  return SimTK::MobilizedBody::Pin(parent, SimTK::Transform(frame, at), make_body(link), SimTK::Transform(frame))
      .getMobilizedBodyIndex();
}

class SimbodyEngine : public Engine {
 public:
  explicit SimbodyEngine(const Robot& robot) : matter_(system_), forces_(system_) {
    SimTK::Force::Gravity(forces_, matter_, to_vec3(robot.gravity));
    std::vector<SimTK::MobilizedBodyIndex> bodies;
    for (const Link& link : robot.links) {
      SimTK::MobilizedBodyIndex parent(0);
      if (link.parent >= 0) parent = bodies[static_cast<std::size_t>(link.parent)];
      bodies.push_back(add_body(matter_.updMobilizedBody(parent), link));
    }
    state_ = system_.realizeTopology();
    system_.realizeModel(state_);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      if (robot.links[i].floating) continue;
      const SimTK::MobilizedBody& body = matter_.getMobilizedBody(bodies[i]);
      positions_.push_back(body.getFirstQIndex(state_));
      velocities_.push_back(body.getFirstUIndex(state_));
    }
  }

  void evaluate(const JointState& state) override {
    SimTK::Vector& q = state_.updQ();
    SimTK::Vector& u = state_.updU();
    for (std::size_t i = 0; i < positions_.size(); ++i) {
      q[positions_[i]] = state.angles[i];
      u[velocities_[i]] = state.rates[i];
    }
    system_.realize(state_, SimTK::Stage::Acceleration);
  }

  Eigen::VectorXd accelerations() const override {
    const SimTK::Vector& u_rate = state_.getUDot();
    return Eigen::Map<const Eigen::VectorXd>(&u_rate[0], u_rate.size())(velocities_);
  }

 private:
  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_;
  SimTK::GeneralForceSubsystem forces_;
  SimTK::State state_;
  std::vector<int> positions_, velocities_;  // places of the turning joints in q and u
};

}  // namespace

Peer make_simbody() {
  int major = 0, minor = 0, patch = 0;
  SimTK_version_simbody(&major, &minor, &patch);
  return {.name = fmt::format("Simbody {}.{}", major, minor),
          .call = "realize(Stage::Acceleration)",
          .make = [](const Robot& robot) { return std::make_unique<SimbodyEngine>(robot); }};
}

}  // namespace carom::benchmarks
