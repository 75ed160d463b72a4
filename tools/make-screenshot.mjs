#!/usr/bin/env node
// Makes docs/images/report.png: a real page of a real run in a real browser (packages nodejs, chromium).
// With arguments a picture of any page: make-screenshot PAGE.html PICTURE.png [WIDTH HEIGHT [SHARE OF THE RUN [dark]]].
// Says how long the page took to open.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { Browser, find_chromium } = await import(join(root, 'tests/web/browser.mjs'));

const [page, picture, width = '1360', height = '930', share = '0.3', theme = 'light'] = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), 'carom-screenshot-'));

function make_page() {
  const path = join(scratch, 'report.html');
  const scene = join(root, 'scenes/basics/double_pendulum.toml');
  // Faster than the scene has it, so that it swings high.
  const more = ['--set', 'body.upper.joint.velocity=-400 deg/s'];
  execFileSync(join(root, 'carom'), ['run', scene, '--quiet', '--report', path, ...more], { stdio: 'inherit' });
  return path;
}

async function take(path) {
  const browser = new Browser(find_chromium());
  const tab = await browser.open({ dark: theme === 'dark' });
  const size = { width: Number(width), height: Number(height) };
  await tab.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false });
  const start = Date.now();
  await tab.goto(path);
  await tab.ready();
  console.error(`make-screenshot: open after ${((Date.now() - start) / 1000).toFixed(2)} s`);
  await tab.evaluate(`(() => {
    const slider = document.querySelector('.scrub');
    if (!slider) return;
    slider.value = ${10_000 * Number(share)};
    slider.dispatchEvent(new Event('input'));
  })()`);
  await tab.settle();
  const png = await tab.screenshot();
  await browser.close();
  return png;
}

writeFileSync(picture ?? join(root, 'docs/images/report.png'), await take(page ? resolve(page) : make_page()));
rmSync(scratch, { recursive: true, force: true });
