// After a failure a user is told to try what the method has, and nothing else.
#include "carom/integrators/advice.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace carom {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr AdaptiveMethod kExplicit[]{AdaptiveMethod::Automatic, AdaptiveMethod::DormandPrince,
                                     AdaptiveMethod::ArkodeExplicit, AdaptiveMethod::CvodeAdams};
constexpr AdaptiveMethod kImplicit[]{AdaptiveMethod::Radau, AdaptiveMethod::ArkodeImplicit, AdaptiveMethod::CvodeBdf};

std::string advise_on_step(AdaptiveMethod method, double min_step) {
  return std::string(advise(StepStatus::StepTooSmall, {.method = method, .min_step = min_step}, 1e-17));
}

TEST(Advice, OnlyAGivenSmallestStepCanBeMadeSmaller) {
  for (const AdaptiveMethod method : kExplicit) {
    EXPECT_THAT(advise_on_step(method, 0.0), Not(HasSubstr("min_step")));
    EXPECT_THAT(advise_on_step(method, 1e-9), HasSubstr("a smaller min_step"));
    EXPECT_THAT(advise_on_step(method, 0.0), HasSubstr("an implicit method such as radau"));
  }
  for (const AdaptiveMethod method : kImplicit) {
    EXPECT_THAT(advise_on_step(method, 0.0), Not(HasSubstr("min_step")));
    EXPECT_THAT(advise_on_step(method, 1e-9), HasSubstr("a smaller min_step"));
    EXPECT_THAT(advise_on_step(method, 0.0), Not(HasSubstr("implicit")));
  }
}

TEST(Advice, FixedStepsHaveNoTolerance) {
  for (const StepStatus failure : {StepStatus::StepTooSmall, StepStatus::TooManySteps, StepStatus::NotFinite,
                                   StepStatus::RateFailed, StepStatus::ProjectionFailed}) {
    const std::string advice(advise(failure, FixedStepOptions{}));
    EXPECT_THAT(advice, HasSubstr("step"));
    EXPECT_THAT(advice, Not(HasSubstr("toleran")));
    EXPECT_THAT(advice, Not(HasSubstr("min_step")));
  }
}

TEST(Advice, FollowsTheSentenceOfAReport) {
  const StepReport report{.status = StepStatus::StepTooSmall, .time = 1.5, .step = 1e-17, .advice = "a longer step"};
  EXPECT_EQ(describe(report), "at 1.5 s a step of 1e-17 s is below the smallest allowed; try a longer step");
}

}  // namespace
}  // namespace carom
