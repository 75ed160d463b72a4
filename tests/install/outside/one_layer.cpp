// A program that needs one layer links that layer alone.
#include "carom/base/input_error.h"

int main() {
  const carom::InputError error("friction", "must not be negative");
  return error.element() == "friction" ? 0 : 1;
}
