#include "carom/model/mass_properties.h"

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include <Eigen/Eigenvalues>
#include <fmt/format.h>

#include "carom/base/input_error.h"

namespace carom {
namespace {

// An inertia that was turned into another frame, R I Rᵀ, carries two sums of three products in each entry: at most
// 2·3 ε times the sum of |R||I||R|ᵀ ≤ 3 max|I|, that is 18 ε max|I|; its computed eigenvalues add about as much.
// Twice the sum of both.
constexpr double kRounding = 72.0 * std::numeric_limits<double>::epsilon();

[[noreturn]] void refuse(std::string_view element, std::string problem) {
  throw InputError(std::string(element), std::move(problem));
}

void validate_mass(double mass, std::string_view element, ZeroMass zero_mass) {
  const bool allows_zero = zero_mass == ZeroMass::Allowed;
  if (std::isfinite(mass) && (mass > 0.0 || (allows_zero && mass == 0.0))) return;
  refuse(element,
         fmt::format("mass must be finite and {} 0 kg, found {} kg", allows_zero ? "at least" : "above", mass));
}

void validate_center(const Vector3& center, std::string_view element) {
  // Not Eigen's allFinite(), which subtracts infinities: that is an invalid operation where those are trapped.
  if (std::isfinite(center.x()) && std::isfinite(center.y()) && std::isfinite(center.z())) return;
  refuse(element,
         fmt::format("center of mass must be finite, found ({}, {}, {}) m", center.x(), center.y(), center.z()));
}

constexpr char kAxes[] = {'x', 'y', 'z'};

void validate_finite_inertia(const Matrix3& inertia, std::string_view element) {
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) {
      if (std::isfinite(inertia(row, column))) continue;
      refuse(element, fmt::format("inertia must be finite, found I{}{} = {} kg·m²", kAxes[row], kAxes[column],
                                  inertia(row, column)));
    }
  }
}

void validate_symmetry(const Matrix3& inertia, std::string_view element) {
  const double tolerance = kRounding * inertia.cwiseAbs().maxCoeff();
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < row; ++column) {
      if (std::abs(inertia(row, column) - inertia(column, row)) <= tolerance) continue;
      refuse(element, fmt::format("inertia must be symmetric, found I{0}{1} = {2} kg·m² and I{1}{0} = {3} kg·m²",
                                  kAxes[column], kAxes[row], inertia(column, row), inertia(row, column)));
    }
  }
}

void validate_principal_moments(const Matrix3& inertia, std::string_view element) {
  const Matrix3 symmetric = 0.5 * inertia + 0.5 * inertia.transpose();
  const Vector3 moments = Eigen::SelfAdjointEigenSolver<Matrix3>(symmetric, Eigen::EigenvaluesOnly).eigenvalues();
  const double tolerance = kRounding * moments.cwiseAbs().maxCoeff();
  const double least = moments[0], middle = moments[1], largest = moments[2];
  const std::string found =
      fmt::format("principal moments of inertia ({:.6g}, {:.6g}, {:.6g}) kg·m²", least, middle, largest);
  if (least < -tolerance) refuse(element, found + " must not be negative; no distribution of mass has them");
  const double deficit = largest - middle - least;
  if (deficit <= tolerance) return;
  refuse(element,
         fmt::format(
             "{} break the triangle inequality {:.6g} + {:.6g} ≥ {:.6g} by {:.3g}; no distribution of mass has them",
             found, least, middle, largest, deficit));
}

}  // namespace

Matrix3 calc_point_inertia(double mass, const Vector3& p) {
  return mass * (p.squaredNorm() * Matrix3::Identity() - p * p.transpose());
}

Matrix3 calc_inertia_about_origin(const MassProperties& body) {
  return body.inertia_about_center + calc_point_inertia(body.mass, body.center_of_mass);
}

MassProperties combine(const MassProperties& first, const MassProperties& second) {
  const double mass = first.mass + second.mass;
  if (mass == 0.0) return first;
  // The two centers swing about the common one as a point of the reduced mass m₁ m₂/(m₁ + m₂) at their distance would:
  // no difference of large numbers when both are far from the origin.
  const double share = second.mass / mass;
  const Vector3 apart = second.center_of_mass - first.center_of_mass;
  return {mass, first.center_of_mass + share * apart,
          first.inertia_about_center + second.inertia_about_center + calc_point_inertia(first.mass * share, apart)};
}

MassProperties express_in(const Matrix3& R_AB, const Vector3& p_AoBo_A, const MassProperties& body_in_B) {
  return {body_in_B.mass, p_AoBo_A + R_AB * body_in_B.center_of_mass,
          R_AB * body_in_B.inertia_about_center * R_AB.transpose()};
}

void validate(const MassProperties& body, std::string_view element, ZeroMass zero_mass) {
  validate_mass(body.mass, element, zero_mass);
  validate_center(body.center_of_mass, element);
  validate_finite_inertia(body.inertia_about_center, element);
  validate_symmetry(body.inertia_about_center, element);
  validate_principal_moments(body.inertia_about_center, element);
  if (body.mass > 0.0 || body.inertia_about_center.isZero(0.0)) return;
  refuse(element, fmt::format("inertia must be zero where the mass is 0 kg, found moments up to {:.6g} kg·m²; give the "
                              "body a mass",
                              body.inertia_about_center.diagonal().maxCoeff()));
}

}  // namespace carom
