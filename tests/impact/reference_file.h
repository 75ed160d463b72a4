#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "carom/math/types.h"

namespace carom::test {

/// A file of tests/reference. Numbers in it hold to 1e-9 unless they say otherwise.
nlohmann::json read_reference(const std::string& file);

constexpr double kReferenceError = 1e-9;

/// An array of numbers.
template <int kSize>
Eigen::Matrix<double, kSize, 1> read_vector(const nlohmann::json& json) {
  Eigen::Matrix<double, kSize, 1> vector;
  for (int i = 0; i < kSize; ++i) vector(i) = json.at(static_cast<std::size_t>(i)).get<double>();
  return vector;
}

/// An array of rows.
template <int kSize>
Eigen::Matrix<double, kSize, kSize> read_matrix(const nlohmann::json& json) {
  Eigen::Matrix<double, kSize, kSize> matrix;
  for (int i = 0; i < kSize; ++i) matrix.row(i) = read_vector<kSize>(json.at(static_cast<std::size_t>(i))).transpose();
  return matrix;
}

/// From the order [n, t…] to the order [t…, n].
template <int kSize>
Eigen::Matrix<double, kSize, 1> normal_last(const Eigen::Matrix<double, kSize, 1>& v) {
  Eigen::Matrix<double, kSize, 1> moved;
  moved << v.template tail<kSize - 1>(), v(0);
  return moved;
}

template <int kSize>
Eigen::Matrix<double, kSize, kSize> normal_last(const Eigen::Matrix<double, kSize, kSize>& m) {
  Eigen::Matrix<double, kSize, kSize> moved;
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j < kSize; ++j) moved(i, j) = m((i + 1) % kSize, (j + 1) % kSize);
  }
  return moved;
}

}  // namespace carom::test
