// A program that writes a recording until something happens to it, for crash_test.cpp and tests/stress/kill_recording.
//
//   probe write FILE         samples without end; prints how many are safe, one number a line, each after a flush
//   probe fill FILE BYTES    the same on a disk of so many bytes, until it is full; prints the error, then how many
//   probe check FILE COUNT   fails unless at least COUNT samples can be read, each where it belongs
//   probe make FILE          one sample, finished
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include <sys/resource.h>

#include "carom/recording/recording_reader.h"
#include "carom/recording/recording_writer.h"
#include "recording/samples.h"

namespace carom {
namespace {

constexpr std::size_t kChannels = 12;

// Several flushes a chunk and several chunks a flush: both kinds of moment are there to be hit.
int write(const std::string& path) {
  RecordingWriter writer(path, test::make_header(kChannels), {.longest_delay = std::chrono::milliseconds(1)});
  std::vector<double> values(kChannels);
  for (std::int64_t sample = 0;; ++sample) {
    test::fill_sample(sample, values);
    if (!writer.add_sample(values)) break;
    if (sample % 1000 != 0) continue;
    if (!writer.flush()) break;
    std::printf("%lld\n", static_cast<long long>(writer.num_written()));
    std::fflush(stdout);
  }
  std::printf("%s\n%lld\n", writer.error().c_str(), static_cast<long long>(writer.num_written()));
  return 6;
}

// A limit on the size of files stands for the full disk.
int fill(const std::string& path, rlim_t bytes) {
  std::signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{bytes, bytes};
  setrlimit(RLIMIT_FSIZE, &limit);
  RecordingWriter writer(path, test::make_header(kChannels));
  std::vector<double> values(kChannels);
  for (std::int64_t sample = 0;; ++sample) {
    test::fill_sample(sample, values);
    if (!writer.add_sample(values)) break;
  }
  std::printf("%s\n%lld\n", writer.error().c_str(), static_cast<long long>(writer.num_written()));
  return 6;
}

int check(const std::string& path, std::int64_t least) {
  RecordingReader reader(path);
  std::int64_t good = 0;
  reader.read_samples([&](const SampleBlock& block) {
    for (std::size_t c = 0; c < kChannels; ++c) {
      for (std::size_t i = 0; i < block.count; ++i) {
        if (block.column(c)[i] == test::value_at(block.first + static_cast<std::int64_t>(i), c)) ++good;
      }
    }
  });
  const bool all = good == reader.num_samples() * static_cast<std::int64_t>(kChannels);
  std::printf("%lld samples, %lld were acknowledged\n", static_cast<long long>(reader.num_samples()),
              static_cast<long long>(least));
  return all && reader.num_samples() >= least ? 0 : 1;
}

int make(const std::string& path) {
  RecordingWriter writer(path, test::make_header(kChannels));
  std::vector<double> values(kChannels);
  test::fill_sample(0, values);
  return writer.add_sample(values) && writer.finish({}) ? 0 : 6;
}

int run(const std::vector<std::string>& arguments) {
  const std::string verb = arguments.empty() ? "" : arguments[0];
  if (verb == "write" && arguments.size() == 2) return write(arguments[1]);
  if (verb == "make" && arguments.size() == 2) return make(arguments[1]);
  if (verb == "fill" && arguments.size() == 3) return fill(arguments[1], std::stoul(arguments[2]));
  if (verb == "check" && arguments.size() == 3) return check(arguments[1], std::stoll(arguments[2]));
  std::fputs("usage: probe write FILE | fill FILE BYTES | check FILE COUNT | make FILE\n", stderr);
  return 2;
}

}  // namespace
}  // namespace carom

int main(int argc, char** argv) {
  try {
    return carom::run(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 6;
  }
}
