#include "carom/base/nearest_name.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace carom {
namespace {

const std::vector<std::string> kKeys{"friction", "normal", "between", "restitution"};

TEST(NearestName, FindsAMisspeltKey) {
  EXPECT_EQ(find_nearest_name("frction", kKeys), "friction");
  EXPECT_EQ(find_nearest_name("nromal", kKeys), "normal");
  EXPECT_EQ(find_nearest_name("Restitution", kKeys), "restitution");
}

TEST(NearestName, StaysSilentWhenNothingIsNear) {
  EXPECT_EQ(find_nearest_name("gravity", kKeys), "");
  EXPECT_EQ(make_suggestion("gravity", kKeys), "");
  EXPECT_EQ(find_nearest_name("", kKeys), "");
  EXPECT_EQ(find_nearest_name("x", std::vector<std::string>{}), "");
}

TEST(NearestName, SuggestionIsASentence) { EXPECT_EQ(make_suggestion("betwen", kKeys), "; did you mean 'between'?"); }

}  // namespace
}  // namespace carom
