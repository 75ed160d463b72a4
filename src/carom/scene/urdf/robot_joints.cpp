#include "carom/scene/urdf/robot_joints.h"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "carom/base/nearest_name.h"
#include "carom/model/spec_checks.h"
#include "carom/scene/problem_places.h"
#include "carom/scene/tables/tables.h"

namespace carom {
namespace {

using schema::Reader;
using schema::Value;

const schema::AnyTable* find_keys(JointType type) {
  static const TablePtr<JointSpec> table = make_robot_joint_table();
  for (const schema::AnyTable::Alternative& alternative : table->alternatives()) {
    if (alternative.tag == traits(type).name) return alternative.table.get();
  }
  return nullptr;
}

class JointChanger {
 public:
  JointChanger(const RobotEntry& entry, Robot& robot, Reader& reader) : entry_(entry), robot_(robot), reader_(reader) {
    for (RobotBody& body : robot.bodies) bodies_.emplace(body.spec.joint.name, &body.spec);
    for (const RobotConstraint& constraint : robot.constraints) {
      if (constraint.spec.type == ConstraintType::Coupling) leaders_.emplace(constraint.spec.joint_b, &constraint.spec);
    }
  }

  void change_all() {
    for (const Value& item : entry_.joints) {
      const Reader::Scope scope(reader_, "[[robot.joint]]", item);
      change(item);
    }
    for (const auto& [follower, coupling] : leaders_) lead(follower);
  }

 private:
  struct Start {
    double position{};  // [rad] or [m]
    double velocity{};  // [rad/s] or [m/s]
  };

  void change(const Value& item) {
    BodySpec* body = find_body(item);
    if (body == nullptr) return;
    const schema::AnyTable* keys = find_keys(body->joint.type);
    if (keys == nullptr) return reader_.error(item, "this joint is fixed: it has nothing to be changed");
    if (!keys->read(item, &body->joint, reader_)) return;
    refuse_start_of_follower(item, body->joint);
    warn_of_range(item, body->joint);
    try {
      check_joint(*body);
    } catch (const InputError& problem) {
      report_problem(problem, item, reader_.diagnostics());
    }
  }

  // Null: reported.
  BodySpec* find_body(const Value& item) {
    if (item.table() == nullptr) {
      reader_.error(item, fmt::format("expected a table, found {}", describe(item)));
      return nullptr;
    }
    const Value* name = item.find("name");
    if (name == nullptr) {
      reader_.diagnostics().error(item.place, "missing key 'name' in [[robot.joint]]");
      return nullptr;
    }
    const Reader::Scope scope(reader_, "name", *name);
    const std::optional<std::string> text = reader_.read_text(*name);
    if (!text) return nullptr;
    const auto found = bodies_.find(entry_.options.prefix + *text);
    if (found == bodies_.end()) {
      reader_.error(*name, fmt::format("there is no joint '{}' in '{}'{}", *text, entry_.file, suggest(*text)));
      return nullptr;
    }
    if (!changed_.emplace(*text, item.place.line).second) {
      reader_.error(*name, fmt::format("joint '{}' stands here a second time (line {})", *text, changed_.at(*text)));
      return nullptr;
    }
    return found->second;
  }

  [[nodiscard]] std::string suggest(const std::string& name) const {
    std::vector<std::string> names;
    for (const RobotBody& body : robot_.bodies) {
      const JointSpec& joint = body.spec.joint;
      if (joint.type != JointType::Weld) names.push_back(joint.name.substr(entry_.options.prefix.size()));
    }
    return make_suggestion(name, names);
  }

  void refuse_start_of_follower(const Value& item, const JointSpec& joint) {
    const auto leader = leaders_.find(joint.name);
    if (leader == leaders_.end()) return;
    for (const char* key : {"position", "velocity", "drive"}) {
      const Value* value = item.find(key);
      if (value == nullptr) continue;
      const std::string& name = leader->second->joint_a;
      reader_.error(*value, fmt::format("{} cannot be given: this joint follows '{}'", key,
                                        name.substr(entry_.options.prefix.size())));
    }
  }

  void warn_of_range(const Value& item, const JointSpec& joint) {
    const auto limits = std::find_if(robot_.limits.begin(), robot_.limits.end(),
                                     [&](const RobotJointLimits& l) { return l.joint == joint.name; });
    const Value* position = item.find("position");
    if (limits == robot_.limits.end() || position == nullptr || joint.position.size() != 1) return;
    const double q = joint.position.front();
    if (q >= limits->lower && q <= limits->upper) return;
    const std::string_view unit = unit_of(traits(joint.type).coordinates.front());
    reader_.diagnostics().warn(
        position->place,
        fmt::format("position of {}: {:.6g} {unit} is outside of the range from {:.6g} to {:.6g} {unit}",
                    reader_.describe_where(), q, limits->lower, limits->upper, fmt::arg("unit", unit)));
  }

  // Where a joint starts, and for a follower where its leader takes it. Chains are short and have an end.
  [[nodiscard]] Start find_start(const std::string& name) const {
    const auto leader = leaders_.find(name);
    if (leader != leaders_.end()) {
      const ConstraintSpec& coupling = *leader->second;
      const Start start = find_start(coupling.joint_a);
      return {coupling.ratio * start.position + coupling.offset, coupling.ratio * start.velocity};
    }
    const JointSpec& joint = bodies_.at(name)->joint;
    if (!joint.drive.empty()) {
      const TimeFunctionSample sample = joint.drive.front().sample(0.0);
      return {sample.value, sample.rate};
    }
    return {joint.position.empty() ? 0.0 : joint.position.front(),
            joint.velocity.empty() ? 0.0 : joint.velocity.front()};
  }

  void lead(const std::string& follower) {
    const Start start = find_start(follower);
    JointSpec& joint = bodies_.at(follower)->joint;
    joint.position = {start.position};
    joint.velocity = {start.velocity};
  }

  const RobotEntry& entry_;
  Robot& robot_;
  Reader& reader_;
  std::unordered_map<std::string, BodySpec*> bodies_;               // by joint
  std::unordered_map<std::string, const ConstraintSpec*> leaders_;  // by the joint that follows
  std::unordered_map<std::string, int> changed_;                    // joint → line
};

}  // namespace

void change_robot_joints(const RobotEntry& entry, Robot& robot, Reader& reader) {
  if (!entry.joints.empty()) JointChanger(entry, robot, reader).change_all();
}

}  // namespace carom
