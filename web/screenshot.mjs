// A picture of a page: node web/screenshot.mjs PAGE.html PICTURE.png [--width 1280] [--height 800] [--time SECONDS] [--dark]
// Needs Chromium (Debian: chromium).
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Browser, find_chromium } from '../tests/web/browser.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: 'string', default: '1280' },
    height: { type: 'string', default: '800' },
    time: { type: 'string' },
    dark: { type: 'boolean', default: false },
  },
});
const [page, picture] = positionals;
const chromium = find_chromium();
if (!page || !picture || !chromium) {
  console.error(
    chromium
      ? 'usage: node web/screenshot.mjs PAGE.html PICTURE.png [--width N] [--height N] [--time SECONDS] [--dark]'
      : 'chromium is missing',
  );
  process.exit(2);
}

const browser = new Browser(chromium);
try {
  const tab = await browser.open({ width: Number(values.width), height: Number(values.height), dark: values.dark });
  await tab.goto(resolve(page));
  await tab.ready();
  if (values.time !== undefined)
    await tab.evaluate(
      `document.querySelector('.scrub').dispatchEvent(new CustomEvent('carom-time', { detail: ${Number(values.time)} }))`,
    );
  await tab.settle();
  writeFileSync(picture, await tab.screenshot());
} finally {
  await browser.close();
}
