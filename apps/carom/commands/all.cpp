#include "apps/carom/commands/all.h"

namespace carom::app {

Commands make_commands() {
  Commands commands;
  commands.push_back(make_completion_command());
  return commands;
}

}  // namespace carom::app
