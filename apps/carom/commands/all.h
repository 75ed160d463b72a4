#pragma once

#include "apps/carom/command.h"

namespace carom::app {

/// Every subcommand, in the order of the help.
[[nodiscard]] Commands make_commands();

// One file each, of the same name.
[[nodiscard]] std::unique_ptr<Command> make_new_command();
[[nodiscard]] std::unique_ptr<Command> make_run_command();
[[nodiscard]] std::unique_ptr<Command> make_check_command();
[[nodiscard]] std::unique_ptr<Command> make_inspect_command();
[[nodiscard]] std::unique_ptr<Command> make_report_command();
[[nodiscard]] std::unique_ptr<Command> make_export_command();
[[nodiscard]] std::unique_ptr<Command> make_reproduce_command();
[[nodiscard]] std::unique_ptr<Command> make_compare_command();
[[nodiscard]] std::unique_ptr<Command> make_restitution_command();
[[nodiscard]] std::unique_ptr<Command> make_fit_command();
[[nodiscard]] std::unique_ptr<Command> make_solve_command();
[[nodiscard]] std::unique_ptr<Command> make_impact_command();
[[nodiscard]] std::unique_ptr<Command> make_admissible_command();
[[nodiscard]] std::unique_ptr<Command> make_consistency_command();
[[nodiscard]] std::unique_ptr<Command> make_patch_command();
[[nodiscard]] std::unique_ptr<Command> make_laws_command();
[[nodiscard]] std::unique_ptr<Command> make_completion_command();

}  // namespace carom::app
