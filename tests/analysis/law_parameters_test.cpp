#include "carom/analysis/law_parameters.h"

#include <gtest/gtest.h>

#include "carom/base/input_error.h"

namespace carom {
namespace {

TEST(LawParameters, EveryListedOneCanBeSet) {
  for (const NormalLaw& law :
       {NormalLaw(normal::KelvinVoigt{}), NormalLaw(normal::HuntCrossley{}), NormalLaw(normal::LankaraniNikravesh{}),
        NormalLaw(normal::LeeWang{}), NormalLaw(normal::Flores{}), NormalLaw(normal::CarvalhoMartins{}),
        NormalLaw(normal::Gonthier{}), NormalLaw(normal::AzadFeatherstone{}), NormalLaw(normal::Power{})}) {
    EXPECT_FALSE(list_fit_parameters(law).empty()) << info(law).name;
    NormalLaw changed = law;
    for (const LawParameter& parameter : list_fit_parameters(law)) {
      EXPECT_NO_THROW(set_parameter(changed, parameter.key, 0.25)) << info(law).name;
    }
  }
  EXPECT_TRUE(list_fit_parameters(normal::Hertz{}).empty());
}

TEST(LawParameters, ThoseOfOtherLawsAreRefused) {
  NormalLaw law = normal::Hertz{};
  EXPECT_THROW(set_parameter(law, "damping", 1.0), InputError);
  law = normal::Gonthier{};
  EXPECT_THROW(set_parameter(law, "alpha", 1.0), InputError);
}

TEST(LawParameters, AskedRestitutionIsThatOfTheSpeed) {
  NormalLaw law = normal::Gonthier{};
  set_parameter(law, "restitution.alpha", 0.1);
  EXPECT_DOUBLE_EQ(find_asked_restitution(law, 2.0).value(), 0.8);
  set_parameter(law, "restitution", 0.3);
  EXPECT_DOUBLE_EQ(find_asked_restitution(law, 2.0).value(), 0.3);
  EXPECT_FALSE(find_asked_restitution(normal::Hertz{}, 2.0).has_value());
}

}  // namespace
}  // namespace carom
