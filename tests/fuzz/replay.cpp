// Feeds a reader with files and with random changes of them: what the fuzzers do, without clang and its sanitizers, and
// without knowing what code an input reaches.
//
//   replay_inputs READER CHANGES FILE...
//
// An input that the reader cannot bear is left in READER.finding; tests/fuzz/run READER FILE shows it again.
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

// CMake names the entry of each <reader>_fuzz.cpp so.
#define CAROM_READERS(visit) visit(mesh) visit(override) visit(scene) visit(urdf)
#define CAROM_DECLARE(reader) extern "C" int feed_##reader(const std::uint8_t* data, std::size_t size);
CAROM_READERS(CAROM_DECLARE)

namespace {

using Feed = int (*)(const std::uint8_t*, std::size_t);

Feed find_reader(const std::string& name) {
#define CAROM_FIND(reader) \
  if (name == #reader) return feed_##reader;
  CAROM_READERS(CAROM_FIND)
  return nullptr;
}

std::string input;         // what the reader has now
std::string finding_name;  // where it goes if that is its end

// Only what may be called at any moment.
extern "C" void keep_finding(int signal) {
  const int file = open(finding_name.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file >= 0 && write(file, input.data(), input.size()) < 0) _exit(2);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

std::string read_file(const char* name) {
  std::ifstream file(name, std::ios::binary);
  if (!file) {
    std::fprintf(stderr, "cannot read '%s'\n", name);
    std::exit(2);
  }
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Random changes, the same ones on every machine: distributions of the library are not.
class Changer {
 public:
  explicit Changer(const std::vector<std::string>& seeds) : seeds_(seeds) {}

  /// One to four changes.
  std::string change(std::string text) {
    for (std::size_t left = 1 + draw(4); left > 0; --left) change_once(text);
    return text;
  }

 private:
  std::size_t draw(std::size_t count) { return count == 0 ? 0 : static_cast<std::size_t>(engine_() % count); }

  void change_once(std::string& text) {
    const std::size_t place = draw(text.size() + 1), length = draw(1 + draw(40));
    switch (draw(6)) {
      case 0:
        if (place < text.size()) text[place] = static_cast<char>(draw(256));
        break;
      case 1:
        text.insert(place, 1, static_cast<char>(draw(256)));
        break;
      case 2:
        text.erase(place, length);
        break;
      case 3:
        text.insert(place, std::string(text, draw(text.size() + 1), length));
        break;
      case 4: {
        const std::string& other = seeds_[draw(seeds_.size())];
        text.replace(place, draw(length + 1), std::string(other, draw(other.size() + 1), length));
        break;
      }
      default:
        text.insert(place, kNumbers[draw(std::size(kNumbers))]);
    }
  }

  // What numbers are not expected to be.
  static constexpr const char* kNumbers[] = {"-", "0", "1e308", "-1e-308", "nan", "inf", "99999999999999999999", "."};

  const std::vector<std::string>& seeds_;
  std::mt19937_64 engine_{1};
};

}  // namespace

int main(int count, char** words) {
  const Feed feed = count > 3 ? find_reader(words[1]) : nullptr;
  if (feed == nullptr) {
    std::fprintf(stderr, "usage: replay_inputs mesh|override|scene|urdf CHANGES FILE...\n");
    return 2;
  }
  finding_name = std::string(words[1]) + ".finding";
  std::vector<std::string> seeds;
  for (int i = 3; i < count; ++i) seeds.push_back(read_file(words[i]));
  for (const int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGBUS, SIGILL}) std::signal(signal, keep_finding);
  const auto try_input = [&](std::string text) {
    input = std::move(text);
    feed(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());  // NOLINT: letters as bytes
  };
  Changer changer(seeds);
  const int changes = std::atoi(words[2]);
  for (const std::string& seed : seeds) {
    try_input(seed);
    for (int i = 0; i < changes; ++i) try_input(changer.change(seed));
  }
  std::printf("%zu inputs, nothing found\n", seeds.size() * static_cast<std::size_t>(changes + 1));
  return 0;
}
