#include "carom/simulation/contacts/rule_pairs.h"

#include <fmt/format.h>

#include "carom/base/input_error.h"
#include "carom/simulation/contacts/ignored_pairs.h"
#include "carom/simulation/contacts/rule_table.h"

namespace carom {

namespace {

// With 3 kB and 0.2 µs each, 800 MB and a step in a fifth of a second.
constexpr double kMostPairs = 250'000;

bool are_joined(const Model& model, const ShapeSpec& a, const ShapeSpec& b) {
  const int body_a = model.find_body(a.body).value(), body_b = model.find_body(b.body).value();
  if (body_a == kWorld.value() || body_b == kWorld.value()) return false;
  return model.body(body_a).parent == body_b || model.body(body_b).parent == body_a;
}

void remove_ignored(const Model& model, const ContactSetup& setup, std::vector<ShapePair>& pairs) {
  if (setup.ignored.empty()) return;
  const IgnoredPairs ignored(model, setup);
  const auto body_of = [&](int shape) {
    return model.find_body(setup.shapes[static_cast<std::size_t>(shape)].body).value();
  };
  std::erase_if(pairs, [&](const ShapePair& pair) { return ignored.contains(body_of(pair.a), body_of(pair.b)); });
}

}  // namespace

std::vector<ShapePair> find_pairs_of_rule(const Model& model, const ContactSetup& setup, const ContactRule& rule) {
  std::vector<ShapePair> all = find_pairs(setup.shapes, rule.surface_a, rule.surface_b);
  remove_ignored(model, setup, all);
  std::vector<ShapePair> pairs;
  for (const ShapePair& pair : all) {
    const ShapeSpec &a = setup.shapes[static_cast<std::size_t>(pair.a)],
                    &b = setup.shapes[static_cast<std::size_t>(pair.b)];
    if (!are_joined(model, a, b)) pairs.push_back(pair);
  }
  return pairs.empty() ? all : pairs;
}

std::vector<ShapePair> find_ruled_pairs(const Model& model, const ContactSetup& setup,
                                        std::vector<std::size_t>& rule_of_pair) {
  const double most = RuleTable(model, setup).most_pairs();
  if (most > kMostPairs) {
    throw InputError("[[contact]]",
                     fmt::format("{:.0f} pairs of shapes may touch; compliant and event-driven runs keep a place for "
                                 "each of them, {:.0f} at most; try formulation = \"time-stepping\", which looks only "
                                 "at what is near, or fewer surfaces that touch",
                                 most, kMostPairs));
  }
  std::vector<ShapePair> all;
  for (std::size_t r = 0; r < setup.rules.size(); ++r) {
    const ContactRule& rule = setup.rules[r];
    const std::vector<ShapePair> pairs = find_pairs_of_rule(model, setup, rule);
    if (pairs.empty())
      throw InputError("contact " + rule.name(), "holds for no two shapes of different bodies" +
                                                     std::string(setup.ignored.empty() ? "" : " that are not ignored"));
    all.insert(all.end(), pairs.begin(), pairs.end());
    rule_of_pair.insert(rule_of_pair.end(), pairs.size(), r);
  }
  return all;
}

}  // namespace carom
