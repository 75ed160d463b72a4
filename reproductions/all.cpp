#include "reproductions/basics/basics.h"
#include "reproductions/paper.h"

namespace carom::reproductions {

std::vector<Paper> list_papers() { return {make_basics()}; }

}  // namespace carom::reproductions
