#include "carom/simulation/time_stepping/inertia_groups.h"

#include <algorithm>
#include <utility>

#include "carom/simulation/contacts/disjoint_sets.h"

namespace carom {
namespace {

// Driven, as are all joints between it and the world, or fixed to such a body: the world is one.
std::vector<char> find_held_bodies(const Model& model) {
  std::vector<char> held(static_cast<std::size_t>(model.num_bodies()), 1);
  for (int i = 1; i < model.num_bodies(); ++i) {
    const Body& body = model.body(i);
    const bool follows = body.driven || body.degrees == 0;
    held[static_cast<std::size_t>(i)] = follows && held[static_cast<std::size_t>(body.parent)] != 0 ? 1 : 0;
  }
  return held;
}

int find_owner(const Model& model, int velocity) {
  int owner = 1;
  while (velocity >= model.body(owner).velocity_start + model.body(owner).degrees) ++owner;
  return owner;
}

// The bodies that a constraint connects: of a coupling those whose joints it names.
std::pair<int, int> find_ends(const Model& model, const Constraint& constraint) {
  if (constraint.type != ConstraintType::Coupling) return {constraint.body_a, constraint.body_b};
  return {find_owner(model, constraint.velocity_a), find_owner(model, constraint.velocity_b)};
}

std::vector<char> find_lone_bodies(const Model& model) {
  std::vector<char> lone(static_cast<std::size_t>(model.num_bodies()), 0);
  for (int i = 1; i < model.num_bodies(); ++i) lone[static_cast<std::size_t>(i)] = model.body(i).alone ? 1 : 0;
  for (const Constraint& loop : model.constraints()) {
    const auto [a, b] = find_ends(model, loop);
    lone[static_cast<std::size_t>(a)] = lone[static_cast<std::size_t>(b)] = 0;
  }
  return lone;
}

}  // namespace

InertiaGroups::InertiaGroups(const Model& model)
    : group_of_body_(static_cast<std::size_t>(model.num_bodies()), -1),
      held_(find_held_bodies(model)),
      lone_(find_lone_bodies(model)),
      places_(static_cast<std::size_t>(model.num_velocities())),
      scratch_(model),
      along_loops_(model.num_constraint_rows()),
      multipliers_(model.num_constraint_rows()),
      efforts_(model.num_velocities()),
      response_(model.num_velocities()) {
  DisjointSets sets;
  sets.reset(model.num_bodies());
  const auto unite = [&](int a, int b) {
    if (!is_held(a) && !is_held(b)) sets.unite(a, b);
  };
  for (int i = 1; i < model.num_bodies(); ++i) unite(i, model.body(i).parent);
  for (const Constraint& loop : model.constraints()) {
    const auto [a, b] = find_ends(model, loop);
    unite(a, b);
  }

  // Groups in the order of their first bodies that move.
  std::vector<int> group_of_set(group_of_body_.size(), -1);
  std::vector<int> sizes;
  for (int i = 1; i < model.num_bodies(); ++i) {
    if (is_held(i)) continue;
    int& group = group_of_set[static_cast<std::size_t>(sets.find(i))];
    if (group < 0 && model.body(i).degrees > 0) {
      group = static_cast<int>(sizes.size());
      sizes.push_back(0);
    }
    group_of_body_[static_cast<std::size_t>(i)] = group;
    if (group >= 0) sizes[static_cast<std::size_t>(group)] += model.body(i).degrees;
  }
  for (int i = 1; i < model.num_bodies(); ++i) {
    const int group = group_of_body(i);
    if (group < 0 || is_lone(i)) continue;
    largest_of_others_ = std::max(largest_of_others_, sizes[static_cast<std::size_t>(group)]);
  }
  starts_.push_back(0);
  inverse_starts_.push_back(0);
  for (const int size : sizes) {
    starts_.push_back(starts_.back() + size);
    inverse_starts_.push_back(inverse_starts_.back() + static_cast<std::size_t>(size) * static_cast<std::size_t>(size));
    largest_ = std::max(largest_, size);
  }
  inverses_.resize(inverse_starts_.back());
  // What is held stands behind all groups.
  std::vector<int> next(starts_);
  for (int i = 1; i < model.num_bodies(); ++i) {
    const Body& body = model.body(i);
    const int group = is_held(i) ? count() : group_of_body(i);
    for (int k = 0; k < body.degrees; ++k) {
      places_[static_cast<std::size_t>(body.velocity_start + k)] = next[static_cast<std::size_t>(group)]++;
    }
  }
}

void InertiaGroups::sort(const ConstVectorRef& v, VectorRef sorted) const {
  for (int k = 0; k < v.size(); ++k) sorted[place_of(k)] = v[k];
}

void InertiaGroups::add_unsorted(const ConstVectorRef& sorted, VectorRef v) const {
  const int moving = start_of(count());
  for (int k = 0; k < v.size(); ++k) {
    if (place_of(k) < moving) v[k] += sorted[place_of(k)];
  }
}

void InertiaGroups::calc_response(const MechanismParts& parts, const ConstVectorRef& efforts, VectorRef response) {
  // As if there were no loops,
  scratch_.set_zero();
  scratch_.efforts = efforts;
  carom::calc_response(parts.model, parts.kinematics, scratch_, parts.articulated, response);
  ConstraintWorkspace& loops = parts.constraints;
  if (loops.rows.empty()) return;
  // then with the impulses that keep them closed.
  along_loops_.noalias() = -loops.J.lazyProduct(response);
  (void)loops.solver.solve(along_loops_, multipliers_);
  response += loops.M_inverse_Jt.lazyProduct(multipliers_);
}

void InertiaGroups::calc_inverses(const MechanismParts& parts) {
  for (int i = 1; i < parts.model.num_bodies(); ++i) {
    if (!is_lone(i)) continue;
    const std::size_t start = inverse_starts_[static_cast<std::size_t>(group_of_body(i))];
    calc_lone_inverse(parts.model, parts.kinematics, parts.articulated, i, std::span(inverses_).subspan(start, 36));
  }
  for (int column = 0; column < largest_of_others_; ++column) {
    efforts_.setZero();
    for (int i = 1; i < parts.model.num_bodies(); ++i) {
      const Body& body = parts.model.body(i);
      if (group_of_body(i) < 0) continue;
      for (int k = body.velocity_start; k < body.velocity_start + body.degrees; ++k) {
        if (place_of(k) - start_of(group_of_body(i)) == column) efforts_[k] = 1.0;
      }
    }
    calc_response(parts, efforts_, response_);
    for (int i = 1; i < parts.model.num_bodies(); ++i) {
      const int group = group_of_body(i);
      if (group < 0 || is_lone(i) || column >= size_of(group)) continue;
      double* values = inverses_.data() + inverse_starts_[static_cast<std::size_t>(group)] +
                       static_cast<std::ptrdiff_t>(column) * size_of(group);
      const Body& body = parts.model.body(i);
      for (int k = body.velocity_start; k < body.velocity_start + body.degrees; ++k) {
        values[place_of(k) - start_of(group)] = response_[k];
      }
    }
  }
}

}  // namespace carom
