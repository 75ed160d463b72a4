// Bytes as overrides of a good scene, one a line, and as a quantity with its unit.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "carom/base/units.h"
#include "scene_target.h"

namespace carom {
namespace {

// Something of every kind that a path can lead through.
constexpr const char* kScene = R"(
[[body]]
name = "upper"
mass = "5 kg"
inertia = { rod = [0, 0, -0.5] }
joint = { type = "revolute", axis = [0, 1, 0], position = "45 deg", velocity = "-120 deg/s" }
[[body]]
name = "lower"
mass = 2
inertia = { principal = [0.1, 0.1, 0.1] }
joint = { type = "spherical", parent = "upper", at = [0, 0, -0.5] }
[[spring]]
name = "cord"
body_b = "lower"
stiffness = "10 N/m"
[[shape]]
body = "lower"
type = "sphere"
radius = "1 cm"
[simulate]
integrator = { method = "rk4", step = "1 ms" }
)";

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  return lines;
}

void read_quantity(const std::string& text) {
  const ParsedQuantity quantity = parse_quantity(text);
  if (quantity.problem.empty()) fuzz::require(std::isfinite(quantity.value), "a quantity that is not finite");
  (void)describe_dimension(quantity.dimension);
  (void)unit_of(quantity.dimension);
}

}  // namespace
}  // namespace carom

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = carom::fuzz::make_text(data, size);
  carom::read_quantity(text);
  carom::fuzz::read(
      {.folder = "/scenes", .files = {{"scene.toml", carom::kScene}}, .overrides = carom::split_lines(text)});
  return 0;
}
