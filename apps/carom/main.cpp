#include "apps/carom/commands/all.h"
#include "apps/carom/program.h"

int main(int argc, char** argv) {
  return static_cast<int>(carom::app::run_program(carom::app::make_commands, argc, argv));
}
