#pragma once

#include <string>
#include <vector>

#include "carom/scene/urdf/joint_reader.h"
#include "carom/scene/urdf/link_reader.h"

namespace carom::urdf {

/// How the links of a robot hang together.
struct LinkTree {
  int root{-1};                   // number of the link that is no joint's child
  std::vector<int> joint_to;      // by link: number of the joint whose child it is; −1 for the root
  std::vector<int> mimicked;      // by joint: number of the joint that it follows; −1: none
  std::vector<double> positions;  // by joint: where it is at the start, with all that are followed at zero
};

/// Reports names that are given twice or that nothing has, links with two parents, loops, several roots, and joints
/// that cannot follow another. The tree makes sense only where no error was reported.
[[nodiscard]] LinkTree make_link_tree(const std::vector<Link>& links, const std::vector<UrdfJoint>& joints,
                                      const schema::Place& robot, ElementReader& reader);

}  // namespace carom::urdf
