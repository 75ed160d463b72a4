#pragma once

#include <string>
#include <vector>

namespace carom {

/// Bodies that have a name together, so that contacts of all of them can be ignored at once.
struct BodyGroup {
  std::string name{};
  std::vector<std::string> bodies{};
};

/// Bodies that pass through each other whatever the rules of contact say.
struct IgnoredContact {
  std::vector<std::string> bodies{};  // each of them through all others
  std::vector<std::string> groups{};  // two: every body of the first through every body of the second
};

}  // namespace carom
