#include "reproductions/azad2014/azad2014.h"
#include "reproductions/basics/basics.h"
#include "reproductions/paper.h"

namespace carom::reproductions {

std::vector<Paper> list_papers() { return {make_basics(), make_azad2014()}; }

}  // namespace carom::reproductions
