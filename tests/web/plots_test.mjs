// Plots: linked, zoomed, changed, saved.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  assert_near,
  box_of,
  close_clean,
  count_of,
  open_page,
  range_of,
  save_from,
  scrub_to,
  shown_time,
} from "./harness.mjs";

const kWindow = { width: 1200, height: 700 };

// The pixel of a share of the plot's inside; its left and right margins are what the layout gives them at least.
async function place_in(tab, number, share) {
  const box = await box_of(tab, ".plot", number);
  const [left, right] = [62, 12];
  return [
    box.x + left + share * (box.width - left - right),
    box.y + box.height / 2,
  ];
}

test("a click in a plot moves the time, and the time of all plots", async () => {
  const tab = await open_page("pendulum", kWindow);
  await tab.click(...(await place_in(tab, 0, 0.5)));
  await tab.settle();
  assert_near(await shown_time(tab), 5, 0.15, "time");
  const dragged = await place_in(tab, 1, 0.25);
  await tab.drag(await place_in(tab, 1, (await shown_time(tab)) / 10), dragged);
  await tab.settle();
  assert_near(
    await shown_time(tab),
    2.5,
    0.15,
    "time after dragging the cursor",
  );
  await close_clean(tab);
});

test("a drag zooms all plots over time, a double click shows all again", async () => {
  const tab = await open_page("pendulum", kWindow);
  await tab.drag(await place_in(tab, 0, 0.2), await place_in(tab, 0, 0.4));
  await tab.settle();
  for (const number of [0, 1]) {
    const [low, high] = await range_of(tab, number, "x");
    assert_near(low, 2, 0.15, "start of the window");
    assert_near(high, 4, 0.15, "end of the window");
  }
  const [at, y] = await place_in(tab, 0, 0.5);
  await tab.drag([at, y], [at + 60, y], 8);
  await tab.settle();
  assert.ok((await range_of(tab, 1, "x"))[0] < 1.9, "Shift and drag pans");
  await tab.mouse("mousePressed", at, y, { clickCount: 2 });
  await tab.mouse("mouseReleased", at, y, { clickCount: 2 });
  await tab.settle();
  assert.deepEqual(await range_of(tab, 1, "x"), [0, 10]);
  await close_clean(tab);
});

test("keys zoom and pan the plot that has the focus", async () => {
  const tab = await open_page("pendulum", kWindow);
  await tab.evaluate(`document.querySelector('.plot').focus()`);
  await tab.key("+");
  await tab.settle();
  assert.deepEqual(
    (await range_of(tab, 0, "x")).map((x) => Math.round(10 * x) / 10),
    [1.5, 8.5],
  );
  await tab.key("0");
  await tab.settle();
  assert.deepEqual(await range_of(tab, 0, "x"), [0, 10]);
  await close_clean(tab);
});

test("the y axis shows what lies in the window, and takes a logarithm", async () => {
  const tab = await open_page("gaps", kWindow);
  await tab.drag(await place_in(tab, 0, 0.05), await place_in(tab, 0, 0.2));
  await tab.settle();
  const [low, high] = await range_of(tab, 0, "y");
  // lone is below 0.4 and gapped above 0.77 there, from 0.1 s to 0.4 s.
  assert.ok(low > -0.8 && high < 1.2, `${low} to ${high}`);
  await close_clean(tab);
});

test("charts are added, changed and removed", async () => {
  const tab = await open_page("pendulum", kWindow);
  assert.equal(await count_of(tab, ".chart"), 3);
  await tab.evaluate(`document.querySelector('.charts-foot .button').click()`);
  await tab.until(`document.querySelector('dialog[open]') !== null`);
  await tab.evaluate(
    `document.querySelectorAll('.channel-list input')[4].click()`,
  );
  await tab.evaluate(`document.querySelector('dialog .button-main').click()`);
  await tab.until(
    `document.querySelectorAll('.chart')[3]?.querySelector('.legend-name')?.textContent === 'ledger.kinetic'`,
  );
  await tab.evaluate(
    `document.querySelectorAll('.chart')[3].querySelector('[aria-label="Logarithmic y axis"]').click()`,
  );
  await tab.until(
    `Number(document.querySelectorAll('.plot')[3].dataset.y?.split(' ')[0]) > 0`,
  );
  await tab.evaluate(
    `document.querySelector('[aria-label="Remove this chart"]').click()`,
  );
  assert.equal(await count_of(tab, ".chart"), 3);
  await close_clean(tab);
});

test("a channel is searched for by its name", async () => {
  const tab = await open_page("pendulum", kWindow);
  await tab.evaluate(
    `document.querySelector('[aria-label="Choose channels and axes"]').click()`,
  );
  await tab.evaluate(
    `(() => { const search = document.querySelector('dialog .search'); search.value = 'lower vel'; search.dispatchEvent(new Event('input')); })()`,
  );
  assert.equal(await count_of(tab, ".channel-list input"), 1);
  await close_clean(tab);
});

test("CSV has every sample, with names and units", async () => {
  const tab = await open_page("pendulum", kWindow);
  const { name, text } = await save_from(tab, '[aria-label="Save as CSV"]');
  assert.equal(name, "joint-angles.csv");
  const rows = text.trimEnd().split("\n");
  assert.equal(rows.length, 10002);
  assert.equal(rows[0], "time [s],upper.position [rad],lower.position [rad]");
  assert.deepEqual(rows[1].split(",").map(Number), [0, 2.1, 0.4]);
  await close_clean(tab);
});

test("SVG is whole, has the texts, and follows the zoom", async () => {
  const tab = await open_page("pendulum", kWindow);
  const { name, text } = await save_from(tab, '[aria-label="Save as SVG"]');
  assert.equal(name, "joint-angles.svg");
  for (const part of [
    "Joint angles",
    "upper.position",
    "lower.position",
    "time [s]",
    "clip-path",
  ])
    assert.ok(text.includes(part), part);
  assert.ok(!/NaN|undefined|Infinity/.test(text));
  const parsed = await tab.evaluate(
    `(() => { const svg = new DOMParser().parseFromString(${JSON.stringify(text)}, 'image/svg+xml'); return [svg.querySelector('parsererror') === null, svg.querySelectorAll('path').length > 4]; })()`,
  );
  assert.deepEqual(parsed, [true, true]);
  await close_clean(tab);
});

test("a plot against another channel marks where it is now", async () => {
  const tab = await open_page("pendulum", kWindow);
  const before = await tab.evaluate(
    `document.querySelectorAll('.plot')[2].lastElementChild.toDataURL()`,
  );
  await scrub_to(tab, 0.4);
  const after = await tab.evaluate(
    `document.querySelectorAll('.plot')[2].lastElementChild.toDataURL()`,
  );
  assert.notEqual(before, after);
  await close_clean(tab);
});
