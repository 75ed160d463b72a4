#pragma once

#include <string>

namespace carom::app {

/// Writes a text to a file, or to standard output for "-". A file appears whole or not at all: it is written beside its
/// place and then renamed. Throws std::system_error.
void write_output(const std::string& path, const std::string& text);

/// Throws std::system_error where nothing can be written there, before hours of work are done for it. An empty path is
/// no output.
void check_output(const std::string& path);

}  // namespace carom::app
