#pragma once

#include "carom/base/input_error.h"

namespace carom {

/// Input that cannot be read at all: bad TOML, bad XML, an empty file. A plain InputError was read and makes no sense.
class SyntaxError : public InputError {
 public:
  using InputError::InputError;
};

}  // namespace carom
