#pragma once

#include <nlohmann/json_fwd.hpp>

#include "carom/report/page/block_list.h"
#include "carom/report/run/replay.h"

namespace carom {

/// A replay as it stands in the header of a page; poses and meshes go to the blocks.
[[nodiscard]] nlohmann::ordered_json make_replay_json(const Replay& replay, BlockList& blocks);

}  // namespace carom
