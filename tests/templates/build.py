"""Adds what docs/add-a-*.md show to a copy of the project, builds its program and runs a scene with each.

    build.py PROJECT FOLDER COMPILER

FOLDER keeps the copy and its build: a second run compiles only what has changed.
"""
import json
import math
import os
import pathlib
import shutil
import subprocess
import sys

COPIED = ["CMakeLists.txt", "LICENSE", "apps", "cases", "cmake", "reproductions", "scenes", "src", "web/dist"]
ADDED = {
    "tests/contact/normal/measured_law.h": "src/carom/contact/normal/measured.h",
    "tests/templates/pin_slot.h": "src/carom/model/joints/pin_slot.h",
    "tests/templates/egg.h": "src/carom/model/shapes/egg.h",
    "tests/templates/egg_contact.h": "src/carom/collision/shapes/egg.h",
    "tests/templates/egg_plane.cpp": "src/carom/collision/pairs/egg_plane.cpp",
    "tests/templates/count.cpp": "apps/carom/commands/count.cpp",
}
PATCHES = ["law.patch", "joint.patch", "shape.patch", "subcommand.patch"]


def list_files(project):
    for name in COPIED:
        path = project / name
        for file in [path] if path.is_file() else sorted(path.rglob("*")):
            if file.is_file():
                yield file, file.relative_to(project)
    for source, target in ADDED.items():
        yield project / source, pathlib.Path(target)


def make_fresh_copy(project, folder):
    shutil.rmtree(folder, ignore_errors=True)
    for source, target in list_files(project):
        (folder / target).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, folder / target)
    # The folder may lie within a repository, which knows nothing of the copy.
    environment = {**os.environ, "GIT_CEILING_DIRECTORIES": str(folder.parent)}
    for patch in PATCHES:
        command = ["git", "apply", "-C1", str(project / "tests/templates" / patch)]
        subprocess.run(command, cwd=folder, check=True, env=environment)


def update_copy(fresh, copy):
    """What is the same keeps its time, and need not be compiled again."""
    wanted = {file.relative_to(fresh) for file in fresh.rglob("*") if file.is_file()}
    for file in [file for file in copy.rglob("*") if file.is_file()]:
        if file.relative_to(copy) not in wanted:
            file.unlink()
    for name in sorted(wanted):
        target = copy / name
        if target.is_file() and target.read_bytes() == (fresh / name).read_bytes():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(fresh / name, target)


def build(copy, folder, compiler):
    options = ["-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=", "-DCAROM_BUILD_TESTS=OFF"]
    subprocess.run(["cmake", "-G", "Ninja", "-S", copy, "-B", folder, f"-DCMAKE_CXX_COMPILER={compiler}", *options], check=True)
    subprocess.run(["cmake", "--build", folder, "--target", "carom_program"], check=True)
    return folder / "bin/carom"


def run(program, scene):
    done = subprocess.run([program, "run", scene, "--json", "--quiet"], capture_output=True, text=True)
    assert done.returncode == 0, f"{scene}: exit code {done.returncode}\n{done.stdout}{done.stderr}"
    return json.loads(done.stdout)


def check_law(program, scenes):
    """A ball of 0.1 kg falls by 1 mm and returns, each time lower: what the pad took is in the account."""
    summary = run(program, scenes / "law.toml")
    contact, = summary["contacts"].values()
    assert contact["episodes"] >= 2, contact
    # The measured points hold up to 0.3 mm; m g h = 1 mJ needs 0.1 mm: 20 N · 0.1 mm/2 = 1 mJ.
    assert 0.05e-3 < contact["max_depth"] < 0.2e-3, contact
    # It stands on the pad in the end: 0.981 N at 20 N in 0.1 mm.
    assert sum(summary["energy"]["dissipated"].values()) > 0.0, summary["energy"]
    check_account(summary, 1e-3)


def check_joint(program, scenes):
    """No force acts along the slot: the center of mass, half a meter down the rod, stays where it was."""
    summary = run(program, scenes / "joint.toml")
    rod = summary["bodies"]["rod"]
    w, _, y, _ = rod["orientation"]
    angle = 2.0 * math.atan2(y, w)
    center = rod["position"][0] - 0.5 * math.sin(angle)
    start = -0.5 * math.sin(math.radians(40.0))
    assert abs(center - start) < 1e-7, (center, start)
    assert rod["position"][2] == 0.0, rod
    check_account(summary, 10.0)


def check_shape(program, scenes):
    """At rest the egg is as deep as k carries its weight: m g/k, with 20 mm from its center to its flat end."""
    summary = run(program, scenes / "shape.toml")
    height = summary["bodies"]["egg"]["position"][2]
    depth = 0.060 * 9.81 / 1e4
    # Of what it fell, 5 mm, e^(-83 · 2) is left: c/(2 m) = 83 per second.
    assert abs(height - (0.020 - depth)) < 1e-7, (height, 0.020 - depth)
    check_account(summary, 1e-2)


def check_account(summary, energy):
    assert abs(summary["energy"]["residual"]) < 1e-6 * energy, summary["energy"]


def check_subcommand(program, scenes):
    done = subprocess.run([program, "count", scenes / "shape.toml"], capture_output=True, text=True, check=True)
    assert done.stdout == "1 bodies, 1 degrees of freedom, 2 shapes\n", done.stdout
    assert "count" in subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout


def check_catalogue(program):
    """Each is in the catalogue with its keys, by its declaration alone."""
    for name, key in {"measured": "hardening", "pin-slot": "second_axis", "egg": "bottom"}.items():
        listed = subprocess.run([program, "laws", name], capture_output=True, text=True, check=True).stdout
        assert key in listed, listed


def main():
    project, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    make_fresh_copy(project, folder / "fresh")
    update_copy(folder / "fresh", folder / "project")
    program = build(folder / "project", folder / "build", sys.argv[3])
    scenes = project / "tests/templates"
    check_law(program, scenes)
    check_joint(program, scenes)
    check_shape(program, scenes)
    check_subcommand(program, scenes)
    check_catalogue(program)


main()
