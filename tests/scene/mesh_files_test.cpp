#include "carom/scene/mesh_files.h"

#include <cstring>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "carom/base/input_error.h"
#include "carom/model/shapes/mesh_inertia.h"
#include "scene/scene_files.h"

namespace carom {
namespace {

using Corner = std::array<float, 3>;
using Triangles = std::vector<std::array<Corner, 3>>;

// The tetrahedron between the origin and the unit points of the axes: volume 1/6.
const Corner kO = {0, 0, 0}, kX = {1, 0, 0}, kY = {0, 1, 0}, kZ = {0, 0, 1};
const Triangles kTetrahedron = {{kO, kY, kX}, {kO, kX, kZ}, {kO, kZ, kY}, {kX, kY, kZ}};

std::string make_binary_stl(const Triangles& triangles, const std::string& header = "solid that is binary") {
  std::string bytes = header;
  bytes.resize(80, '\0');
  const auto append = [&bytes](const auto& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  append(static_cast<std::uint32_t>(triangles.size()));
  for (const auto& triangle : triangles) {
    append(Corner{});
    append(triangle);
    append(std::uint16_t{});
  }
  return bytes;
}

std::string make_text_stl(const Triangles& triangles) {
  std::string text = "solid tetrahedron\n";
  for (const auto& triangle : triangles) {
    text += "facet normal 0 0 0\n outer loop\n";
    for (const Corner& c : triangle) {
      text += "  vertex " + std::to_string(c[0]) + " " + std::to_string(c[1]) + " " + std::to_string(c[2]) + "\n";
    }
    text += " endloop\nendfacet\n";
  }
  return text + "endsolid tetrahedron\n";
}

constexpr const char* kObj =
    "# tetrahedron\nmtllib none.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
    "f 1 3 2\nf 1/1 2/2 4/3\nf 1 4 3\nf -3 -2 -1\n";

void expect_tetrahedron(const TriangleMesh& mesh) {
  EXPECT_EQ(mesh.vertices.size(), 4U);
  EXPECT_EQ(mesh.triangles.size(), 4U);
  // Closed and not inside out, or this throws.
  const MassProperties body = make_mass_properties_of_mesh_density(mesh, 6.0, "mesh");
  EXPECT_NEAR(body.mass, 1.0, 1e-15);
  EXPECT_LT((body.center_of_mass - Vector3::Constant(0.25)).norm(), 1e-15);
}

TEST(MeshFiles, EveryFormatGivesTheSameClosedTetrahedron) {
  expect_tetrahedron(parse_stl(make_binary_stl(kTetrahedron), "a.stl"));
  expect_tetrahedron(parse_stl(make_text_stl(kTetrahedron), "a.stl"));
  expect_tetrahedron(parse_obj(kObj, "a.obj"));
}

TEST(MeshFiles, FormatIsChosenByTheEndOfTheName) {
  const TemporaryFolder folder("meshes");
  folder.write("a.STL", make_binary_stl(kTetrahedron));
  folder.write("a.obj", kObj);
  SourceFiles files(folder.path());
  expect_tetrahedron(read_mesh_file("a.STL", files));
  expect_tetrahedron(read_mesh_file("a.obj", files));
  EXPECT_TRUE(is_mesh_file_name("a.Obj"));
  EXPECT_FALSE(is_mesh_file_name("a.dae"));
  EXPECT_THROW((void)read_mesh_file("none.stl", files), std::system_error);
}

TEST(MeshFiles, PolygonsAreCutIntoTriangles) {
  const TriangleMesh square = parse_obj("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n", "a.obj");
  EXPECT_EQ(square.triangles.size(), 2U);
}

TEST(MeshFiles, TrianglesWithTwoEqualCornersAreLeftOut) {
  Triangles triangles = kTetrahedron;
  triangles.push_back({kX, kX, kY});
  triangles.push_back({kX, kY, Corner{1, -0.0F, 0}});
  expect_tetrahedron(parse_stl(make_binary_stl(triangles), "a.stl"));
}

TEST(MeshFiles, BrokenFilesAreRefused) {
  Triangles infinite = kTetrahedron;
  infinite[0][0][0] = std::numeric_limits<float>::infinity();
  const std::string good = make_binary_stl(kTetrahedron, "binary");
  const std::string text = make_text_stl(kTetrahedron);
  for (const std::string& bad :
       {std::string(), std::string("no mesh"), good.substr(0, good.size() - 1), good + "x", make_binary_stl({}),
        make_binary_stl(infinite), std::string("solid\nendsolid\n"), text.substr(0, text.size() / 2),
        std::string("solid\nfacet\nouter loop\nvertex 0 0 nan\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"),
        std::string("solid\nfacet\nouter loop\nvertex 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"),
        std::string("solid\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nendloop\n"),
        std::string("solid\nvertex 0 0 0 vertex 1 0 0 vertex 1 0 0 vertex 2 2 2")}) {
    EXPECT_THROW((void)parse_stl(bad, "bad.stl"), InputError) << bad;
  }
  for (const char* bad : {"", "no mesh", "v 0 0 0\n", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n",
                          "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 0 1 2\n", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 -9\n"}) {
    EXPECT_THROW((void)parse_obj(bad, "bad.obj"), InputError) << bad;
  }
}

// What a lenient reader takes for another number, with where it stands.
TEST(MeshFiles, NumbersAreWholeFiniteAndInRange) {
  const auto refusal_of = [](const std::string& text) {
    try {
      (void)(text.starts_with("solid") ? parse_stl(text, "bad.stl") : parse_obj(text, "bad.obj"));
    } catch (const InputError& refusal) {
      return std::string(refusal.problem());
    }
    return std::string();
  };
  const std::string corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  const std::vector<std::pair<std::string, std::string>> cases{
      {"v 1,5 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "line 1, column 3"},
      {"v 0 0 0\n  v 1 nan 0\nv 0 1 0\nf 1 2 3\n", "line 2, column 7"},
      {"v 0 0 0\nv 1 0 0\nv 0 1 inf\nf 1 2 3\n", "line 3, column 7"},
      {"v 0 0 0\nv 1 0 0\nv 0 1 1e999\nf 1 2 3\n", "line 3, column 7"},
      {"v 0 0 0\nv 1 0 0\nv 0 1 1.5.5\nf 1 2 3\n", "line 3, column 7"},
      {"v 0 0 0\nv 1 0\nv 0 1 0\nf 1 2 3\n", "line 2, column 5"},
      {corners + "f 1 2 4294967298\n", "line 4, column 7: a corner is one of 3 vertices, found '4294967298'"},
      {corners + "f 1 2 18446744073709551618\n", "line 4, column 7"},
      {corners + "f 1 2 3.7\n", "line 4, column 7"},
      {corners + "f 1 2 -4294967294\n", "line 4, column 7"},
      {corners + "f 1 2 3x\n", "line 4, column 7"},
      {corners + "f 1/1/1/1 2 3\n", "line 4, column 3"},
      {corners + "f 1/99999999999 2 3\n", "line 4, column 3"},
      {"solid a\nfacet\nouter loop\nvertex 0 0 1,5\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendsolid\n",
       "line 4, column 12"},
      {"solid a\nouter loop\nvertex 0 0 0 7\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendsolid\n", "line 3, column 14"},
      {"solid a\nouter loop\nvertex 0 1e300 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendsolid\n", "line 3, column 10"},
  };
  for (const auto& [text, place] : cases)
    EXPECT_NE(refusal_of(text).find(place), std::string::npos) << text << refusal_of(text);
  // What is not wrong is still read.
  EXPECT_EQ(parse_obj(corners + "# f 9\n\tf 1//2 2//1 3/4/5\r\nl 1 2\nvt nan\n", "good.obj").triangles.size(), 1U);
  EXPECT_EQ(parse_obj("v 0 0 0 1\nv +1 0 0\nv 0 1e0 1e-999\nf -3 -2 -1\n", "good.obj").triangles.size(), 1U);
}

std::string find_refusal(const std::string& name, std::string bytes) {
  SceneSources sources;
  sources.files = {{"scene.toml", ""}, {name, std::move(bytes)}};
  SourceFiles files(sources);
  try {
    (void)read_mesh_file(name, files);
  } catch (const InputError& refusal) {
    return refusal.what();
  }
  return "";
}

// A header that promises 50 million triangles asks for no memory, and a file that has them is refused by its length.
TEST(MeshFiles, TooManyTrianglesAreRefusedWithTheLimit) {
  std::string boast = make_binary_stl(kTetrahedron, "binary");
  const std::uint32_t count = 50'000'000;
  std::memcpy(boast.data() + 80, &count, sizeof count);
  EXPECT_NE(find_refusal("boast.stl", boast).find("nor has the length that its number of triangles asks"),
            std::string::npos);
  boast.resize((std::size_t{64} << 20U) + 1);
  EXPECT_NE(find_refusal("large.stl", boast).find("longer than 64 MiB, which are 1342175 triangles"),
            std::string::npos);
  EXPECT_NE(find_refusal("large.obj", std::move(boast)).find("longer than 64 MiB"), std::string::npos);
}

TEST(MeshFiles, FilesThatAreNotWhatTheirNameSaysAreRefused) {
  EXPECT_NE(find_refusal("a.stl", kObj).find("is no STL file"), std::string::npos);
  EXPECT_NE(find_refusal("a.obj", make_binary_stl(kTetrahedron)), "");
  EXPECT_NE(find_refusal("a.obj", make_text_stl(kTetrahedron)), "");
  EXPECT_NE(find_refusal("a.stl", "\x89PNG\r\n\x1a\n").find("is no STL file"), std::string::npos);
}

RC_GTEST_PROP(MeshFiles, FilesWithBytesChangedAreReadOrRefused,
              (const std::vector<std::pair<std::size_t, char>>& changes)) {
  for (const std::string& good : {make_binary_stl(kTetrahedron), make_text_stl(kTetrahedron), std::string(kObj)}) {
    std::string bytes = good;
    for (const auto& [place, byte] : changes) bytes[place % bytes.size()] = byte;
    try {
      validate(parse_stl(bytes, "a.stl"), "a.stl");
    } catch (const InputError& refusal) {
      RC_ASSERT(refusal.element() == "a.stl");
    }
    try {
      validate(parse_obj(bytes, "a.obj"), "a.obj");
    } catch (const InputError& refusal) {
      RC_ASSERT(refusal.element() == "a.obj");
    }
  }
}

}  // namespace
}  // namespace carom
