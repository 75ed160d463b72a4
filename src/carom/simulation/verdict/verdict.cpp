#include "carom/simulation/verdict/verdict.h"

namespace carom {

std::string_view grade_name(Grade grade) {
  switch (grade) {
    case Grade::Passed:
      return "passed";
    case Grade::Warned:
      return "passed with warnings";
    case Grade::Failed:
      return "failed";
  }
  return "";
}

}  // namespace carom
