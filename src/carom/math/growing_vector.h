#pragma once

#include <algorithm>
#include <new>
#include <vector>

#include "carom/math/types.h"

namespace carom {

/// A vector whose size changes from step to step. Its storage only grows, and by halves at least: Eigen's own vectors
/// would allocate for every other size, and leave the heap in pieces.
class GrowingVector : public Eigen::Map<VectorX> {
 public:
  using Base = Eigen::Map<VectorX>;

  GrowingVector() : Base(nullptr, 0) {}
  GrowingVector(const GrowingVector&) = delete;
  GrowingVector& operator=(const GrowingVector& other) { return assign(other); }
  template <class Other>
  GrowingVector& operator=(const Eigen::MatrixBase<Other>& other) {
    return assign(other.derived());
  }

  /// Numbers that were there stay.
  void resize(Eigen::Index size) {
    const auto needed = static_cast<std::size_t>(size);
    if (needed > storage_.size()) storage_.resize(std::max(needed, storage_.size() + storage_.size() / 2));
    new (static_cast<Base*>(this)) Base(storage_.data(), size);
  }
  void set_zero(Eigen::Index size) {
    resize(size);
    setZero();
  }

 private:
  template <class Other>
  GrowingVector& assign(const Other& other) {
    resize(other.size());
    Base::operator=(other);
    return *this;
  }

  std::vector<double> storage_;
};

}  // namespace carom
