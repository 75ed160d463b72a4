#include <vector>

#include <gtest/gtest.h>

#include "patch/known_contacts.h"

namespace carom::test {

namespace {

PatchMotion make_motion(int step) {
  return {.depth = 1e-5 * step, .shift_x = 1e-6 * step, .shift_y = -4e-7 * step, .spin = 1e-3 * step};
}

}  // namespace

// Unlike and viscous materials: each step depends on pressure, shear and history of the last, and on nothing else that
// a patch which came another way might hold.
TEST(PatchMemory, ARestoredPatchGoesOnWithTheSameBits) {
  PatchOptions options = make_case({.num_across = 24, .half_width = 1.3e-3, .friction = 0.4, .coupled = true},
                                   [](double x, double y) { return (x * x + y * y) / 0.02; });
  options.viscosity = {.time = 0.5, .relaxation = 0.2};
  ContactPatch patch(options), other(options);
  for (int step = 1; step <= 5; ++step) expect_converged(patch.advance(make_motion(step), 0.1));
  std::vector<double> numbers;
  patch.save(numbers);
  ASSERT_EQ(numbers.size(), patch.saved_size());
  expect_converged(other.advance({.depth = 8e-5, .shift_x = -2e-5}, 0.1));
  other.restore(numbers);
  for (int step = 6; step <= 8; ++step) {
    expect_converged(patch.advance(make_motion(step), 0.1));
    expect_converged(other.advance(make_motion(step), 0.1));
    EXPECT_TRUE((patch.pressure() == other.pressure()).all()) << step;
    EXPECT_TRUE((patch.traction().x == other.traction().x).all()) << step;
    EXPECT_TRUE((patch.traction().y == other.traction().y).all()) << step;
    EXPECT_EQ(patch.energy().work, other.energy().work) << step;
  }
}

}  // namespace carom::test
