#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "patch/known_contacts.h"

namespace carom::test {

namespace {

PatchOptions make_good() {
  return make_case({.num_across = 8, .half_width = 1e-3}, [](double x, double y) { return x * x + y * y; });
}

void expect_refused(const PatchOptions& options, const std::string& word) {
  try {
    validate(options);
    ADD_FAILURE() << "accepted: " << word;
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
  }
}

}  // namespace

TEST(PatchInput, WhatCannotBeIsRefusedByName) {
  EXPECT_NO_THROW(validate(make_good()));
  PatchOptions options = make_good();
  options.friction = -0.1;
  expect_refused(options, "friction");
  options = make_good();
  options.viscosity.time = -1.0;
  expect_refused(options, "viscous time");
  options = make_good();
  options.profile = PatchField::Zero(7);
  expect_refused(options, "profile has 7 values");
  options = make_good();
  options.profile[3] = std::nan("");
  expect_refused(options, "no distances");
  options = make_good();
  options.influence = {};
  expect_refused(options, "influence");
  options = make_good();
  options.grid.dx = 0.0;
  expect_refused(options, "size of an element");
}

TEST(PatchInput, MaterialsOutOfRangeAreRefused) {
  const ElasticMaterial good{.young = 1e6, .poisson = 0.3};
  EXPECT_THROW((void)make_pair_compliance(ElasticMaterial{.young = -1.0, .poisson = 0.3}, good), InputError);
  EXPECT_THROW((void)make_pair_compliance(good, ElasticMaterial{.young = 1e6, .poisson = 0.51}), InputError);
  EXPECT_THROW((void)make_pair_compliance(ElasticMaterial{.young = 1e6, .poisson = -1.0}, good), InputError);
  EXPECT_THROW((void)make_pair_compliance(std::nullopt, std::nullopt), InputError);
}

}  // namespace carom::test
