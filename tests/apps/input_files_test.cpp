// What is no ordinary file is refused at once by every command that reads one.
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "apps/temporary_folder.h"
#include "support/process.h"

namespace carom::app {
namespace {

namespace fs = std::filesystem;
using test::ProcessResult;
using testing::HasSubstr;
using Words = std::vector<std::string>;

// Ends what would wait for ever.
ProcessResult carom(Words arguments) {
  arguments.insert(arguments.begin(), {"/usr/bin/timeout", "10", CAROM_TEST_PROGRAM});
  return test::run_process(arguments);
}

TEST(InputFiles, PipesDevicesAndFoldersAreRefusedByEveryCommand) {
  const TemporaryFolder folder;
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  fs::create_symlink("pipe", folder / "pipe.urdf");
  const std::vector<Words> commands{{"run"},
                                    {"check"},
                                    {"inspect"},
                                    {"compare"},
                                    {"admissible"},
                                    {"consistency"},
                                    {"impact"},
                                    {"patch"},
                                    {"solve"},
                                    {"report"},
                                    {"run", "--resume"},
                                    {"export", "--csv", "-"},
                                    {"fit", "--mass", "1", "--set", "stiffness=1e9"}};
  for (Words command : commands) {
    for (const std::string& path : {folder / "pipe", folder / "pipe.urdf", std::string("/dev/zero")}) {
      command.push_back(path);
      const ProcessResult result = carom(command);
      EXPECT_EQ(result.code, 6) << command.front() << " " << path << ": " << result.err;
      EXPECT_THAT(result.err, HasSubstr("ordinary file")) << command.front();
      command.pop_back();
    }
  }
}

TEST(InputFiles, PipesInScenesAreRefused) {
  const TemporaryFolder folder;
  const std::string body = "[[body]]\nname = 'b'\nmass = 1\ninertia = { sphere = 0.1 }\n";
  for (const std::string name : {"a.obj", "a.stl", "a.urdf", "a.toml"}) {
    ASSERT_EQ(mkfifo((folder / name).c_str(), 0600), 0);
  }
  const std::string scenes[] = {body + "[[shape]]\nbody = 'b'\ntype = 'mesh'\nfile = 'a.obj'\n",
                                body + "[[shape]]\nbody = 'b'\ntype = 'convex-mesh'\nfile = 'a.stl'\n",
                                "[robot]\nfile = 'a.urdf'\n", "include = ['a.toml']\n" + body};
  for (const std::string& text : scenes) {
    const ProcessResult result = carom({"check", folder.write("scene.toml", text)});
    EXPECT_EQ(result.code, 4) << text << result.err;
    EXPECT_THAT(result.err, HasSubstr("scene.toml:"));
  }
}

TEST(InputFiles, StandardInputIsRead) {
  const std::string scene = std::string(CAROM_TEST_SCENES) + "/basics/pendulum.toml";
  const ProcessResult result = test::run_process(
      {"/bin/bash", "-c", "cat \"$1\" | timeout 10 \"$0\" check /dev/stdin && timeout 10 \"$0\" check <(cat \"$1\")",
       CAROM_TEST_PROGRAM, scene});
  EXPECT_EQ(result.code, 0) << result.err;
}

}  // namespace
}  // namespace carom::app
