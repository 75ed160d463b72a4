#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "carom/base/schema/table.h"
#include "carom/patch/patch_grid.h"

namespace carom::app {

/// How far apart the undeformed surfaces are at first touch, as a file describes it.
struct PatchProfile {
  std::string type{};
  std::optional<double> radius{};    // [m]
  std::optional<double> radius_y{};  // [m]
  std::vector<double> sides{};       // [m]
  double coefficient{};              // [m^(1 − exponent)]
  double exponent{2.0};              // [-]
  std::vector<double> distance{};    // [m]
  std::vector<double> height{};      // [m]
  std::string file{};
};

[[nodiscard]] std::shared_ptr<const schema::Table<PatchProfile>> make_profile_table();

/// On a grid. Throws InputError where the shape does not fit it; files are looked for in the folder.
[[nodiscard]] PatchField calc_profile(const PatchProfile& profile, const PatchGrid& grid,
                                      const std::filesystem::path& folder);

}  // namespace carom::app
