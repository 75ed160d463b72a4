// The replay, its time and its keys.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, find_chromium } from "./browser.mjs";
import {
  assert_near,
  box_of,
  close_clean,
  count_of,
  open_page,
  page_path,
  picture_of,
  scrub_to,
  shown_time,
  text_of,
} from "./harness.mjs";
import { swing } from "./pendulum.mjs";
import { compare, count_colors } from "./png.mjs";

const kWindow = { width: 900, height: 600 };

// Whether something in the picture has moved: two pixels in ten thousand by much, an axis is thin.
function has_changed(before, after) {
  return compare(before, after, 24).share > 2e-4;
}

test("the replay shows the mechanism", async () => {
  const tab = await open_page("pendulum", kWindow);
  assert.ok(count_colors(await picture_of(tab, ".replay-canvas")) > 30);
  await close_clean(tab);
});

test("space plays and pauses; at rest nothing is drawn", async () => {
  const tab = await open_page("pendulum", kWindow);
  const before = await picture_of(tab, ".replay-canvas");
  await tab.key(" ");
  await tab.until(
    `parseFloat(document.querySelector('.clock').textContent) > 0.2`,
  );
  await tab.key(" ");
  await tab.settle();
  const paused = await shown_time(tab);
  assert.ok(has_changed(before, await picture_of(tab, ".replay-canvas")));
  const asked = await tab.evaluate(`new Promise((done) => {
    const original = window.requestAnimationFrame;
    let count = 0;
    window.requestAnimationFrame = (action) => { ++count; return original.call(window, action); };
    setTimeout(() => { window.requestAnimationFrame = original; done(count); }, 400);
  })`);
  assert.equal(asked, 0, "pictures asked for while paused");
  assert.equal(await shown_time(tab), paused);
  await close_clean(tab);
});

test("it plays as fast as the clock, and at the chosen speed", async () => {
  const tab = await open_page("gaps", kWindow);
  for (const key of [",", ","]) await tab.key(key);
  assert.equal(
    await tab.evaluate(`document.querySelector('.transport select').value`),
    "0.25",
  );
  const rate = await tab.evaluate(`new Promise((done) => {
    const read = () => parseFloat(document.querySelector('.clock').textContent);
    document.querySelector('.button-play').click();
    const [start, time] = [performance.now(), read()];
    setTimeout(() => requestAnimationFrame(() => done((read() - time) / (performance.now() - start) * 1000)), 1500);
  })`);
  // A picture late at either end, at 0.1 s a picture on a busy machine.
  assert_near(rate, 0.25, 0.05, "seconds shown in a second");
  await close_clean(tab);
});

test("it stops at the end, and loops when told to", async () => {
  const tab = await open_page("gaps", kWindow);
  await scrub_to(tab, 0.98);
  await tab.key(" ");
  await tab.until(`document.querySelector('.clock').textContent === '2.000 s'`);
  await tab.key("l");
  await tab.key(" ");
  await scrub_to(tab, 0.98);
  await tab.until(
    `parseFloat(document.querySelector('.clock').textContent) < 1`,
  );
  await close_clean(tab);
});

test("scrubbing moves the replay and the numbers of the plots", async () => {
  const tab = await open_page("pendulum", kWindow);
  const before = await picture_of(tab, ".replay-canvas");
  await scrub_to(tab, 0.3);
  assert_near(await shown_time(tab), 3, 1e-9, "time");
  assert.ok(has_changed(before, await picture_of(tab, ".replay-canvas")));
  const expected = swing([2.1, 2.5, 0, 0], 1e-3, 3001).a[3000];
  const shown = parseFloat(
    (await text_of(tab, ".legend-value")).replace("−", "-"),
  );
  // Five digits are shown.
  assert_near(shown, expected, 1e-4 * Math.abs(expected), "upper.position");
  await close_clean(tab);
});

test("keys step, jump and go to events", async () => {
  const tab = await open_page("pendulum", kWindow);
  for (const [key, time] of [
    ["ArrowRight", 0.001],
    ["ArrowRight", 0.002],
    ["ArrowLeft", 0.001],
    ["End", 10],
    ["Home", 0],
    ["n", 0.605],
    ["n", 1.651],
    ["p", 0.605],
  ]) {
    await tab.key(key);
    await tab.settle();
    assert_near(await shown_time(tab), time, 1e-9, `after ${key}`);
  }
  await close_clean(tab);
});

test("keys turn, move and reset the view, follow bodies and switch what is seen", async () => {
  const tab = await open_page("pendulum", kWindow);
  await scrub_to(tab, 0.13);
  const start = await picture_of(tab, ".replay-canvas");
  for (const key of ["d", "w", "D", "+", "g", "x", "j", "t", "f"]) {
    const before = await picture_of(tab, ".replay-canvas");
    await tab.key(key);
    await tab.settle();
    assert.ok(
      has_changed(before, await picture_of(tab, ".replay-canvas")),
      `${key} changes the view`,
    );
  }
  for (const key of ["g", "x", "j", "t", "r"]) await tab.key(key);
  await tab.settle();
  await tab.settle();
  assert.ok(
    !has_changed(start, await picture_of(tab, ".replay-canvas")),
    "all is as it was",
  );
  await close_clean(tab);
});

test("a followed body stays where it is in the picture", async () => {
  const tab = await open_page("pendulum", kWindow);
  await tab.key("f");
  await tab.key("f");
  assert.equal(
    await tab.evaluate(`document.querySelector('.menu select').value`),
    "1",
  );
  await close_clean(tab);
});

test("the pointer turns the view", async () => {
  const tab = await open_page("pendulum", kWindow);
  const before = await picture_of(tab, ".replay-canvas");
  const box = await box_of(tab, ".replay-canvas");
  const center = [box.x + box.width / 2, box.y + box.height / 2];
  await tab.drag(center, [center[0] + 90, center[1] + 20]);
  await tab.settle();
  assert.ok(has_changed(before, await picture_of(tab, ".replay-canvas")));
  await close_clean(tab);
});

test("the help lists the keys and goes away", async () => {
  const tab = await open_page("pendulum", kWindow);
  await tab.key("?");
  assert.ok((await count_of(tab, "dialog[open] kbd")) > 15);
  await tab.key("?");
  assert.equal(await count_of(tab, "dialog[open]"), 0);
  await close_clean(tab);
});

test("contacts are drawn while they last", async () => {
  const tab = await open_page("bouncing", kWindow);
  const touching = 1.102 / 4;
  await scrub_to(tab, touching);
  const with_forces = await picture_of(tab, ".replay-canvas");
  await tab.key("c");
  await tab.settle();
  assert.ok(
    compare(with_forces, await picture_of(tab, ".replay-canvas"), 24).share >
      2e-4,
    "arrows are seen",
  );
  await close_clean(tab);
});

test("where WebGL is missing the page says so and the rest works", async () => {
  const browser = new Browser(find_chromium(), ["--disable-3d-apis"]);
  const tab = await browser.open(kWindow);
  await tab.goto(page_path("pendulum"));
  await tab.ready();
  assert.match(await text_of(tab, ".replay-note"), /needs WebGL/);
  await scrub_to(tab, 0.5);
  assert_near(await shown_time(tab), 5, 1e-9, "time");
  assert.ok(count_colors(await picture_of(tab, ".charts .plot")) > 10);
  await browser.close();
});
