#include "apps/carom/terminal/terminal.h"

#include <cstdlib>

#include <unistd.h>

namespace carom::app {

TerminalColors choose_colors(std::FILE* stream) {
  const char* refused = std::getenv("NO_COLOR");
  if (isatty(fileno(stream)) == 0 || (refused != nullptr && *refused != '\0')) return {};
  return {.good = "\033[32m", .bad = "\033[1;31m", .faint = "\033[2m", .plain = "\033[0m"};
}

}  // namespace carom::app
