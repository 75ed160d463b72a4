#include "impact/reference_file.h"

#include <fstream>
#include <stdexcept>

namespace carom::test {

nlohmann::json read_reference(const std::string& file) {
  std::ifstream stream(std::string(CAROM_TEST_REFERENCE_DIR) + "/" + file);
  if (!stream) throw std::runtime_error("no reference file " + file);
  return nlohmann::json::parse(stream);
}

}  // namespace carom::test
