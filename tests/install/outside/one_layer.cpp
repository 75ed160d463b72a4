// A program that needs one layer links that layer alone.
#include <carom/base.h>

int main() {
  const carom::InputError error("friction", "must not be negative");
  return error.element() == "friction" ? 0 : 1;
}
