#pragma once

#include <string>
#include <vector>

#include "apps/carom/terminal/terminal.h"
#include "reproductions/run_paper.h"

namespace carom::app {

/// For people: every check as a line of an aligned table, chapter by chapter.
[[nodiscard]] std::string format_checks(const reproductions::PaperResult& paper, const TerminalColors& colors);

/// For programs: docs/reports.md describes every field.
[[nodiscard]] std::string make_checks_json(const std::vector<reproductions::PaperResult>& papers);

}  // namespace carom::app
