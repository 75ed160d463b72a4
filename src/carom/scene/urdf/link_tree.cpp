#include "carom/scene/urdf/link_tree.h"

#include <unordered_map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "carom/base/nearest_name.h"

namespace carom::urdf {
namespace {

// Finds elements of one kind by name.
template <class Element>
class Index {
 public:
  Index(const char* kind, const std::vector<Element>& elements, ElementReader& reader)
      : kind_(kind), elements_(elements), reader_(reader) {
    for (std::size_t i = 0; i < elements.size(); ++i) add(static_cast<int>(i));
  }

  /// −1, and an error, where nothing has the name. A name that is missing was reported already.
  [[nodiscard]] int find(const std::string& name, const schema::Place& place) const {
    if (name.empty()) return -1;
    const auto found = numbers_.find(name);
    if (found != numbers_.end()) return found->second;
    reader_.error(place, fmt::format("there is no {} '{}'{}", kind_, name, suggest(name)));
    return -1;
  }

 private:
  void add(int number) {
    const Element& element = elements_[static_cast<std::size_t>(number)];
    if (element.name.empty()) return;
    const auto [first, is_new] = numbers_.emplace(element.name, number);
    if (is_new) return;
    const int line = elements_[static_cast<std::size_t>(first->second)].place.line;
    reader_.error(element.place, fmt::format("a {} '{}' exists already (line {})", kind_, element.name, line));
  }

  // Comparing with every name takes time: not for more errors than are shown.
  [[nodiscard]] std::string suggest(const std::string& name) const {
    if (reader_.diagnostics().is_full()) return {};
    std::vector<std::string> names;
    for (const Element& element : elements_) names.push_back(element.name);
    return make_suggestion(name, names);
  }

  const char* kind_;
  const std::vector<Element>& elements_;
  ElementReader& reader_;
  std::unordered_map<std::string, int> numbers_;
};

class TreeMaker {
 public:
  TreeMaker(const std::vector<Link>& links, const std::vector<UrdfJoint>& joints, ElementReader& reader)
      : links_(links), joints_(joints), reader_(reader), link_index_("link", links, reader) {
    tree_.joint_to.assign(links.size(), -1);
    tree_.mimicked.assign(joints.size(), -1);
    tree_.positions.assign(joints.size(), 0.0);
    parents_.assign(links.size(), -1);
  }

  [[nodiscard]] LinkTree make(const schema::Place& robot) {
    const std::size_t errors = reader_.diagnostics().num_errors();
    for (std::size_t j = 0; j < joints_.size(); ++j) connect(static_cast<int>(j));
    // What is missing would make roots of links that are none.
    if (reader_.diagnostics().num_errors() == errors) find_root(robot);
    if (reader_.diagnostics().num_errors() == errors) refuse_loops();
    connect_mimics();
    return std::move(tree_);
  }

 private:
  [[nodiscard]] const UrdfJoint& joint(int number) const { return joints_[static_cast<std::size_t>(number)]; }

  void connect(int number) {
    const UrdfJoint& own = joint(number);
    const int parent = link_index_.find(own.parent, own.parent_place);
    const int child = link_index_.find(own.child, own.child_place);
    if (parent < 0 || child < 0) return;
    int& joint_to = tree_.joint_to[static_cast<std::size_t>(child)];
    if (joint_to >= 0) {
      const UrdfJoint& other = joint(joint_to);
      return reader_.error(own.child_place, fmt::format("link '{}' has two parents: it is the child of joint '{}' "
                                                        "(line {}) already",
                                                        own.child, other.name, other.place.line));
    }
    joint_to = number;
    parents_[static_cast<std::size_t>(child)] = parent;
  }

