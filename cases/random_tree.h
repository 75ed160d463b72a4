#pragma once

#include <cstdint>
#include <vector>

#include "carom/model/model_builder.h"
#include "cases/random_source.h"

namespace carom::cases {

struct RandomTreeOptions {
  int most_degrees{60};    // of freedom; each tree draws its own number up to this
  double driven_share{};   // part of the joints that may be driven and are
  bool floating{};         // one free body carries all others
  bool has_gravity{true};  // in a random direction
};

/// Bodies that hang together in a random tree: chains, bushes and what lies between, every joint type, frames and axes
/// in any direction, masses from 10 g to 100 kg, some welded bodies without mass.
[[nodiscard]] std::vector<BodySpec> make_random_bodies(std::uint64_t seed, const RandomTreeOptions& options = {});

/// A builder that holds these bodies, for tests that add to them.
[[nodiscard]] ModelBuilder make_random_tree_builder(std::uint64_t seed, const RandomTreeOptions& options = {});
[[nodiscard]] Model make_random_tree(std::uint64_t seed, const RandomTreeOptions& options = {});

/// Angles all round, displacements up to 1 m, velocities up to 2 rad/s or m/s; driven joints as at the random time.
[[nodiscard]] State make_random_state(const Model& model, std::uint64_t seed);

/// One number between −size and size for each velocity: accelerations, efforts, multipliers.
[[nodiscard]] VectorX make_random_vector(int count, double size, RandomSource& random);

}  // namespace carom::cases
