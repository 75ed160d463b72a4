// The pages that the browser tests open. `node fixtures.mjs FOLDER [NAME...]` writes them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Blocks, make_page } from './page_maker.mjs';
import { pendulum_run } from './runs.mjs';

const kTemplate = join(dirname(fileURLToPath(import.meta.url)), '../../web/dist/page.html');

export const kFixtures = {
  pendulum: (blocks) => ({ title: 'Double pendulum', runs: [pendulum_run(blocks)] }),
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
  for (const name of names.length ? names : Object.keys(kFixtures)) console.log(write_fixture(folder, name));
}
