#include "carom/scene/urdf/read_urdf.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "carom/model/spec_checks.h"
#include "carom/scene/urdf/link_tree.h"

namespace carom {
namespace {

using namespace urdf;
using schema::Diagnostics;
using schema::Place;

class RobotMaker {
 public:
  RobotMaker(const std::filesystem::path& folder, const RobotOptions& options, SourceFiles& files,
             Diagnostics& diagnostics)
      : options_(options), reader_(diagnostics, robot_.ignored), meshes_(folder, options, files) {}

  [[nodiscard]] Robot make(const XmlElement& root) {
    const std::size_t errors = reader_.diagnostics().num_errors();
    robot_.name = reader_.require_text(root, "name");
    read_parts(root);
    const LinkTree tree = make_link_tree(links_, joints_, root.place, reader_);
    if (reader_.diagnostics().num_errors() > errors) return std::move(robot_);
    for (std::size_t i = 0; i < links_.size(); ++i) add_body(i, tree);
    for (std::size_t j = 0; j < joints_.size(); ++j) add_constraint(j, tree);
    robot_.root = name_body(links_[static_cast<std::size_t>(tree.root)].name);
    return std::move(robot_);
  }

 private:
  void read_parts(const XmlElement& root) {
    reader_.check_names(root, {"name", "version"}, {"link", "joint"});
    LinkReader link_reader(reader_, meshes_, robot_.absent_meshes);
    for (const XmlElement& child : root.children) {
      if (child.name == "link") links_.push_back(link_reader.read(child));
      if (child.name == "joint") joints_.push_back(read_joint(child, options_, reader_));
    }
    if (links_.empty()) reader_.error(root.place, "the robot has no <link>");
  }

  // The world is always there, and is no part of a robot.
  [[nodiscard]] std::string name_body(const std::string& link) const {
    const bool is_taken = link == "world" && options_.prefix.empty();
    return is_taken ? robot_.name + "_world" : options_.prefix + link;
  }

  void add_body(std::size_t number, const LinkTree& tree) {
    Link& link = links_[number];
    const int joint = tree.joint_to[number];
    RobotBody body{.link = link.place, .joint = link.place};
    body.spec.name = name_body(link.name);
    body.spec.mass = link.mass;
    body.spec.joint = joint < 0 ? make_base_joint(link) : make_joint(static_cast<std::size_t>(joint), tree);
    if (joint >= 0) body.joint = joints_[static_cast<std::size_t>(joint)].place;
    check(link.inertial, [&] { check_mass(body.spec); });
    check(body.joint, [&] { check_joint(body.spec); });
    for (ShapeSpec& shape : link.shapes) {
      shape.body = body.spec.name;
      shape.surface = options_.surface;
      robot_.shapes.push_back(std::move(shape));
    }
    robot_.bodies.push_back(std::move(body));
  }

  [[nodiscard]] JointSpec make_base_joint(const Link& root) const {
    // Joints may have the names of links, so that of the root may be taken.
    const bool is_taken =
        std::any_of(joints_.begin(), joints_.end(), [&](const UrdfJoint& joint) { return joint.name == root.name; });
    return {.type = options_.base == RobotBase::Free ? JointType::Free : JointType::Weld,
            .name = name_body(root.name) + (is_taken ? "_base" : ""),
            .at = options_.at,
            .rotation = options_.rotation};
  }

  [[nodiscard]] JointSpec make_joint(std::size_t number, const LinkTree& tree) {
    const UrdfJoint& joint = joints_[number];
    JointSpec spec = joint.spec;
    spec.name = options_.prefix + joint.name;
    spec.parent = name_body(joint.parent);
    if (tree.positions[number] != 0.0) spec.position = {tree.positions[number]};
    if (joint.limits) {
      robot_.limits.push_back(*joint.limits);
      robot_.limits.back().joint = spec.name;
    }
    return spec;
  }

  void add_constraint(std::size_t number, const LinkTree& tree) {
    if (tree.mimicked[number] < 0) return;
    const UrdfJoint& joint = joints_[number];
    ConstraintSpec spec;
    spec.type = ConstraintType::Coupling;
    spec.name = options_.prefix + joint.name + "_mimic";
    spec.joint_a = options_.prefix + joint.mimic->joint;
    spec.joint_b = options_.prefix + joint.name;
    spec.ratio = joint.mimic->multiplier;
    spec.offset = joint.mimic->offset;
    robot_.constraints.push_back({std::move(spec), joint.mimic->place});
  }

  void check(const Place& place, const auto& check_part) {
    try {
      check_part();
    } catch (const InputError& problem) {
      reader_.error(place, problem.element() + ": " + problem.problem());
    }
  }

  const RobotOptions& options_;
  Robot robot_;
  ElementReader reader_;
  MeshLibrary meshes_;
  std::vector<Link> links_;
  std::vector<UrdfJoint> joints_;
};

// "12 transmission, 3 visual"
std::string summarize(const std::vector<IgnoredPart>& ignored) {
  std::vector<std::pair<std::string_view, int>> counts;
  std::unordered_map<std::string_view, std::size_t> numbers;
  for (const IgnoredPart& part : ignored) {
    const auto [number, is_new] = numbers.emplace(part.what, counts.size());
    if (is_new) counts.emplace_back(part.what, 0);
    ++counts[number->second].second;
  }
  constexpr std::size_t kMostShown = 20;
  std::vector<std::string> texts;
  for (const auto& [what, count] : counts) {
    if (texts.size() < kMostShown) texts.push_back(fmt::format("{} × {}", count, what));
  }
  return fmt::format("{}{}", fmt::join(texts, ", "), counts.size() > kMostShown ? ", …" : "");
}

}  // namespace

std::optional<Robot> parse_urdf(schema::Source source, const std::filesystem::path& folder, const RobotOptions& options,
                                SourceFiles& files, Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.num_errors();
  const std::optional<XmlElement> root = parse_xml(diagnostics.add_source(std::move(source)), diagnostics);
  if (!root) return std::nullopt;
  if (root->name != "robot") {
    diagnostics.error(root->place, fmt::format("expected <robot>, found <{}>", root->name),
                      schema::Failure::Unreadable);
    return std::nullopt;
  }
  Robot robot = RobotMaker(folder, options, files, diagnostics).make(*root);
  if (diagnostics.num_errors() > errors) return std::nullopt;
  if (!robot.ignored.empty()) diagnostics.warn(root->place, "ignored: " + summarize(robot.ignored));
  return robot;
}

std::optional<Robot> read_urdf(const std::filesystem::path& name, const RobotOptions& options, SourceFiles& files,
                               Diagnostics& diagnostics) {
  return parse_urdf({.name = files.describe(name), .text = files.read(name)}, name.parent_path(), options, files,
                    diagnostics);
}

}  // namespace carom
