// With CAROM_TRAP_FLOATING_POINT the first NaN, overflow or division by zero ends the test where it happens.
#include <cfenv>

#include <gtest/gtest.h>

namespace {

class FloatingPointTraps : public testing::Environment {
 public:
  void SetUp() override {
#ifdef CAROM_TRAP_FLOATING_POINT
    feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
#endif
  }
};

[[maybe_unused]] const auto* const kTraps = testing::AddGlobalTestEnvironment(new FloatingPointTraps);

}  // namespace
