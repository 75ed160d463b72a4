// What runs came to, at the top of pages that the program itself has made: from the scene to what people see.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { close_clean, open_file, pages_folder, text_of } from "./harness.mjs";

const program = process.env.CAROM_PROGRAM;
const scenes = process.env.CAROM_SCENES;
const skip = program && scenes ? false : "CAROM_PROGRAM and CAROM_SCENES are not set";

/** Runs a scene with values changed; the page and the exit code. */
function run(name, scene, ...changes) {
  const page = join(pages_folder(), `${name}.html`);
  const words = changes.flatMap((change) => ["--set", change]);
  const result = spawnSync(program, ["run", join(scenes, scene), ...words, "--quiet", "--report", page]);
  return { page, code: result.status };
}

async function look(page) {
  const tab = await open_file(page);
  const found = {
    title: await text_of(tab, ".verdict-title"),
    text: await text_of(tab, ".verdict"),
    above: await tab.evaluate(
      `document.querySelector('.verdict').getBoundingClientRect().bottom <= document.querySelector('.stage').getBoundingClientRect().top + 1`,
    ),
  };
  await close_clean(tab);
  return found;
}

test("a run that passed says so, and by how much", { skip }, async () => {
  const { page, code } = run("passed", "basics/pendulum.toml");
  assert.equal(code, 0);
  const found = await look(page);
  assert.equal(found.title, "Passed");
  assert.match(found.text, /of the largest energy/);
  assert.ok(found.above, "the banner stands above the stage");
});

test("energy that a law created is a warning with its remedy", { skip }, async () => {
  const { page, code } = run("warned", "gonthier2004/double_pendulum.toml");
  assert.equal(code, 0);
  const found = await look(page);
  assert.equal(found.title, "Passed with warnings");
  assert.match(found.text, /returned .* J more than it had stored/);
  assert.match(found.text, /bristle_damping/);
});

test("a run that failed says when, where and what to try", { skip }, async () => {
  const { page, code } = run(
    "failed",
    "basics/spring_mass.toml",
    'simulate.integrator={ method = "euler", step = "20 ms" }',
    "scene.duration=60",
  );
  assert.equal(code, 5);
  const found = await look(page);
  assert.equal(found.title, "Failed");
  assert.match(found.text, /the energy account opened at t = /);
  assert.match(found.text, /try a step ten times shorter/);
});
