#include "carom/math/growing_vector.h"

#include <gtest/gtest.h>

namespace carom {
namespace {

TEST(GrowingVector, KeepsItsStorageWhereItFits) {
  GrowingVector v;
  EXPECT_EQ(v.size(), 0);
  v.resize(100);
  const double* const storage = v.data();
  for (const int size : {7, 99, 100, 0, 100}) {
    v.resize(size);
    EXPECT_EQ(v.size(), size);
    EXPECT_EQ(v.data(), storage);
  }
  v.resize(101);
  const double* const larger = v.data();
  v.resize(150);
  EXPECT_EQ(v.data(), larger);
}

TEST(GrowingVector, KeepsItsNumbersAndTakesTheSizeOfOthers) {
  GrowingVector v, w;
  v = VectorX::LinSpaced(5, 1.0, 5.0);
  v.resize(3);
  v.resize(4);
  EXPECT_EQ(VectorX(v), VectorX::LinSpaced(4, 1.0, 4.0));
  v.resize(1000);
  EXPECT_EQ(v[3], 4.0);
  w = v;
  EXPECT_EQ(w.size(), 1000);
  EXPECT_NE(w.data(), v.data());
  w.set_zero(2);
  EXPECT_EQ(VectorX(w), VectorX::Zero(2));
  EXPECT_EQ(v[3], 4.0);
}

}  // namespace
}  // namespace carom
