#include "carom/base/units.h"

#include <clocale>
#include <numbers>

#include <gtest/gtest.h>

namespace carom {
namespace {

using namespace dimensions;

struct Case {
  const char* text;
  double value;
  Dimension dimension;
};

TEST(Units, QuantitiesComeOutInSi) {
  constexpr double kPi = std::numbers::pi;
  const Case cases[] = {
      {"45 deg", kPi / 4, kAngle},
      {"90°", kPi / 2, kAngle},
      {"66 g", 0.066, kMass},
      {"1 mm", 1e-3, kLength},
      {"1mm", 1e-3, kLength},
      {"  +2.5e1 cm ", 0.25, kLength},
      {"3 µm", 3e-6, kLength},
      {"10 rpm", kPi / 3, kAngularSpeed},
      {"-120 deg/s", -2 * kPi / 3, kAngularSpeed},
      {"210 GPa", 210e9, kForce / kLength / kLength},
      {"1e5 N/m", 1e5, kStiffness},
      {"0.5 N*m*s/rad", 0.5, kTorque / kAngularSpeed},
      {"0.5 N·m·s/rad", 0.5, kTorque / kAngularSpeed},
      {"2 kg*m^2", 2, kInertia},
      {"2 kg·m²", 2, kInertia},
      {"7.8 g/cm^3", 7800, kDensity},
      {"7.8 g/cm³", 7800, kDensity},
      {"9.81 m/s/s", 9.81, kAcceleration},
      {"1 min", 60, kTime},
      {"3 1/s", 3, kFrequency},
      {"3 /s", 3, kFrequency},
      {"5 %", 0.05, kNumber},
      {"1e9 N/m^1.5", 1e9, {-0.5, 1, -2, 0}},
      {"4 s^-1", 4, kFrequency},
      {"12", 12, kNumber},
  };
  for (const Case& expected : cases) {
    const ParsedQuantity found = parse_quantity(expected.text);
    EXPECT_EQ(found.problem, "") << expected.text;
    // Conversion is one or two products of rounded factors.
    EXPECT_NEAR(found.value, expected.value, 4e-16 * std::abs(expected.value)) << expected.text;
    EXPECT_TRUE(found.dimension == expected.dimension)
        << expected.text << " is " << describe_dimension(found.dimension);
  }
}

TEST(Units, WhatIsNoQuantityIsExplained) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "start with a number"},
      {"abc", "start with a number"},
      {"nan", "start with a number"},
      {"inf m", "start with a number"},
      {"- 3 m", "start with a number"},
      {"3 furlong", "unknown unit 'furlong'"},
      {"3 kG", "did you mean"},
      {"3 m^", "power"},
      {"3 m^99", "power"},
      {"3 m*", "unit is missing"},
      {"3 m//s", "unit is missing"},
      {"3 m s", "cannot follow"},
      {"1e999 m", "start with a number"},
      {"1e300 km^9", "too large"},
      {"1,5 m", "unknown unit"},
  };
  for (const auto& [text, problem] : cases) {
    EXPECT_NE(parse_quantity(text).problem.find(problem), std::string::npos)
        << text << ": " << parse_quantity(text).problem;
  }
}

TEST(Units, TheLocaleChangesNothing) {
  // Languages with a decimal comma; where none is installed, the test says what the default gives.
  for (const char* locale : {"de_DE.UTF-8", "fr_FR.UTF-8", "C"}) {
    if (std::setlocale(LC_ALL, locale) == nullptr) continue;
    EXPECT_EQ(parse_quantity("1.5 m").value, 1.5) << locale;
  }
  std::setlocale(LC_ALL, "C");
}

TEST(Units, RadianMayBeLeftOutWhereForcesAreInvolved) {
  EXPECT_TRUE(is_compatible(parse_quantity("3 N*m").dimension, kTorque / kAngle));
  EXPECT_FALSE(is_compatible(parse_quantity("3 N*m/rad").dimension, kTorque));
  EXPECT_FALSE(is_compatible(parse_quantity("3 Hz").dimension, kAngularSpeed));
  EXPECT_FALSE(is_compatible(kMass, kLength));
}

TEST(Units, DimensionsHaveNamesAndUnits) {
  EXPECT_EQ(describe_dimension(kLength), "a length");
  EXPECT_EQ(unit_of(kTorque / kAngle), "N·m/rad");
  EXPECT_EQ(unit_of(parse_quantity("1 N/m^1.5").dimension), "N·m^-1.5");
  EXPECT_EQ(unit_of(kNumber), "");
}

}  // namespace
}  // namespace carom
