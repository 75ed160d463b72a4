#pragma once

#include <string_view>
#include <vector>

namespace carom::reproductions {

/// A scene of the project, part of the program.
struct EmbeddedScene {
  std::string_view name;  // "scenes/basics/pendulum.toml"
  std::string_view text;
};
[[nodiscard]] const std::vector<EmbeddedScene>& embedded_scenes();

}  // namespace carom::reproductions
