// creep_soak [SECONDS]: a block on a slope below the friction angle, under each bristle law, for an hour of simulated
// time. Prints how far it crept; fails where it was more than 1e-12 m/s. A minute of computing a law.
#include <cstdio>
#include <cstdlib>

#include <fmt/core.h>

#include "cases/creep.h"

int main(int count, char** arguments) {
  const double duration = count > 1 ? std::atof(arguments[1]) : 3600.0;
  bool holds = true;
  fmt::print("{:<16}{:>16}{:>22}\n", "law", "drift [m/s]", "speed at the end [m/s]");
  for (const auto& [name, law] : carom::cases::kHoldingLaws) {
    const carom::cases::Creep creep = carom::cases::measure_creep(law, 10.0, duration);
    fmt::print("{:<16}{:>16.3g}{:>22.3g}\n", name, creep.drift, creep.speed);
    std::fflush(stdout);
    holds = holds && creep.drift < 1e-12 && creep.speed < 1e-12;
  }
  return holds ? 0 : 1;
}
