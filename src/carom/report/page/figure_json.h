#pragma once

#include <nlohmann/json_fwd.hpp>

#include "carom/report/figure/figure.h"
#include "carom/report/page/block_list.h"

namespace carom {

/// A figure as it stands in the header of a page; long lists of numbers go to the blocks.
[[nodiscard]] nlohmann::ordered_json make_figure_json(const Figure& figure, BlockList& blocks);

}  // namespace carom
