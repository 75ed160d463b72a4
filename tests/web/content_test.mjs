// Ledger, events, several runs, figures, chapters, papers, and names that break careless pages.
import assert from "node:assert/strict";
import { test } from "node:test";
import { kOddNames } from "./odd_runs.mjs";
import {
  assert_near,
  box_of,
  close_clean,
  count_of,
  open_page,
  picture_of,
  save_from,
  scrub_to,
  shown_time,
  text_of,
} from "./harness.mjs";
import { count_colors } from "./png.mjs";

test("the ledger lists all rows and the residual", async () => {
  const tab = await open_page("pendulum");
  const rows = await tab.evaluate(
    `[...document.querySelectorAll('.ledger-table tbody th')].map((cell) => cell.textContent)`,
  );
  assert.deepEqual(rows, [
    "Stored",
    "kinetic",
    "gravity",
    "Dissipated",
    "joint friction",
    "Work done on it",
    "motor",
    "Energy at the start",
    "Residual",
  ]);
  assert.equal(await count_of(tab, ".gains"), 0);
  assert.equal(await count_of(tab, "#ledger .plot"), 2);
  await close_clean(tab);
});

test("energy that came from nowhere is red and said", async () => {
  const tab = await open_page("bouncing");
  const said = await tab.evaluate(
    `[...document.querySelectorAll('.gains li')].map((item) => item.textContent)`,
  );
  assert.match(said[0], /gave energy/);
  assert.match(said[1], /ball–floor gained 0\.7\d* J/);
  await tab.evaluate(`document.querySelector('.gains .link').click()`);
  await tab.settle();
  assert_near(await shown_time(tab), 2.077, 1e-3, "time of the gain");
  assert.equal(await count_of(tab, ".events-table tr.gain"), 1);
  await close_clean(tab);
});

test("a click on an event goes there, and the table follows the time", async () => {
  const tab = await open_page("pendulum");
  await tab.evaluate(
    `document.querySelectorAll('.events-table tbody tr')[2].click()`,
  );
  await tab.settle();
  assert_near(await shown_time(tab), 2.958, 1e-9, "time");
  await scrub_to(tab, 0.2);
  assert.match(await text_of(tab, "tr[aria-current]"), /1\.651/);
  await close_clean(tab);
});

test("a limited list of events says how many there were", async () => {
  const tab = await open_page("bouncing");
  const listed = await count_of(tab, ".events-table tbody tr");
  const said = `first ${listed} of 18437`;
  assert.equal(await text_of(tab, ".lane-name"), `impact (${said})`);
  assert.equal(
    await text_of(tab, "#events .table-frame p"),
    `The page lists the ${said} events; the recording has all.`,
  );
  await close_clean(tab);
  const whole = await open_page("pendulum");
  assert.doesNotMatch(await text_of(whole, "#events"), /first/);
  await close_clean(whole);
});

test("events of one kind have a column with its unit for each field", async () => {
  const tab = await open_page("bouncing");
  const heads = `[...document.querySelectorAll('.events-table th')].map((cell) => cell.textContent)`;
  assert.deepEqual((await tab.evaluate(heads)).slice(-2), [
    "What happened",
    "Gained [J]",
  ]);
  const title = await tab.evaluate(
    `document.querySelector('.events-table tbody tr').title`,
  );
  assert.match(title, /^velocity before: −[\d.]+ m\/s\nvelocity after: /);
  await tab.evaluate(
    `{ const kind = document.querySelector('#events select');
       kind.value = 'impact'; kind.dispatchEvent(new Event('change')); }`,
  );
  await tab.settle();
  assert.deepEqual((await tab.evaluate(heads)).slice(-2), [
    "velocity before [m/s]",
    "velocity after [m/s]",
  ]);
  const cells = await tab.evaluate(
    `[...document.querySelectorAll('.events-table tbody tr')[0].cells].map((cell) => cell.textContent)`,
  );
  assert.match(cells.at(-2), /^−[\d.]+$/);
  await close_clean(tab);
});

test("a click on the line of events goes to the nearest", async () => {
  const tab = await open_page("pendulum");
  await tab.evaluate(
    `document.querySelector('.lane').scrollIntoView({ block: 'center' })`,
  );
  // What stands above may still grow and move it.
  let box = await box_of(tab, ".lane");
  for (let before = null; before?.y !== box.y; ) {
    before = box;
    await new Promise((resolve) => setTimeout(resolve, 200));
    await tab.evaluate(
      `document.querySelector('.lane').scrollIntoView({ block: 'center' })`,
    );
    await tab.settle();
    box = await box_of(tab, ".lane");
  }
  await tab.click(box.x + 0.4236 * box.width, box.y + box.height / 2);
  await tab.settle();
  assert_near(await shown_time(tab), 4.234, 1e-9, "time");
  await close_clean(tab);
});

