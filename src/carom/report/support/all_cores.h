#pragma once

#include <cstddef>
#include <functional>

namespace carom {

/// Calls work(0) … work(count − 1), each once, from as many threads as there are cores, and waits for them. Throws what
/// the first failing call throws; calls that have not begun by then are left out.
void run_on_all_cores(std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace carom
