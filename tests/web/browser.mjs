// Drives Chromium through its pipe: messages are JSON, each ended by a zero byte, on file descriptors 3 and 4.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const kFlags = [
  "--headless=new",
  "--no-sandbox",
  "--disable-dev-shm-usage",
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-extensions",
  "--disable-sync",
  "--no-first-run",
  "--mute-audio",
  "--hide-scrollbars",
  "--force-color-profile=srgb",
  "--font-render-hinting=none",
  "--remote-debugging-pipe",
];

/** The program, or null where there is none. */
export function find_chromium() {
  for (const name of [
    process.env.CHROMIUM,
    "chromium",
    "chromium-browser",
    "google-chrome",
  ]) {
    if (
      name &&
      spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0
    )
      return name;
  }
  return null;
}

export class Browser {
  #process;
  #profile = mkdtempSync(join(tmpdir(), "carom-web-"));
  #pending = new Map();
  #sessions = new Map();
  #next = 1;
  #rest = "";

  constructor(program, flags = []) {
    this.#process = spawn(
      program,
      [...kFlags, ...flags, `--user-data-dir=${this.#profile}`, "about:blank"],
      {
        stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
      },
    );
    this.#process.stdio[4].setEncoding("utf8");
    this.#process.stdio[4].on("data", (text) => this.#read(text));
    this.#process.on("exit", () => {
      for (const { reject } of this.#pending.values())
        reject(new Error("the browser ended"));
      this.#pending.clear();
    });
  }

  send(method, params = {}, session = undefined) {
    const id = this.#next++;
    this.#process.stdio[3].write(
      `${JSON.stringify({ id, method, params, sessionId: session })}\0`,
    );
    return new Promise((resolve, reject) =>
      this.#pending.set(id, { resolve, reject, method }),
    );
  }

  async open(options) {
    const { targetId } = await this.send("Target.createTarget", {
      url: "about:blank",
    });
    const { sessionId } = await this.send("Target.attachToTarget", {
      targetId,
      flatten: true,
    });
    const tab = new Tab(this, sessionId, targetId);
    this.#sessions.set(sessionId, tab);
    await tab.prepare(options);
    return tab;
  }

  async close() {
    const ended = new Promise((resolve) => this.#process.once("exit", resolve));
    await Promise.race([this.send("Browser.close").catch(() => {}), ended]);
    await ended;
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  #read(text) {
    const messages = (this.#rest + text).split("\0");
    this.#rest = messages.pop();
    for (const message of messages) this.#handle(JSON.parse(message));
  }

  #handle(message) {
    if (message.id === undefined) {
      this.#sessions
        .get(message.sessionId)
        ?.hear(message.method, message.params);
      return;
    }
    const { resolve, reject, method } = this.#pending.get(message.id) ?? {};
    this.#pending.delete(message.id);
    if (message.error)
      reject?.(new Error(`${method}: ${message.error.message}`));
    else resolve?.(message.result);
  }
}

/** A page that is open; remembers what it complained about and what it asked the network for. */
export class Tab {
  complaints = [];
  requests = [];
  #listeners = new Map();

  constructor(browser, session, target) {
    this.browser = browser;
    this.session = session;
    this.target = target;
  }

  send(method, params) {
    return this.browser.send(method, params, this.session);
  }

  async prepare({ width = 1280, height = 800, dark = false } = {}) {
    await Promise.all([
      this.send("Page.enable"),
      this.send("Runtime.enable"),
      this.send("Log.enable"),
      this.send("Network.enable"),
    ]);
    await this.send("Emulation.setDeviceMetricsOverride", {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: false,
    });
    const features = [
      { name: "prefers-color-scheme", value: dark ? "dark" : "light" },
    ];
    await this.send("Emulation.setEmulatedMedia", { features });
  }

  async resize(width, height) {
    await this.send("Emulation.setDeviceMetricsOverride", {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: false,
    });
    await this.settle();
  }

