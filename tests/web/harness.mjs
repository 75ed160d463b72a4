// What the browser tests share: one browser a file of tests, pages written once, and questions that many of them ask.
import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { Browser, find_chromium } from "./browser.mjs";
import { write_fixture } from "./fixtures.mjs";
import { read_png } from "./png.mjs";

const folder = mkdtempSync(join(tmpdir(), "carom-pages-"));
let browser = null;

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

export function page_path(name) {
  const path = join(folder, `${name}.html`);
  return existsSync(path) ? path : write_fixture(folder, name);
}

/** Opens a fixture and waits until it is drawn; options as of Browser.open. */
export async function open_page(name, options = {}) {
  return open_file(page_path(name), options);
}

/** The same of any page. */
export async function open_file(path, options = {}) {
  browser ??= new Browser(find_chromium());
  const tab = await browser.open(options);
  await tab.goto(path);
  await tab.ready();
  return tab;
}

/** A folder for pages that a test makes by itself; removed at the end. */
export function pages_folder() {
  return folder;
}

/** Nothing was complained about and nothing asked for but the page itself; closes the page. */
export async function close_clean(tab) {
  assert.deepEqual(tab.complaints, [], "the console is silent");
  assert.deepEqual(
    tab.requests.filter((url) => !/^file:.*\.html$/.test(url)),
    [],
    "nothing is loaded",
  );
  assert.equal(tab.requests.length, 1, "only the page itself is loaded");
  await tab.close();
}

export function text_of(tab, selector) {
  return tab.evaluate(
    `document.querySelector(${JSON.stringify(selector)})?.textContent`,
  );
}

export function count_of(tab, selector) {
  return tab.evaluate(
    `document.querySelectorAll(${JSON.stringify(selector)}).length`,
  );
}

/** The time that the page shows [s]. */
export async function shown_time(tab) {
  return parseFloat(await text_of(tab, ".clock"));
}

export async function scrub_to(tab, share) {
  await tab.evaluate(
    `(() => { const slider = document.querySelector('.scrub'); slider.value = ${10_000 * share}; slider.dispatchEvent(new Event('input')); })()`,
  );
  await tab.settle();
}

/** Where an element is in the window. */
export function box_of(tab, selector, number = 0) {
  return tab.evaluate(
    `(() => { const b = document.querySelectorAll(${JSON.stringify(selector)})[${number}].getBoundingClientRect(); return { x: b.x, y: b.y, width: b.width, height: b.height }; })()`,
  );
}

export async function picture_of(tab, selector) {
  return read_png(await tab.screenshot({ clip: await box_of(tab, selector) }));
}

export function range_of(tab, number, axis) {
  return tab.evaluate(
    `document.querySelectorAll('.plot')[${number}].dataset.${axis}.split(' ').map(Number)`,
  );
}

/** Presses a button and returns the text of the file that it saves. */
export async function save_from(tab, selector, number = 0) {
  const downloads = join(folder, "downloads");
  rmSync(downloads, { recursive: true, force: true });
  mkdirSync(downloads);
  await tab.browser.send("Browser.setDownloadBehavior", {
    behavior: "allow",
    downloadPath: downloads,
  });
  await tab.evaluate(
    `document.querySelectorAll(${JSON.stringify(selector)})[${number}].click()`,
  );
  for (let i = 0; i < 300; ++i) {
    const [file] = readdirSync(downloads).filter(
      (name) => !name.endsWith(".crdownload"),
    );
    if (file)
      return { name: file, text: readFileSync(join(downloads, file), "utf8") };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("no file was saved");
}

export function assert_near(found, expected, tolerance, what) {
  assert.ok(
    Math.abs(found - expected) <= tolerance,
    `${what}: ${found} instead of ${expected} ± ${tolerance}`,
  );
}
