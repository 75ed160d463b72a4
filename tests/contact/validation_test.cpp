#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "carom/contact/friction/friction_law.h"
#include "carom/contact/normal/normal_law.h"
#include "carom/contact/resistance.h"
#include "contact/friction/sample_laws.h"
#include "contact/normal/sample_laws.h"

namespace carom {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <class Law>
std::string message_of(const Law& law) {
  try {
    static_cast<void>(validate(law));
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Validation, AcceptsTheDefaultsAndTheSamples) {
  for (const NormalLaw& law : test::make_lossy_laws()) EXPECT_EQ(message_of(law), "accepted");
  for (const FrictionLaw& law : test::make_friction_laws()) EXPECT_EQ(message_of(law), "accepted");
  EXPECT_TRUE(validate(NormalLaw(normal::Gonthier{})).empty());
  EXPECT_TRUE(validate(FrictionLaw(friction::Gonthier{})).empty());
  EXPECT_TRUE(validate(FrictionLaw(friction::None{})).empty());
}

TEST(Validation, NamesLawKeyRangeAndValue) {
  EXPECT_EQ(message_of(NormalLaw(normal::Gonthier{.stiffness = -1.0})),
            "normal law 'gonthier': stiffness must be finite and above 0, found -1");
  EXPECT_EQ(message_of(NormalLaw(normal::Flores{.restitution = 1.2})),
            "normal law 'flores': restitution must be finite and above 0, at most 1, found 1.2");
  EXPECT_EQ(message_of(FrictionLaw(friction::LuGre{.bristle_damping = -3.0})),
            "friction law 'lugre': bristle_damping must be finite and above 0, found -3");
}

TEST(Validation, RefusesWhatNoLawCanUse) {
  for (const double bad : {-1.0, 0.0, kNan, kInfinity}) {
    EXPECT_NE(message_of(NormalLaw(normal::Power{.rate_exponent = bad})), "accepted") << bad;
    EXPECT_NE(message_of(NormalLaw(normal::Gonthier{.impact_speed_floor = bad})), "accepted") << bad;
    EXPECT_NE(message_of(FrictionLaw(friction::Gonthier{.dwell_time = bad})), "accepted") << bad;
  }
  // Zero is for materials, or for the contact at hand, to fill in.
  for (const double bad : {-1.0, kNan, kInfinity}) {
    EXPECT_NE(message_of(FrictionLaw(friction::Gonthier{.bristle_damping = bad})), "accepted") << bad;
    EXPECT_NE(message_of(NormalLaw(normal::Hertz{.stiffness = bad})), "accepted") << bad;
    EXPECT_NE(message_of(NormalLaw(normal::KelvinVoigt{.stiffness = bad})), "accepted") << bad;
  }
  for (const double bad : {-0.1, 0.0, 1.0001, kNan, kInfinity}) {
    EXPECT_NE(message_of(NormalLaw(normal::Gonthier{.restitution = bad})), "accepted") << bad;
    EXPECT_NE(message_of(NormalLaw(normal::LankaraniNikravesh{.restitution = bad})), "accepted") << bad;
    const Restitution table = Restitution::Table{{0.1, 1.0}, {0.9, bad}};
    EXPECT_NE(message_of(NormalLaw(normal::Gonthier{.restitution = table})), "accepted") << bad;
  }
  EXPECT_NE(message_of(NormalLaw(normal::HuntCrossley{.damping = 1.0, .alpha = 0.1})), "accepted");
  EXPECT_NE(message_of(FrictionLaw(friction::Coulomb{.kinetic_coefficient = -0.1})), "accepted");
  EXPECT_NE(message_of(FrictionLaw(friction::LuGre{.kinetic_coefficient = 0.0})), "accepted");
}

TEST(Validation, RefusesTablesThatAreNone) {
  const auto message = [](const Restitution::Table& table) {
    return message_of(NormalLaw(normal::Gonthier{.restitution = table}));
  };
  EXPECT_NE(message({{}, {}}).find("as many values as speeds, found 0 speeds and 0 values"), std::string::npos);
  EXPECT_NE(message({{1.0, 2.0}, {0.5}}).find("2 speeds and 1 values"), std::string::npos);
  EXPECT_NE(message({{2.0, 1.0}, {0.5, 0.6}}).find("increasing"), std::string::npos);
  EXPECT_NE(message({{1.0, 1.0}, {0.5, 0.6}}).find("increasing"), std::string::npos);
  EXPECT_NE(message({{1.0, kNan}, {0.5, 0.6}}).find("speeds"), std::string::npos);
}

TEST(Validation, WarnsOfWhatIsDoubtful) {
  EXPECT_EQ(validate(FrictionLaw(friction::Coulomb{.static_coefficient = 0.1, .kinetic_coefficient = 0.2})).size(), 1u);
  EXPECT_EQ(validate(FrictionLaw(friction::Gonthier{.stribeck_speed = 0.1, .smoothing_speed = 0.05})).size(), 1u);
  EXPECT_EQ(validate(NormalLaw(normal::LankaraniNikravesh{.restitution = 0.5})).size(), 1u);
  EXPECT_EQ(validate(NormalLaw(normal::LankaraniNikravesh{.restitution = 0.9})).size(), 0u);
  EXPECT_EQ(validate(NormalLaw(normal::CarvalhoMartins{.restitution = 0.2})).size(), 1u);
}

TEST(Validation, ChecksRollingResistance) {
  ParameterChecks checks("resistance");
  EXPECT_NO_THROW((RollingResistance{.rolling = 1e-3, .spinning = 1e-4}).check(checks));
  EXPECT_THROW((RollingResistance{.rolling = -1e-3}).check(checks), InputError);
  EXPECT_THROW((RollingResistance{.smoothing_speed = 0.0}).check(checks), InputError);
}

}  // namespace
}  // namespace carom
