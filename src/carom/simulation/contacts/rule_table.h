#pragma once

#include <cstdint>
#include <vector>

#include "carom/collision/pair_list.h"
#include "carom/simulation/contacts/contact_rule.h"
#include "carom/simulation/contacts/ignored_pairs.h"

namespace carom {

/// Which rules hold for two shapes, asked pair by pair: the same that find_ruled_pairs() lists, for scenes with so many
/// shapes that such a list would be too long.
class RuleTable {
 public:
  /// Throws InputError naming a rule that holds for no two shapes.
  RuleTable(const Model& model, const ContactSetup& setup);

  /// How many pairs a list would have, at most.
  [[nodiscard]] double most_pairs() const { return most_pairs_; }
  /// Two shapes for every two types that a rule may bring together.
  [[nodiscard]] const std::vector<ShapePair>& examples() const { return examples_; }
  /// Bodies of the shapes; −1 where no rule asks for the surface.
  [[nodiscard]] const std::vector<int>& bodies() const { return bodies_; }

  /// Calls take(rule, a, b) for each rule that holds, in their order, with the shapes as the rule has its surfaces.
  template <class Take>
  void for_each_rule(ShapePair pair, const Take& take) const {
    if (surface_of(pair.a) < 0 || surface_of(pair.b) < 0 || is_ignored(pair)) return;
    const std::uint64_t key = make_key(surface_of(pair.a), surface_of(pair.b));
    const bool joined = are_joined(pair);
    for (auto entry = find(key); entry != entries_.end() && entry->key == key; ++entry) {
      if (joined && !entry->joined_too) continue;
      take(entry->rule, entry->mirrored ? pair.b : pair.a, entry->mirrored ? pair.a : pair.b);
    }
  }

 private:
  /// A rule as it is found by two surfaces in one of their orders.
  struct Entry {
    std::uint64_t key{};
    int rule{};
    bool mirrored{};    // the rule has the surfaces the other way round
    bool joined_too{};  // it is for bodies that a joint connects
  };
  using Shapes = std::vector<int>;

  [[nodiscard]] static std::uint64_t make_key(int a, int b) {
    return (static_cast<std::uint64_t>(a) << 32U) | static_cast<std::uint64_t>(b);
  }
  [[nodiscard]] int surface_of(int shape) const { return surfaces_[static_cast<std::size_t>(shape)]; }
  [[nodiscard]] std::vector<Entry>::const_iterator find(std::uint64_t key) const;
  [[nodiscard]] bool are_joined(ShapePair pair) const;
  [[nodiscard]] bool is_ignored(ShapePair pair) const {
    return ignored_.contains(bodies_[static_cast<std::size_t>(pair.a)], bodies_[static_cast<std::size_t>(pair.b)]);
  }
  void add_examples(const ContactSetup& setup, const Shapes& of_a, const Shapes& of_b);
  [[nodiscard]] bool is_for_neighbors_alone(const Shapes& of_a, const Shapes& of_b) const;

  IgnoredPairs ignored_;
  std::vector<int> surfaces_, bodies_;  // of shapes; −1: no rule asks for it
  std::vector<int> parents_;            // of bodies
  std::vector<Entry> entries_;          // sorted by keys, then rules
  std::vector<ShapePair> examples_;
  double most_pairs_{};
};

}  // namespace carom
