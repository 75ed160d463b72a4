// Every page opens: silent, complete in itself, and as wide as the window.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { Browser, find_chromium } from "./browser.mjs";
import { kFixtures } from "./fixtures.mjs";
import { close_clean, open_page, page_path, text_of } from "./harness.mjs";

for (const name of Object.keys(kFixtures)) {
  test(`${name} opens, light and dark, wide and narrow`, async () => {
    const tab = await open_page(name, { width: 1280, height: 640, dark: true });
    assert.equal(
      await tab.evaluate("document.documentElement.dataset.theme"),
      "dark",
    );
    for (const width of [1280, 360]) {
      await tab.resize(width, 640);
      const widest = await tab.evaluate("document.documentElement.scrollWidth");
      assert.ok(
        widest <= width,
        `nothing is wider than the window of ${width} px: ${widest} px`,
      );
    }
    await tab.key("m");
    assert.equal(
      await tab.evaluate("document.documentElement.dataset.theme"),
      "light",
    );
    await tab.settle();
    await close_clean(tab);
  });
}

test("the title is the one in the data", async () => {
  const tab = await open_page("pendulum");
  assert.equal(await text_of(tab, "h1"), "Double pendulum");
  assert.equal(await tab.evaluate("document.title"), "Double pendulum");
  await close_clean(tab);
});

test("the policy forbids scripts, styles and requests that are not of the page", async () => {
  const tab = await open_page("nothing");
  const ran = await tab.evaluate(`(() => {
    const script = document.createElement('script');
    script.textContent = 'window.stranger = true';
    document.body.append(script);
    const styled = document.createElement('div');
    styled.setAttribute('style', 'position: fixed');
    document.body.append(styled);
    return [window.stranger === undefined, getComputedStyle(styled).position];
  })()`);
  assert.deepEqual(ran, [true, "static"]);
  assert.equal(
    await tab.evaluate(
      `fetch('data:text/plain,x').then(() => 'loaded', () => 'refused')`,
    ),
    "refused",
  );
  await tab.close();
});

test("a page whose data has another version says so", async () => {
  const path = page_path("nothing").replace("nothing", "later");
  writeFileSync(
    path,
    readFileSync(page_path("nothing"), "utf8").replace(
      '"version":1',
      '"version":2',
    ),
  );
  const browser = new Browser(find_chromium());
  const tab = await browser.open();
  await tab.goto(path);
  await tab.until(`document.querySelector('.failure') !== null`);
  assert.match(
    await text_of(tab, ".failure"),
    /version 2, this viewer reads 1/,
  );
  await browser.close();
});

test("a page whose block is cut short says so and shows the rest", async () => {
  const path = page_path("figures").replace("figures", "cut");
  const whole = readFileSync(page_path("pendulum"), "utf8");
  writeFileSync(path, whole.replace(/(id="block-0">.{40})[^<]*/, "$1"));
  const browser = new Browser(find_chromium());
  const tab = await browser.open();
  await tab.goto(path);
  await tab.until(
    `document.querySelector('.failure') !== null || document.getElementById('carom-viewer').dataset.ready === 'yes'`,
  );
  assert.equal(await text_of(tab, "h1"), "Double pendulum");
  await browser.close();
});
