// Pictures of pages against kept ones. Both are shrunk by four, so that fonts and rounding of other machines do not count;
// what is missing, moved or of another colour does. CAROM_KEEP_SCREENSHOTS=1 keeps new ones: look at them before committing.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { close_clean, open_page, scrub_to } from "./harness.mjs";
import { compare, read_png, shrink, write_png } from "./png.mjs";

const kFolder = join(dirname(fileURLToPath(import.meta.url)), "screenshots");
const kShrink = 4;
// Levels of 255. Another font moved at most 1 in a hundred by more than 48; a missing chart moves ten times as many.
const kFar = 48;
const kMostFar = 0.03;
const kMostMean = 5;

const kPictures = {
  "pendulum-light": ["pendulum", { width: 1280, height: 800 }, 0.32],
  "pendulum-dark": ["pendulum", { width: 1280, height: 800, dark: true }, 0.32],
  "pendulum-360": ["pendulum", { width: 360, height: 740 }, 0.32],
  "bouncing-light": ["bouncing", { width: 1280, height: 800 }, 0.2755],
  "compare-light": ["compare", { width: 1280, height: 800 }, 0.2],
  "figures-light": ["figures", { width: 1280, height: 1000 }, null],
  "figures-dark": ["figures", { width: 1280, height: 1000, dark: true }, null],
  "chapters-light": ["chapters", { width: 1280, height: 1000 }, null],
};

for (const [name, [page, options, share]] of Object.entries(kPictures)) {
  test(`${name} looks as it did`, async (t) => {
    const tab = await open_page(page, options);
    if (share !== null) await scrub_to(tab, share);
    await tab.settle();
    const found = shrink(read_png(await tab.screenshot()), kShrink);
    await close_clean(tab);
    const file = join(kFolder, `${name}.png`);
    if (process.env.CAROM_KEEP_SCREENSHOTS) {
      mkdirSync(kFolder, { recursive: true });
      writeFileSync(file, write_png(found));
    }
    assert.ok(existsSync(file), `${file} is missing`);
    const kept = read_png(readFileSync(file));
    assert.deepEqual([found.width, found.height], [kept.width, kept.height]);
    const { mean, share: far } = compare(found, kept, kFar);
    t.diagnostic(
      `mean difference ${mean.toFixed(2)} of 255, ${(100 * far).toFixed(2)} % far off`,
    );
    assert.ok(mean <= kMostMean && far <= kMostFar, `mean ${mean}, far ${far}`);
  });
}
