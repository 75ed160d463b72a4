#include "carom/base/natural_order.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace carom {
namespace {

TEST(NaturalOrder, CountsAsPeopleDo) {
  const std::vector<std::string> sorted = {"",
                                           "arm",
                                           "arm 01",
                                           "arm 1",
                                           "arm 2",
                                           "arm 10",
                                           "arm 10a",
                                           "arm 10b",
                                           "arm 99999999999999999999",
                                           "arm 100000000000000000000",
                                           "leg"};
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    for (std::size_t j = 0; j < sorted.size(); ++j) {
      EXPECT_EQ(comes_before(sorted[i], sorted[j]), i < j) << sorted[i] << " and " << sorted[j];
    }
  }
}

std::string make_name(const std::vector<int>& letters) {
  std::string name;
  for (const int letter : letters) name += "a0129"[letter];
  return name;
}

// What sorting asks for: names of few letters, so that numbers with and without zeros meet often.
RC_GTEST_PROP(NaturalOrder, IsAnOrderOfAllNames, ()) {
  const auto letters = rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 5));
  const std::string a = make_name(*letters), b = make_name(*letters), c = make_name(*letters);
  RC_ASSERT(comes_before(a, b) + comes_before(b, a) + (a == b) == 1);
  if (comes_before(a, b) && comes_before(b, c)) RC_ASSERT(comes_before(a, c));
}

}  // namespace
}  // namespace carom
