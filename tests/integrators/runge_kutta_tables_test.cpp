// The published coefficients, checked by the equations that they solve.
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "carom/integrators/adaptive/dormand_prince_table.h"
#include "carom/integrators/adaptive/radau_table.h"

namespace carom {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

double node_of(int rate) {
  using namespace dormand_prince;
  if (rate == 0) return 0.0;
  if (rate < kStages) return kInner[static_cast<std::size_t>(rate - 1)].node;
  return rate == kEnd ? 1.0 : kExtra[static_cast<std::size_t>(rate - kEnd - 1)].node;
}

double raise_node(int rate, int power) { return power == 0 ? 1.0 : std::pow(node_of(rate), power); }

template <class Weights>
double calc_moment(const Weights& weights, int power) {
  double sum = 0.0;
  for (std::size_t j = 0; j < weights.size(); ++j) sum += weights[j] * raise_node(static_cast<int>(j), power);
  return sum;
}

// The largest weights are near 40 (a₉₈), and twelve products are summed.
constexpr double kRounding = 12.0 * 45.0 * kEpsilon;

TEST(DormandPrinceTable, EveryStageIsAtItsNode) {
  using namespace dormand_prince;
  for (const Stage& stage : kInner) EXPECT_NEAR(calc_moment(stage.a, 0), stage.node, kRounding);
  for (const Stage& stage : kExtra) EXPECT_NEAR(calc_moment(stage.a, 0), stage.node, kRounding);
}

TEST(DormandPrinceTable, ItIntegratesPolynomialsUpToItsOrder) {
  for (int power = 0; power < 8; ++power) {
    EXPECT_NEAR(calc_moment(dormand_prince::kWeights, power), 1.0 / (power + 1), kRounding) << power;
  }
}

TEST(DormandPrinceTable, TheErrorEstimatesSeeNothingOfPolynomialsUpToTheirOrder) {
  for (int power = 0; power < 5; ++power) {
    EXPECT_NEAR(calc_moment(dormand_prince::kError5, power), 0.0, kRounding) << power;
    EXPECT_NEAR(calc_moment(dormand_prince::kErrorAcross, power), 0.0, kRounding) << power;
  }
  for (int power = 0; power < 3; ++power) {
    EXPECT_NEAR(calc_moment(dormand_prince::kError3, power), 0.0, kRounding) << power;
  }
  double product = 0.0;
  for (std::size_t j = 0; j < dormand_prince::kError5.size(); ++j) {
    product += dormand_prince::kError5[j] * dormand_prince::kErrorAcross[j];
  }
  EXPECT_NEAR(product, 0.0, kRounding);
}

// A rate that begins to grow at c inside the step: the two estimates together are never twenty times too small, the
// published one alone is.
TEST(DormandPrinceTable, ACornerAnywhereInAStepIsSeen) {
  using namespace dormand_prince;
  double worst_alone = 0.0;
  double worst_together = 0.0;
  for (int k = 1; k < 1000; ++k) {
    const double corner = k / 1000.0;
    double integral = 0.0, error5 = 0.0, across = 0.0, error3 = 0.0;
    for (int j = 0; j < kStages; ++j) {
      const double rate = std::max(node_of(j) - corner, 0.0);
      const auto place = static_cast<std::size_t>(j);
      integral += kWeights[place] * rate;
      error5 += kError5[place] * rate;
      across += kErrorAcross[place] * rate;
      error3 += kError3[place] * rate;
    }
    const double error = std::abs(integral - 0.5 * (1.0 - corner) * (1.0 - corner));
    const auto estimate = [&](double square) { return square / std::sqrt(square + 0.01 * error3 * error3); };
    worst_alone = std::max(worst_alone, error / estimate(error5 * error5));
    worst_together = std::max(worst_together, error / estimate(error5 * error5 + across * across));
  }
  EXPECT_GT(worst_alone, 1000.0);
  EXPECT_LT(worst_together, 20.0);
}

TEST(RadauTable, TheStagesAreCollocation) {
  for (std::size_t s = 0; s < 3; ++s) {
    for (int power = 0; power < 3; ++power) {
      double sum = 0.0;
      for (std::size_t j = 0; j < 3; ++j) sum += radau::kA[s][j] * std::pow(radau::kNodes[j], power);
      EXPECT_NEAR(sum, std::pow(radau::kNodes[s], power + 1) / (power + 1), 8.0 * kEpsilon);
    }
  }
}

// A T Λ = T with the blocks of Λ, and T⁻¹ T = 1.
TEST(RadauTable, TheTransformationSeparatesTheStages) {
  using namespace radau;
  const Matrix lambda{{{kGamma, 0.0, 0.0}, {0.0, kAlpha, -kBeta}, {0.0, kBeta, kAlpha}}};
  const auto multiply = [](const Matrix& a, const Matrix& b) {
    Matrix product{};
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        for (std::size_t k = 0; k < 3; ++k) product[i][j] += a[i][k] * b[k][j];
      }
    }
    return product;
  };
  const Matrix there_and_back = multiply(kA, multiply(kT, lambda));
  const Matrix one = multiply(kTInverse, kT);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      EXPECT_NEAR(there_and_back[i][j], kT[i][j], 32.0 * kEpsilon);
      EXPECT_NEAR(one[i][j], i == j ? 1.0 : 0.0, 32.0 * kEpsilon);
    }
  }
}

}  // namespace
}  // namespace carom