  hear(method, params) {
    if (method === "Runtime.exceptionThrown")
      this.complaints.push(
        params.exceptionDetails.exception?.description ??
          params.exceptionDetails.text,
      );
    if (
      method === "Runtime.consoleAPICalled" &&
      ["error", "warning", "assert"].includes(params.type)
    ) {
      this.complaints.push(
        params.args.map((arg) => arg.value ?? arg.description).join(" "),
      );
    }
    if (method === "Log.entryAdded" && params.entry.level === "error")
      this.complaints.push(params.entry.text);
    if (
      method === "Network.requestWillBeSent" &&
      !/^(data|blob):/.test(params.request.url)
    )
      this.requests.push(params.request.url);
    this.#listeners.get(method)?.(params);
  }

  async goto(path) {
    const loaded = new Promise((resolve) =>
      this.#listeners.set("Page.loadEventFired", resolve),
    );
    this.requests.length = 0;
    await this.send("Page.navigate", { url: `file://${path}` });
    await loaded;
  }

  /** The value of an expression, after promises. */
  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", {
      expression,
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails)
      throw new Error(
        exceptionDetails.exception?.description ?? exceptionDetails.text,
      );
    return result.value;
  }

  /** Waits until an expression is true. */
  async until(expression, what = expression, limit = 30_000) {
    const end = Date.now() + limit;
    while (Date.now() < end) {
      const value = await this.evaluate(expression);
      if (value) return value;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    throw new Error(`waited ${limit / 1000} s for: ${what}`);
  }

  async ready() {
    await this.until(
      `document.getElementById('carom-viewer').dataset.ready === 'yes'`,
      "the page to be ready",
    );
    // Ledgers are unpacked after that, and push down what stands below them. A run without one says so.
    await this.until(
      `[...document.querySelectorAll('#ledger')].every((section) => section.querySelector('.ledger-table, p'))`,
      "the ledgers to be filled",
    );
    await this.settle();
  }

  /** Until two pictures after now are drawn. */
  settle() {
    return this.evaluate(
      "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))",
    );
  }

  async key(key, modifiers = 0) {
    const text = key.length === 1 ? key : undefined;
    const windowsVirtualKeyCode = {
      ArrowLeft: 37,
      ArrowRight: 39,
      Home: 36,
      End: 35,
      Escape: 27,
      Tab: 9,
      Enter: 13,
      " ": 32,
    }[key];
    await this.send("Input.dispatchKeyEvent", {
      type: "keyDown",
      key,
      text,
      modifiers,
      windowsVirtualKeyCode,
    });
    await this.send("Input.dispatchKeyEvent", {
      type: "keyUp",
      key,
      modifiers,
      windowsVirtualKeyCode,
    });
  }

  mouse(type, x, y, more = {}) {
    return this.send("Input.dispatchMouseEvent", {
      type,
      x,
      y,
      button: type === "mouseWheel" ? "none" : "left",
      clickCount: 1,
      ...more,
    });
  }

  async click(x, y) {
    await this.mouse("mousePressed", x, y);
    await this.mouse("mouseReleased", x, y);
  }

  async drag(from, to, modifiers = 0) {
    await this.mouse("mousePressed", ...from, { modifiers });
    for (const share of [0.3, 0.7, 1]) {
      await this.mouse(
        "mouseMoved",
        from[0] + share * (to[0] - from[0]),
        from[1] + share * (to[1] - from[1]),
        { modifiers, buttons: 1 },
      );
    }
    await this.mouse("mouseReleased", ...to, { modifiers });
  }

  async screenshot({ clip, whole = false } = {}) {
    const { data } = await this.send("Page.captureScreenshot", {
      format: "png",
      captureBeyondViewport: whole,
      ...(clip && { clip: { ...clip, scale: 1 } }),
    });
    return Buffer.from(data, "base64");
  }

  close() {
    return this.browser.send("Target.closeTarget", { targetId: this.target });
  }
}
