// MuJoCo reads its models from XML. Constraints and contacts are switched off, and only the stages that lead to the
// smooth acceleration are called: mj_forward would add sensors and the constraint solver.
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include <fmt/format.h>
#include <mujoco/mujoco.h>
#include <unistd.h>

#include "benchmarks/forward_dynamics/engine.h"

namespace carom::benchmarks {
namespace {

std::string triple(const Vector& v) { return fmt::format("{} {} {}", v.x(), v.y(), v.z()); }

// A link with everything that hangs on it.
std::string write_link(const Robot& robot, int index) {
  const Link& link = robot.links[static_cast<std::size_t>(index)];
  const std::string joint =
      link.floating ? "<freejoint/>"
                    : fmt::format("<joint name='{}' type='hinge' axis='{}'/>", link.name, triple(link.axis));
  std::string xml = fmt::format("<body pos='{}'>{}<inertial pos='{}' mass='{}' diaginertia='{}'/>", triple(link.at),
                                joint, triple(link.center), link.mass, triple(link.principal));
  for (int child = index + 1; child < static_cast<int>(robot.links.size()); ++child) {
    if (robot.links[static_cast<std::size_t>(child)].parent == index) xml += write_link(robot, child);
  }
  return xml + "</body>";
}

// The first link is the only one whose parent is the world.
std::string write_xml(const Robot& robot) {
  return fmt::format(
      "<mujoco><compiler angle='radian' inertiafromgeom='false'/>"
      "<option gravity='{}'><flag constraint='disable' contact='disable'/></option>"
      "<worldbody>{}</worldbody></mujoco>",
      triple(robot.gravity), write_link(robot, 0));
}

struct Delete {
  void operator()(mjModel* model) const { mj_deleteModel(model); }
  void operator()(mjData* data) const { mj_deleteData(data); }
};

std::unique_ptr<mjModel, Delete> load(const std::string& xml) {
  char path[] = "/tmp/forward_dynamics_XXXXXX";
  const int descriptor = mkstemp(path);
  if (descriptor < 0) throw std::runtime_error("cannot write a file for MuJoCo to read");
  std::FILE* file = fdopen(descriptor, "w");
  std::fputs(xml.c_str(), file);
  std::fclose(file);
  char error[1000] = "";
  std::unique_ptr<mjModel, Delete> model(mj_loadXML(path, nullptr, error, sizeof error));
  std::remove(path);
  if (!model) throw std::runtime_error(std::string("MuJoCo: ") + error);
  return model;
}

class MujocoEngine : public Engine {
 public:
  explicit MujocoEngine(const Robot& robot) : model_(load(write_xml(robot))), data_(mj_makeData(model_.get())) {
    for (const Link& link : robot.links) {
      if (link.floating) continue;
      const int id = mj_name2id(model_.get(), mjOBJ_JOINT, link.name.c_str());
      positions_.push_back(model_->jnt_qposadr[id]);
      velocities_.push_back(model_->jnt_dofadr[id]);
    }
  }

  void evaluate(const JointState& state) override {
    const mjModel* m = model_.get();
    mjData* d = data_.get();
    for (std::size_t i = 0; i < positions_.size(); ++i) {
      d->qpos[positions_[i]] = state.angles[i];
      d->qvel[velocities_[i]] = state.rates[i];
    }
    mj_fwdPosition(m, d);
    mj_fwdVelocity(m, d);
    mj_fwdActuation(m, d);
    mj_fwdAcceleration(m, d);
  }

  Eigen::VectorXd accelerations() const override {
    return Eigen::Map<const Eigen::VectorXd>(data_->qacc_smooth, model_->nv)(velocities_);
  }

 private:
  std::unique_ptr<mjModel, Delete> model_;
  std::unique_ptr<mjData, Delete> data_;
  std::vector<int> positions_, velocities_;  // places of the turning joints in qpos and qvel
};

}  // namespace

Peer make_mujoco() {
  return {.name = fmt::format("MuJoCo {}", mj_versionString()),
          .call = "mj_fwdPosition, mj_fwdVelocity, mj_fwdActuation, mj_fwdAcceleration",
          .make = [](const Robot& robot) { return std::make_unique<MujocoEngine>(robot); },
          .max_joints = 96};  // its XML reader refuses elements nested 100 deep
}

}  // namespace carom::benchmarks
