#include "carom/patch/patch_fringe.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace carom {
namespace {

using Place = PatchFringe::Place;

std::vector<double> make_numbers(int size) {
  std::vector<double> numbers(static_cast<std::size_t>(size));
  for (double& number : numbers) number = *rc::gen::inRange(-64, 64);
  return numbers;
}

void extend(const PatchFringe& fringe, std::vector<double>& values) {
  fringe.extend([&](int i) { return values[static_cast<std::size_t>(i)]; },
                [&](int i, double value) { values[static_cast<std::size_t>(i)] += value; });
}

void fold(const PatchFringe& fringe, std::vector<double>& values) {
  fringe.fold([&](int i) { return values[static_cast<std::size_t>(i)]; },
              [&](int i, double value) { values[static_cast<std::size_t>(i)] += value; });
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// One element in a row of seven: half of it beside, a quarter next to that, nothing further out.
TEST(PatchFringe, HalvesWhatItCarriesWithEachRing) {
  PatchFringe fringe({.num_x = 7, .num_y = 1, .dx = 1.0, .dy = 1.0});
  fringe.choose([](int i) { return i == 3 ? Place::Inside : Place::Beyond; });
  std::vector<double> values{0.0, 0.0, 0.0, 8.0, 0.0, 0.0, 0.0};
  extend(fringe, values);
  EXPECT_EQ(values, (std::vector<double>{0.0, 2.0, 4.0, 8.0, 4.0, 2.0, 0.0}));
}

// (E a)·b = a·(Eᵀ b) for any sets: conjugate gradients need a symmetric preconditioner.
RC_GTEST_PROP(PatchFringe, FoldsAsTheTransposeOfHowItExtends, ()) {
  const PatchGrid grid{.num_x = *rc::gen::inRange(2, 9), .num_y = *rc::gen::inRange(1, 9), .dx = 1.0, .dy = 1.0};
  const std::vector<double> places = make_numbers(grid.size());
  PatchFringe fringe(grid);
  fringe.choose([&](int i) {
    const double place = places[static_cast<std::size_t>(i)];
    return place < -40.0 ? Place::Inside : place < 40.0 ? Place::Beyond : Place::Excluded;
  });
  const std::vector<double> a = make_numbers(grid.size()), b = make_numbers(grid.size());
  std::vector<double> extended = a, folded = b;
  extend(fringe, extended);
  fold(fringe, folded);
  // Sums of up to 64 products of numbers up to 128.
  RC_ASSERT(std::abs(dot(extended, b) - dot(a, folded)) <= 1e-8);
}

}  // namespace
}  // namespace carom
