#include "carom/simulation/contacts/ignored_pairs.h"

#include <algorithm>

#include "carom/base/input_error.h"
#include "carom/base/nearest_name.h"

namespace carom {

namespace {

std::vector<bool> flag_bodies(const Model& model, const std::vector<std::string>& names) {
  std::vector<bool> flags(static_cast<std::size_t>(model.num_bodies()));
  for (const std::string& name : names) flags[static_cast<std::size_t>(model.find_body(name).value())] = true;
  return flags;
}

const BodyGroup& find_group(const std::vector<BodyGroup>& groups, const std::string& name) {
  const auto found = std::ranges::find(groups, name, &BodyGroup::name);
  if (found != groups.end()) return *found;
  std::vector<std::string> names;
  for (const BodyGroup& group : groups) names.push_back(group.name);
  throw InputError("ignore", "there is no group '" + name + "'" + make_suggestion(name, names));
}

}  // namespace

IgnoredPairs::IgnoredPairs(const Model& model, const ContactSetup& setup) {
  for (const IgnoredContact& ignored : setup.ignored) {
    if (!ignored.bodies.empty()) {
      const std::vector<bool> bodies = flag_bodies(model, ignored.bodies);
      all_.push_back({bodies, bodies});
    }
    if (ignored.groups.size() == 2) {
      all_.push_back({flag_bodies(model, find_group(setup.groups, ignored.groups[0]).bodies),
                      flag_bodies(model, find_group(setup.groups, ignored.groups[1]).bodies)});
    }
  }
}

bool IgnoredPairs::contains(int body_a, int body_b) const {
  const auto a = static_cast<std::size_t>(body_a), b = static_cast<std::size_t>(body_b);
  return std::ranges::any_of(all_, [&](const Sides& sides) {
    return (sides.first[a] && sides.second[b]) || (sides.first[b] && sides.second[a]);
  });
}

}  // namespace carom
