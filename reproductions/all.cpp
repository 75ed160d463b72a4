#include "reproductions/azad2014/azad2014.h"
#include "reproductions/basics/basics.h"
#include "reproductions/gonthier2004/gonthier2004.h"
#include "reproductions/paper.h"

namespace carom::reproductions {

std::vector<Paper> list_papers() { return {make_basics(), make_gonthier2004(), make_azad2014()}; }

}  // namespace carom::reproductions
