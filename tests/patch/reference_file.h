#pragma once

#include <fstream>
#include <string>

#include <nlohmann/json.hpp>

namespace carom::test {

/// tests/reference/patch_<name>.json.
inline nlohmann::json read_patch_reference(const std::string& name) {
  std::ifstream file(std::string(CAROM_TEST_REFERENCE_DIR) + "/patch_" + name + ".json");
  return nlohmann::json::parse(file);
}

}  // namespace carom::test
