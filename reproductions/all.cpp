#include "reproductions/aghili/aghili.h"
#include "reproductions/azad2014/azad2014.h"
#include "reproductions/basics/basics.h"
#include "reproductions/gonthier2004/gonthier2004.h"
#include "reproductions/paper.h"
#include "reproductions/peiret/peiret.h"
#include "reproductions/wang1992/wang1992.h"

namespace carom::reproductions {

std::vector<Paper> list_papers() {
  return {make_basics(), make_gonthier2004(), make_azad2014(), make_peiret(), make_wang1992(), make_aghili()};
}

}  // namespace carom::reproductions
