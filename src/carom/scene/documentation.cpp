#include "carom/scene/documentation.h"

#include "carom/base/schema/markdown.h"
#include "carom/scene/formulation_keys.h"
#include "carom/scene/tables/tables.h"

namespace carom {
namespace {

constexpr const char* kIntroduction = R"(# The scene format

<!-- Made from the declarations in src/carom/scene/tables; the test of the scene layer says how to renew it. -->

A scene is a [TOML](https://toml.io) file. `[name]` starts a table that stands once, `[[name]]` one of any number of
elements; `key = { … }` is a table within one.

**Units.** A bare number is in SI units: m, kg, s, rad, N, and what follows from them. A text carries its unit:
`"45 deg"`, `"66 g"`, `"1 mm"`, `"10 rpm"`, `"-120 deg/s"`, `"210 GPa"`, `"0.5 N*m*s/rad"`, `"2 kg*m^2"`. Units are m, g,
t, s, min, h, rad, deg (°), rev, rpm, Hz, N, J, W, Pa and %, with the prefixes n, u (µ), m, c, k, M and G; they are
multiplied by `*` or `·`, divided by `/`, and raised by `^2`, `^-1`, `²` or `³`. A unit of another dimension than the key
takes is an error. Numbers are finite.

**Frames.** z points up. `world` is the name of the body that never moves. A body's frame is the frame of its joint at
position zero. Quaternions are w, x, y, z. A body without a `joint` is free.

**Names.** Elements refer to each other by name, in any order. Bodies, joints, constraints, springs, forces and shapes
have names of their own kind; a joint without a name has that of its body.

**Names of contacts** say who touches whom: `tip/floor`. Each side is called by the first of these that sets the shape
apart: its surface, where no other shape has it (`tip`); its body, where that has no other shape with a surface
(`left_foot`); its body and, after a colon, its own name, or else its surface or type where the body has that once
(`trunk:lid`), or else the surface with a number, in the order of the body's shapes (`table:foot2`). Shapes of the world do without the
body (`ceiling`, `wall2`); shapes of a robot's link that have no name are called by their types (`trunk:box2`). Two
shapes that touch at several points have a number for each: `crate/ground:corner3`. The same names stand in summaries,
events, recorded channels and pages, and `--set` takes them.

**Files.** `include = ["arm.toml"]` at the top of a scene reads other files of the scene's folder, or of folders below
it, as if their elements stood before those of the scene; of tables that stand once, the keys of the including file win.
A file can be included once.

**Overrides.** `--set path=value` changes a value before the scene is checked: `--set "body.upper.mass=3 kg"`,
`--set simulate.integrator.step=1e-4`. Elements are found by name or by number, from 0; a `[[contact]]` by its surfaces
in either order, `--set contact.tip/floor.normal.stiffness=1e8`, or by the name of any of its contacts. A name with dots
in it stands in quotes: `--set 'body."arm.2".mass=1'`.

**Errors** are reported all at once, each with file, line and column.

)";

}  // namespace

std::string make_scene_format_page() {
  return kIntroduction + schema::render_markdown(scene_format()) + "\n" + make_formulation_keys_section();
}

const schema::AnyTable& scene_format() {
  static const TablePtr<Scene> table = make_scene_table();
  return *table;
}

}  // namespace carom
