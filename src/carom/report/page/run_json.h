#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "carom/report/page/block_list.h"
#include "carom/report/run/loaded_run.h"

namespace carom {

/// A run as it stands in the header of a page; its numbers go to the blocks. The name is unique on the page.
[[nodiscard]] nlohmann::ordered_json make_run_json(const LoadedRun& run, const std::string& name,
                                                   const std::string& label, BlockList& blocks);

/// SHA-256 over the names and bytes of all files and over all changed values: the same on every machine.
[[nodiscard]] std::string hash_sources(const SceneSources& sources);

/// How the run can be made again, as a line for a shell; empty where the recording holds no scene.
[[nodiscard]] std::string make_command(const SceneSources& sources);

}  // namespace carom