  void find_root(const schema::Place& robot) {
    std::vector<std::string> roots;
    for (std::size_t i = 0; i < links_.size(); ++i) {
      if (tree_.joint_to[i] >= 0) continue;
      roots.push_back(links_[i].name);
      if (tree_.root < 0) tree_.root = static_cast<int>(i);
    }
    if (roots.size() > 1) {
      const std::size_t count = roots.size();
      if (count > 10) roots.resize(10);
      reader_.error(robot, fmt::format("{} links are the child of no joint, and one must be the root: '{}'{}", count,
                                       fmt::join(roots, "', '"), count > 10 ? ", …" : ""));
    } else if (roots.empty() && !links_.empty()) {
      reader_.error(robot, fmt::format("no link is the root: every one, such as '{}', is the child of a joint",
                                       links_.front().name));
    }
  }

  // Links in a loop lead back to themselves and never to the root. Every link is walked over once.
  void refuse_loops() {
    std::vector<int> seen_from(links_.size(), -1);
    for (std::size_t start = 0; start < links_.size(); ++start) {
      int at = static_cast<int>(start);
      while (at >= 0 && seen_from[static_cast<std::size_t>(at)] < 0) {
        seen_from[static_cast<std::size_t>(at)] = static_cast<int>(start);
        at = parents_[static_cast<std::size_t>(at)];
      }
      if (at < 0 || seen_from[static_cast<std::size_t>(at)] != static_cast<int>(start)) continue;
      const Link& link = links_[static_cast<std::size_t>(at)];
      reader_.error(link.place, fmt::format("link '{}' is in a loop: its parents lead back to it", link.name));
    }
  }

  void connect_mimics() {
    const Index<UrdfJoint> joint_index("joint", joints_, reader_);
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      const std::optional<Mimic>& mimic = joints_[j].mimic;
      if (!mimic) continue;
      const int other = joint_index.find(mimic->joint, mimic->place);
      const bool fits = other >= 0 && has_one_degree(joints_[j]) && has_one_degree(joint(other));
      if (fits) tree_.mimicked[j] = other;
      if (other >= 0 && !fits) {
        reader_.error(mimic->place, fmt::format("joint '{}' cannot follow '{}': both must be revolute, continuous or "
                                                "prismatic",
                                                joints_[j].name, mimic->joint));
      }
    }
    for (std::size_t j = 0; j < joints_.size(); ++j) find_position(static_cast<int>(j));
  }

  static bool has_one_degree(const UrdfJoint& joint) { return traits(joint.spec.type).velocities == 1; }

  // q = multiplier · (that of the followed joint) + offset, from the end of the chain on.
  void find_position(int start) {
    std::vector<int> chain;
    for (int at = start; tree_.mimicked[static_cast<std::size_t>(at)] >= 0;) {
      chain.push_back(at);
      at = tree_.mimicked[static_cast<std::size_t>(at)];
      if (chain.size() <= kLongestChain && at != start) continue;
      const Mimic& mimic = *joint(start).mimic;
      tree_.mimicked[static_cast<std::size_t>(start)] = -1;
      return reader_.error(mimic.place, at == start ? fmt::format("joint '{}' follows itself", joint(start).name)
                                                    : fmt::format("joint '{}' follows a chain of more than {} joints",
                                                                  joint(start).name, kLongestChain));
    }
    double position = 0.0;
    for (auto j = chain.rbegin(); j != chain.rend(); ++j) {
      position = joint(*j).mimic->multiplier * position + joint(*j).mimic->offset;
    }
    tree_.positions[static_cast<std::size_t>(start)] = position;
  }

  static constexpr std::size_t kLongestChain = 100;

  const std::vector<Link>& links_;
  const std::vector<UrdfJoint>& joints_;
  ElementReader& reader_;
  Index<Link> link_index_;
  std::vector<int> parents_;  // by link
  LinkTree tree_;
};

}  // namespace

LinkTree make_link_tree(const std::vector<Link>& links, const std::vector<UrdfJoint>& joints,
                        const schema::Place& robot, ElementReader& reader) {
  return TreeMaker(links, joints, reader).make(robot);
}

}  // namespace carom::urdf
