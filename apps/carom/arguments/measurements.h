#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "carom/analysis/restitution_fit.h"

namespace carom::app {

/// Measured restitutions from comma-separated values. The first line names the columns, with units where they are not
/// SI: `speed [mm/s]`, `restitution`, and optionally `deviation` (standard, of the restitution); other columns are
/// passed over. Empty lines, and lines that start with #, mean nothing; every other row has a cell for each column.
/// Cells may stand in quotation marks, doubled where one is part of the text.
///
/// Throws SyntaxError and InputError with file, line and column; std::system_error where the file cannot be read.
[[nodiscard]] std::vector<RestitutionPoint> read_measurements(const std::filesystem::path& path);

/// The same for a text; `name` stands for the file in messages.
[[nodiscard]] std::vector<RestitutionPoint> parse_measurements(const std::string& text, const std::string& name);

}  // namespace carom::app
