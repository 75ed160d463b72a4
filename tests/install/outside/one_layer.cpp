// A program that needs one layer links that layer alone.
#include <string>
#include <vector>

#include "carom/base/nearest_name.h"

int main() {
  const std::vector<std::string> names{"friction", "normal"};
  return carom::find_nearest_name("frction", names) == "friction" ? 0 : 1;
}
