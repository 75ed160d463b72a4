#pragma once

#include <string_view>

namespace carom {

/// Throws InputError with line and column where a text in the OBJ format has a vertex that is not three or more finite
/// numbers, or a face whose corners are not vertices of the file. The library that reads OBJ takes 1 for "1,5", 0 for
/// "nan", and an index past 32 bits for what is left of it.
void check_obj(std::string_view text, std::string_view element);

}  // namespace carom
