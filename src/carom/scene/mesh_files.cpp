#include "carom/scene/mesh_files.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>

#include "carom/base/input_error.h"
#include "carom/base/strict_number.h"
#include "carom/base/text_place.h"
#include "carom/scene/toml.h"

namespace carom {
namespace {

using Corner = std::array<float, 3>;

struct HashCorner {
  std::size_t operator()(const Corner& corner) const {
    std::size_t hash = 0;
    for (const float x : corner) {
      std::uint32_t bits{};
      std::memcpy(&bits, &x, sizeof bits);
      hash = (hash ^ bits) * 0x9e3779b97f4a7c15U;
    }
    return hash ^ (hash >> 32U);
  }
};

// STL repeats the corners of every triangle; those with the same numbers become one vertex.
class StlMesh {
 public:
  explicit StlMesh(std::string_view element) : element_(element) {}

  void add_triangle(const std::array<Corner, 3>& corners) {
    ++count_;
    std::array<int, 3> triangle{};
    for (std::size_t i = 0; i < 3; ++i) triangle[i] = find_vertex(corners[i]);
    const bool has_area = triangle[0] != triangle[1] && triangle[1] != triangle[2] && triangle[2] != triangle[0];
    if (has_area) mesh_.triangles.push_back(triangle);
  }
  [[nodiscard]] TriangleMesh take() {
    validate(mesh_, element_);
    return std::move(mesh_);
  }

 private:
  int find_vertex(Corner corner) {
    for (float& x : corner) {
      if (!std::isfinite(x))
        throw InputError(std::string(element_), fmt::format("triangle {}: a vertex is not finite", count_));
      if (x == 0.0F) x = 0.0F;  // −0 has other bits
    }
    const auto [vertex, is_new] = numbers_.try_emplace(corner, static_cast<int>(mesh_.vertices.size()));
    if (is_new) mesh_.vertices.emplace_back(corner[0], corner[1], corner[2]);
    return vertex->second;
  }

  std::string_view element_;
  std::size_t count_{};  // of triangles so far
  TriangleMesh mesh_;
  std::unordered_map<Corner, int, HashCorner> numbers_;
};

// 80 bytes of any text, the number of triangles, and for each its normal, three corners and two bytes more, all little
// endian, as on every machine that the project is built for.
constexpr std::size_t kStlHeader = 84;
constexpr std::size_t kStlTriangle = 50;

bool is_binary_stl(std::string_view bytes) {
  if (bytes.size() < kStlHeader) return false;
  std::uint32_t count{};
  std::memcpy(&count, bytes.data() + 80, sizeof count);
  return bytes.size() == kStlHeader + kStlTriangle * count;
}

TriangleMesh parse_binary_stl(std::string_view bytes, std::string_view element) {
  StlMesh mesh(element);
  for (std::size_t at = kStlHeader; at < bytes.size(); at += kStlTriangle) {
    std::array<Corner, 3> corners{};
    std::memcpy(&corners, bytes.data() + at + 12, sizeof corners);
    mesh.add_triangle(corners);
  }
  return mesh.take();
}

class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}
  /// Empty at the end.
  std::string_view next() {
    const auto is_blank = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    start_ = at_;
    while (at_ < text_.size() && !is_blank(text_[at_])) ++at_;
    return text_.substr(start_, at_ - start_);
  }
  /// Of the last word: where it stands, and what is wrong with it.
  [[noreturn]] void refuse(std::string_view element, const std::string& problem) const {
    const TextPlace place = find_text_place(text_, start_);
    throw InputError(std::string(element), fmt::format("line {}, column {}: {}", place.line, place.column, problem));
  }

 private:
  std::string_view text_;
  std::size_t at_{}, start_{};
};

float parse_coordinate(Words& words, std::string_view element) {
  const std::string_view word = words.next();
  const std::optional<double> number = parse_strict_number(word);
  // Too large for a float is as good as infinite.
  if (number && std::isfinite(static_cast<float>(*number))) return static_cast<float>(*number);
  words.refuse(element, fmt::format("a vertex takes three finite numbers, found '{}'", word.substr(0, 60)));
}

// solid … facet normal x y z, outer loop, vertex x y z (three times), endloop, endfacet … endsolid
TriangleMesh parse_text_stl(std::string_view text, std::string_view element) {
  StlMesh mesh(element);
  std::array<Corner, 3> corners{};
  std::size_t count = 0;
  bool has_end = false;
  Words words(text);
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    const bool is_vertex = word == "vertex", ends_loop = word == "endloop";
    if (count > 0 && !is_vertex && !ends_loop) {
      words.refuse(element,
                   fmt::format("expected 'vertex' or 'endloop' behind a vertex, found '{}'", word.substr(0, 60)));
    }
    if (ends_loop) {
      if (count != 3) words.refuse(element, fmt::format("a facet has {} vertices", count));
      mesh.add_triangle(corners);
      count = 0;
    }
    if (word == "endsolid") has_end = true;
    if (!is_vertex) continue;
    if (count == 3) words.refuse(element, "a facet has more than three vertices");
    for (float& x : corners[count]) x = parse_coordinate(words, element);
    ++count;
  }
  if (count != 0 || !has_end) words.refuse(element, "the file ends before 'endsolid'");
  return mesh.take();
}

std::string find_extension(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return extension;
}

}  // namespace

bool is_mesh_file_name(const std::filesystem::path& path) {
  const std::string extension = find_extension(path);
  return extension == ".stl" || extension == ".obj";
}

TriangleMesh parse_stl(std::string_view bytes, std::string_view element) {
  // Some programs start binary files with "solid" too, so their length decides.
  if (is_binary_stl(bytes)) return parse_binary_stl(bytes, element);
  if (Words(bytes.substr(0, 1000)).next() == "solid") return parse_text_stl(bytes, element);
  throw InputError(std::string(element),
                   "is no STL file: neither starts with 'solid' nor has the length that its number of triangles asks");
}

TriangleMesh read_mesh_file(const std::filesystem::path& name, SourceFiles& files) {
  const std::string& bytes = files.read(name);
  const std::string element = name.string();
  if (bytes.size() > kLongestToml) {
    throw InputError(element,
                     fmt::format("longer than {} MiB, which are {} triangles of a binary STL file: a mesh takes "
                                 "no more; reduce it",
                                 kLongestToml >> 20U, (kLongestToml - kStlHeader) / kStlTriangle));
  }
  return find_extension(name) == ".obj" ? parse_obj(bytes, element) : parse_stl(bytes, element);
}

}  // namespace carom
