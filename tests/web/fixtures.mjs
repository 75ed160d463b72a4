// The pages that the browser tests open. `node fixtures.mjs FOLDER [NAME...]` writes them.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Blocks, make_page } from "./page_maker.mjs";
import { bouncing_run } from "./bouncing.mjs";
import { make_chapters, make_figures, make_papers } from "./figures.mjs";
import {
  empty_run,
  gaps_run,
  kOddNames,
  long_run,
  odd_run,
  swarm_run,
} from "./odd_runs.mjs";
import { pendulum_run } from "./runs.mjs";

const kTemplate = join(
  dirname(fileURLToPath(import.meta.url)),
  "../../web/dist/page.html",
);

export const kFixtures = {
  pendulum: (blocks) => ({
    title: "Double pendulum",
    runs: [pendulum_run(blocks)],
  }),

  compare: (blocks) => ({
    title: "Double pendulum: three starts",
    runs: [2.1, 2.11, 2.15].map((start) => ({
      ...pendulum_run(blocks, { label: `start ${start} rad`, start }),
      name: `double-pendulum-${start}`,
    })),
  }),

  bouncing: (blocks) => ({
    title: "A box that slides and a ball that bounces",
    runs: [bouncing_run(blocks)],
  }),

  figures: () => ({ title: "Figures", figures: make_figures() }),

  chapters: (blocks) => ({
    title: "Bounces and pendulums",
    figures: make_figures(),
    chapters: make_chapters(),
    runs: [bouncing_run(blocks), pendulum_run(blocks)],
  }),

  papers: () => ({ title: "Reproductions", papers: make_papers() }),

  odd: (blocks) => ({ title: kOddNames.join(" "), runs: [odd_run(blocks)] }),

  swarm: (blocks) => ({
    title: "Ten thousand bodies",
    runs: [swarm_run(blocks, 10_000)],
  }),

  empty: (blocks) => ({ title: "Nothing happened", runs: [empty_run(blocks)] }),

  gaps: (blocks) => ({ title: "Gaps", runs: [gaps_run(blocks)] }),

  long: (blocks) => ({ title: "A million samples", runs: [long_run(blocks)] }),

  nothing: () => ({ title: "An empty page" }),
};

/** Writes a page and returns its path. */
export function write_fixture(folder, name) {
  const blocks = new Blocks();
  const header = kFixtures[name](blocks);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.html`);
  writeFileSync(path, make_page(kTemplate, header, blocks));
  return path;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, ...names] = process.argv.slice(2);
  for (const name of names.length ? names : Object.keys(kFixtures))
    console.log(write_fixture(folder, name));
}