test("runs side by side: what differs is marked, runs can be hidden", async () => {
  const tab = await open_page("compare");
  const marked = await tab.evaluate(
    `[...document.querySelectorAll('.compare .differs th')].map((cell) => cell.textContent)`,
  );
  assert.ok(marked.includes("≠ start"));
  assert.ok(!marked.some((name) => name.includes("step")));
  await tab.until(
    `document.querySelectorAll('#runs table').length === 2`,
    "the table of differences",
  );
  assert.equal(await count_of(tab, ".chart:first-child .legend li"), 6);
  await tab.evaluate(
    `document.querySelectorAll('.run-switches input')[1].click()`,
  );
  await tab.until(
    `document.querySelectorAll('.chart:first-child .legend li').length === 4`,
  );
  await tab.evaluate(
    `document.querySelector('.chart [aria-label^="Differences"]').click()`,
  );
  await tab.until(
    `[...document.querySelectorAll('.chart:first-child .legend-name')].every((name) => name.textContent.startsWith('Δ'))`,
  );
  assert.equal(await count_of(tab, ".chart:first-child .legend li"), 2);
  await close_clean(tab);
});

test("the scene, its settings and the way to run it again are there", async () => {
  const tab = await open_page("pendulum");
  assert.match(
    await text_of(tab, ".command code"),
    /^carom run scenes\/double-pendulum\.toml/,
  );
  assert.match(await text_of(tab, ".code"), /\[\[body\]\]\nname {2}= "upper"/);
  assert.match(await text_of(tab, ".facts"), /9f86d081884c7d65/);
  await close_clean(tab);
});

test("figures are drawn, explained under the pointer, and saved", async () => {
  const tab = await open_page("figures");
  assert.equal(await count_of(tab, ".figure"), 4);
  await tab.evaluate(`document.getElementById('figure-heat').scrollIntoView()`);
  await tab.settle();
  assert.ok(
    count_colors(await picture_of(tab, "#figure-heat .plot")) > 40,
    "a heat map has many colours",
  );
  const box = await box_of(tab, "#figure-categories .plot");
  await tab.mouse(
    "mouseMoved",
    box.x + box.width * 0.9,
    box.y + box.height * 0.3,
  );
  await tab.settle();
  assert.match(
    await text_of(tab, "#figure-categories .figure-said"),
    /lifts off at tilt 0\.9/,
  );
  const { text } = await save_from(tab, '[aria-label="Save as CSV"]', 2);
  assert.equal(
    text.split("\n")[0],
    "speed [m/s],friction coefficient,lost [J]",
  );
  assert.equal(text.trimEnd().split("\n").length, 60 * 40 + 1);
  const svg = await save_from(tab, '[aria-label="Save as SVG"]', 2);
  assert.match(svg.text, /<image [^>]*href="data:image\/png/);
  await close_clean(tab);
});

test("chapters show figures, words, scenes and checks, and lead to the replay", async () => {
  const tab = await open_page("chapters");
  assert.equal(await text_of(tab, ".contents-head .count"), "✗ 3 of 4 passed");
  assert.equal(await count_of(tab, ".checks .failed"), 1);
  assert.equal(await count_of(tab, ".chapter .figure"), 3);
  await tab.evaluate(
    `[...document.querySelectorAll('.item-side .button')].find((button) => button.ariaLabel.includes('double-pendulum')).click()`,
  );
  await tab.until(
    `document.querySelector('.run-switches select').value === '1' && document.querySelector('.clock') !== null`,
  );
  await tab.until(
    `[...document.querySelectorAll('.chart-title')].some((title) => title.textContent === 'Phase portrait')`,
  );
  await close_clean(tab);
});

test("the index counts what passed and leads only to files beside it", async () => {
  const tab = await open_page("papers");
  assert.deepEqual(
    await tab.evaluate(
      `[...document.querySelectorAll('.card a')].map((link) => link.getAttribute('href'))`,
    ),
    ["a.html", "b.html"],
  );
  assert.deepEqual(
    await tab.evaluate(
      `[...document.querySelectorAll('.card .count')].map((count) => count.textContent)`,
    ),
    ["✓ 12 of 12 passed", "✗ 7 of 9 passed", "nothing checked"],
  );
  await close_clean(tab);
});

test("odd names are texts and nothing else", async () => {
  const tab = await open_page("odd");
  assert.equal(await text_of(tab, "h1"), kOddNames.join(" "));
  assert.equal(await tab.evaluate("window.broken === undefined"), true);
  assert.equal(await count_of(tab, "#carom-viewer b, #carom-viewer script"), 0);
  const { text } = await save_from(tab, '[aria-label="Save as SVG"]');
  assert.equal(
    await tab.evaluate(
      `new DOMParser().parseFromString(${JSON.stringify(text)}, 'image/svg+xml').querySelector('parsererror') === null`,
    ),
    true,
  );
  const csv = await save_from(tab, '[aria-label="Save as CSV"]');
  assert.ok(csv.text.includes('"""quotes"" & <b>tags</b>"'));
  assert.equal(await count_of(tab, ".events-table tbody tr"), kOddNames.length);
  await close_clean(tab);
});
