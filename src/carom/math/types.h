#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <Eigen/LU>

namespace carom {

using Vector3 = Eigen::Vector3d;
using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix3 = Eigen::Matrix3d;
using Matrix6 = Eigen::Matrix<double, 6, 6>;
using VectorX = Eigen::VectorXd;
using MatrixX = Eigen::MatrixXd;

/// Views into vectors and matrices that live elsewhere: nothing is copied or allocated.
using VectorRef = Eigen::Ref<VectorX>;
using ConstVectorRef = Eigen::Ref<const VectorX>;
using MatrixRef = Eigen::Ref<MatrixX>;
using ConstMatrixRef = Eigen::Ref<const MatrixX>;

}  // namespace carom
