#include "carom/integrators/options.h"

#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "support/untrapped.h"

namespace carom {
namespace {

std::string message_of(const IntegratorOptions& options) {
  try {
    validate(options);
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

TEST(IntegratorOptions, EveryMethodIsFoundByTheNameItGives) {
  for (const std::string& name : method_names()) {
    const IntegrationMethod method = find_method(name);
    EXPECT_EQ(find_method(method_name(method)), method) << name;
    if (name != "adaptive") {
      EXPECT_EQ(method_name(method), name);
    }
  }
  EXPECT_EQ(find_method("adaptive"), IntegrationMethod(AdaptiveMethod::Automatic));
}

TEST(IntegratorOptions, AMisspeltMethodIsAnsweredWithTheNearest) {
  try {
    (void)find_method("cvode-bfd");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'cvode-bdf'"), std::string::npos) << error.what();
  }
}

TEST(IntegratorOptions, ValuesOutOfRangeAreNamed) {
  const testing_support::Untrapped untrapped;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(message_of(FixedStepOptions{}), "");
  EXPECT_EQ(message_of(AdaptiveOptions{}), "");
  for (const double step : {0.0, -1e-3, nan, std::numeric_limits<double>::infinity()}) {
    EXPECT_NE(message_of(FixedStepOptions{.step = step}).find("step is"), std::string::npos) << step;
  }
  EXPECT_NE(message_of(AdaptiveOptions{.relative_tolerance = 0.0}).find("relative_tolerance is 0"), std::string::npos);
  EXPECT_NE(message_of(AdaptiveOptions{.absolute_tolerance = nan}).find("absolute_tolerance is nan"),
            std::string::npos);
  EXPECT_NE(message_of(AdaptiveOptions{.min_step = 1.0, .max_step = 0.5}).find("max_step is 0.5"), std::string::npos);
  EXPECT_NE(message_of(AdaptiveOptions{.max_steps = 0}).find("max_steps is 0"), std::string::npos);
  EXPECT_NE(message_of(AdaptiveOptions{.event_samples = 0}).find("event_samples is 0"), std::string::npos);
}

}  // namespace
}  // namespace carom
