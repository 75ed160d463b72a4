#include "carom/simulation/contacts/rule_table.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "carom/base/input_error.h"

namespace carom {
namespace {

std::map<std::string, int> number_bodies(const Model& model) {
  std::map<std::string, int> numbers;
  for (int i = 0; i < model.num_bodies(); ++i) numbers.emplace(model.spec(BodyIndex(i)).name, i);
  return numbers;
}

int find_number(const Model& model, const std::map<std::string, int>& numbers, const std::string& name) {
  const auto found = numbers.find(name);
  return found != numbers.end() ? found->second : model.find_body(name).value();
}

}  // namespace

RuleTable::RuleTable(const Model& model, const ContactSetup& setup)
    : ignored_(model, setup), parents_(static_cast<std::size_t>(model.num_bodies())) {
  for (int i = 0; i < model.num_bodies(); ++i) parents_[static_cast<std::size_t>(i)] = model.body(i).parent;
  const std::map<std::string, int> numbers = number_bodies(model);
  std::map<std::string, int> surface_numbers;
  for (const ContactRule& rule : setup.rules) {
    for (const std::string& surface : {rule.surface_a, rule.surface_b}) {
      surface_numbers.emplace(surface, static_cast<int>(surface_numbers.size()));
    }
  }
  std::vector<Shapes> shapes_of(surface_numbers.size());
  for (std::size_t i = 0; i < setup.shapes.size(); ++i) {
    const auto surface = surface_numbers.find(setup.shapes[i].surface);
    const bool asked_for = surface != surface_numbers.end();
    surfaces_.push_back(asked_for ? surface->second : -1);
    bodies_.push_back(asked_for ? find_number(model, numbers, setup.shapes[i].body) : -1);
    if (asked_for) shapes_of[static_cast<std::size_t>(surface->second)].push_back(static_cast<int>(i));
  }
  for (std::size_t r = 0; r < setup.rules.size(); ++r) {
    const ContactRule& rule = setup.rules[r];
    const int a = surface_numbers.at(rule.surface_a), b = surface_numbers.at(rule.surface_b);
    const Shapes &of_a = shapes_of[static_cast<std::size_t>(a)], &of_b = shapes_of[static_cast<std::size_t>(b)];
    const std::size_t before = examples_.size();
    add_examples(setup, of_a, of_b);
    if (examples_.size() == before)
      throw InputError("contact " + rule.name(), "holds for no two shapes of different bodies" +
                                                     std::string(setup.ignored.empty() ? "" : " that are not ignored"));
    const bool joined_too = is_for_neighbors_alone(of_a, of_b);
    entries_.push_back({make_key(a, b), static_cast<int>(r), false, joined_too});
    if (a != b) entries_.push_back({make_key(b, a), static_cast<int>(r), true, joined_too});
    most_pairs_ += static_cast<double>(of_a.size()) * static_cast<double>(of_b.size()) * (a == b ? 0.5 : 1.0);
  }
  std::ranges::stable_sort(entries_, {}, &Entry::key);
}

std::vector<RuleTable::Entry>::const_iterator RuleTable::find(std::uint64_t key) const {
  return std::ranges::lower_bound(entries_, key, {}, &Entry::key);
}

bool RuleTable::are_joined(ShapePair pair) const {
  const int a = bodies_[static_cast<std::size_t>(pair.a)], b = bodies_[static_cast<std::size_t>(pair.b)];
  if (a == kWorld.value() || b == kWorld.value()) return false;
  return parents_[static_cast<std::size_t>(a)] == b || parents_[static_cast<std::size_t>(b)] == a;
}

// The first two shapes of different bodies for every two types.
void RuleTable::add_examples(const ContactSetup& setup, const Shapes& of_a, const Shapes& of_b) {
  const auto sort_by_type = [&](const Shapes& shapes) {
    std::map<std::size_t, Shapes> by_type;
    for (const int i : shapes) by_type[setup.shapes[static_cast<std::size_t>(i)].geometry.index()].push_back(i);
    return by_type;
  };
  const auto find_example = [&](const Shapes& some, const Shapes& others) {
    for (const int a : some) {
      for (const int b : others) {
        if (bodies_[static_cast<std::size_t>(a)] == bodies_[static_cast<std::size_t>(b)] || is_ignored({a, b}))
          continue;
        examples_.push_back({a, b});
        return;
      }
    }
  };
  const std::map<std::size_t, Shapes> types_a = sort_by_type(of_a), types_b = sort_by_type(of_b);
  for (const auto& [type_a, some] : types_a) {
    for (const auto& [type_b, others] : types_b) find_example(some, others);
  }
}

// Ends at the first two that are not neighbors, which in scenes with many shapes come soon.
bool RuleTable::is_for_neighbors_alone(const Shapes& of_a, const Shapes& of_b) const {
  for (const int a : of_a) {
    for (const int b : of_b) {
      const bool same = bodies_[static_cast<std::size_t>(a)] == bodies_[static_cast<std::size_t>(b)];
      if (!same && !are_joined({a, b}) && !is_ignored({a, b})) return false;
    }
  }
  return true;
}

}  // namespace carom
