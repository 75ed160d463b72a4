#include "carom/simulation/time_stepping/inertia_groups.h"

#include <algorithm>

#include "carom/simulation/time_stepping/disjoint_sets.h"

namespace carom {
namespace {

// Couplings name joints and not bodies: where there are any, all bodies are one group.
bool has_couplings(const Model& model) {
  return std::ranges::any_of(model.constraints(),
                             [](const Constraint& c) { return c.type == ConstraintType::Coupling; });
}

std::vector<char> find_lone_bodies(const Model& model) {
  std::vector<char> lone(static_cast<std::size_t>(model.num_bodies()), 0);
  if (has_couplings(model)) return lone;
  for (int i = 1; i < model.num_bodies(); ++i) lone[static_cast<std::size_t>(i)] = model.body(i).alone ? 1 : 0;
  for (const Constraint& loop : model.constraints()) {
    for (const int body : {loop.body_a, loop.body_b}) lone[static_cast<std::size_t>(body)] = 0;
  }
  return lone;
}

}  // namespace

InertiaGroups::InertiaGroups(const Model& model)
    : group_of_body_(static_cast<std::size_t>(model.num_bodies()), -1),
      lone_(find_lone_bodies(model)),
      places_(static_cast<std::size_t>(model.num_velocities())),
      scratch_(model),
      along_loops_(model.num_constraint_rows()),
      multipliers_(model.num_constraint_rows()),
      efforts_(model.num_velocities()),
      response_(model.num_velocities()) {
  DisjointSets sets;
  sets.reset(model.num_bodies());
  for (int i = 1; i < model.num_bodies(); ++i) {
    if (model.body(i).parent > 0) sets.unite(i, model.body(i).parent);
  }
  if (has_couplings(model)) {
    for (int i = 2; i < model.num_bodies(); ++i) sets.unite(1, i);
  }
  for (const Constraint& loop : model.constraints()) {
    if (loop.body_a > 0 && loop.body_b > 0) sets.unite(loop.body_a, loop.body_b);
  }

  // Groups in the order of their first bodies that move.
  std::vector<int> group_of_set(group_of_body_.size(), -1);
  std::vector<int> sizes;
  for (int i = 1; i < model.num_bodies(); ++i) {
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
  std::vector<int> next(starts_.begin(), starts_.end() - 1);
  for (int i = 1; i < model.num_bodies(); ++i) {
    const Body& body = model.body(i);
    for (int k = 0; k < body.degrees; ++k) {
      places_[static_cast<std::size_t>(body.velocity_start + k)] =
          next[static_cast<std::size_t>(group_of_body_[static_cast<std::size_t>(i)])]++;
    }
  }
}

void InertiaGroups::sort(const ConstVectorRef& v, VectorRef sorted) const {
  for (int k = 0; k < v.size(); ++k) sorted[place_of(k)] = v[k];
}

void InertiaGroups::add_unsorted(const ConstVectorRef& sorted, VectorRef v) const {
  for (int k = 0; k < v.size(); ++k) v[k] += sorted[place_of(k)];
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
