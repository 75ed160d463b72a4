#pragma once

#include <string_view>

namespace carom::app {

/// The text of templates/first_scene.toml, put into the program when it is built.
extern const std::string_view kFirstScene;

}  // namespace carom::app
