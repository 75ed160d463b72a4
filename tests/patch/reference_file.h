#pragma once

#include <fstream>
#include <string>

#include <nlohmann/json.hpp>

namespace carom::test {

/// A part of tests/reference/patch_<name>.json. By value: a loop over a part of a temporary would outlive it.
inline nlohmann::json read_patch_reference(const std::string& name, const std::string& part) {
  std::ifstream file(std::string(CAROM_TEST_REFERENCE_DIR) + "/patch_" + name + ".json");
  return nlohmann::json::parse(file).at(part);
}

}  // namespace carom::test
