#include "apps/carom/commands/all.h"

namespace carom::app {

Commands make_commands() {
  Commands commands;
  commands.push_back(make_new_command());
  commands.push_back(make_run_command());
  commands.push_back(make_check_command());
  commands.push_back(make_inspect_command());
  commands.push_back(make_report_command());
  commands.push_back(make_export_command());
  commands.push_back(make_reproduce_command());
  commands.push_back(make_compare_command());
  commands.push_back(make_restitution_command());
  commands.push_back(make_fit_command());
  commands.push_back(make_solve_command());
  commands.push_back(make_impact_command());
  commands.push_back(make_admissible_command());
  commands.push_back(make_consistency_command());
  commands.push_back(make_patch_command());
  commands.push_back(make_laws_command());
  commands.push_back(make_completion_command());
  return commands;
}

}  // namespace carom::app
