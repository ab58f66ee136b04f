/*
 * Tables in real browsers: a server of its own, players in contexts of their own, and small words for what they do. Also raw
 * players that speak the protocol over a WebSocket of Node's, for crowds.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../support/port.mjs";

export const root = resolve(fileURLToPath(import.meta.url), "../../..");
const need = createRequire(join(root, "web/package.json"));
const { chromium } = need("playwright-core");
const axeSource = readFileSync(need.resolve("axe-core/axe.min.js"), "utf8");

export const program = resolve(process.env.CAROM ?? join(root, "build/carom"));
export const page = resolve(process.env.CAROM_PAGE ?? join(root, "web/dist"));
export const pictures = join(root, "docs/pictures");
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/* ---- results in TAP ---- */

let count = 0;
let failures = 0;
const wanted = process.argv[2];

/* One case; what it throws is its failure. */
export async function check(name, work) {
  if (wanted && !name.includes(wanted)) return;
  count += 1;
  const begin = Date.now();
  try {
    await work();
    console.log(`ok ${count} - ${name}`);
    console.log(`# ${Date.now() - begin} ms`);
  } catch (fault) {
    failures += 1;
    console.log(`not ok ${count} - ${name}`);
    const words = String(fault.stack ?? fault).split("\n");
    console.log(
      [...new Set([...words.slice(0, 6), ...words.filter((line) => line.includes("tests/web/"))])]
        .map((line) => `# ${line}`)
        .join("\n"),
    );
  }
}
export function finish() {
  console.log(`1..${count}`);
  for (const server of running) server.process?.kill("SIGKILL");
  process.exit(failures > 0 ? 1 : 0);
}
const running = new Set();
export function equal(found, expected, what) {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a === b) return;
  let same = 0; // long ones are shown from where they begin to differ
  while (a?.[same] === b?.[same]) same += 1;
  const part = (text) => (text?.length > 400 ? `…${text.slice(Math.max(0, same - 100), same + 300)}…` : text);
  throw new Error(`${what}: found ${part(a)}, expected ${part(b)}`);
}
export function truth(found, what) {
  if (!found) throw new Error(what);
}
/* Reads until it finds what is expected: what a screen has from this device or the server comes a moment after the screen. */
export async function becomes(read, expected, what) {
  for (const end = Date.now() + 30_000; Date.now() < end; await pause(50))
    if (JSON.stringify(await read()) === JSON.stringify(expected)) return;
  equal(await read(), expected, what);
}

/* ---- the server ---- */

export class Server {
  constructor(options = []) {
    this.options = options;
    this.folder = mkdtempSync(join(tmpdir(), "carom-tables-"));
    this.port = 0; // until it starts
  }
  async start() {
    this.port ||= await freePort();
    const args = [
      "serve",
      "--port",
      String(this.port),
      "--data",
      join(this.folder, "carom.db"),
      "--web",
      page,
      "--new-tables",
      "0",
      "--request-rate",
      "0",
      ...this.options,
    ];
    running.add(this);
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^CAROM_/.test(name))); // no options
    this.process = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], env });
    this.log = "";
    const heard = (chunk) => (this.log += chunk);
    this.process.stdout.on("data", heard);
    this.process.stderr.on("data", heard);
    for (let i = 0; i < 200; i++) {
      const port = /(?:127\.0\.0\.1:|"port":\s*)(\d+)/.exec(this.log);
      if (port) this.port = Number(port[1]);
      if (port && (await fetch(`${this.url}/healthz`).catch(() => null))?.ok) return this;
      await pause(25);
    }
    throw new Error(`the server did not start: ${this.log}`);
  }
  get url() {
    return `http://127.0.0.1:${this.port}`;
  }
  async stop(signal = "SIGTERM") {
    if (!this.process || this.process.exitCode !== null) return;
    const ended = new Promise((done) => this.process.once("exit", done));
    this.process.kill(signal);
    await ended;
  }
  async end() {
    await this.stop();
    running.delete(this);
    rmSync(this.folder, { recursive: true, force: true });
  }
  /* A table whose deal is chosen has to say so. */
  async table(rules = {}, options = {}) {
    const chosen = ["seed", "board", "robots", "tokens", "dice"].some((name) => name in rules);
    if (chosen && rules.preset !== "solo") options = { arranged: true, ...options };
    const answer = await fetch(`${this.url}/api/tables`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        rules: { preset: "ricochet", ...rules },
        options,
      }),
    });
    const made = await answer.json();
    if (!made.code) throw new Error(`no table: ${JSON.stringify(made)}`);
    return made.code;
  }
}

/* ---- browsers ---- */

/* The browser without windows and tabs takes 40 % less of the processor for the same tests; elsewhere than in Debian there is only
 * the whole one. */
const SHELL = "/usr/bin/chromium-headless-shell";
const chosen = (more = []) => ({
  executablePath: process.env.CHROMIUM ?? (existsSync(SHELL) ? SHELL : "/usr/bin/chromium"),
  args: [...FLAGS, ...more],
});
/* The browser that all-harness.mjs has started; with options of its own, or when a file is run by itself, another one. */
export const openBrowser = (more = []) =>
  process.env.CAROM_BROWSER && more.length === 0
    ? chromium.connect(process.env.CAROM_BROWSER)
    : chromium.launch(chosen(more));
/* What a page has given to be saved. A browser that is shared does not say where it keeps that. */
export async function bytesOf(download) {
  const folder = mkdtempSync(join(tmpdir(), "carom-download-"));
  const path = join(folder, "file");
  await download.saveAs(path);
  const bytes = readFileSync(path);
  rmSync(folder, { recursive: true });
  return bytes;
}
export const launchServer = () => chromium.launchServer(chosen());

export const PHONE = {
  viewport: { width: 360, height: 640 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};
export const DESK = { viewport: { width: 1280, height: 800 } };
export const SCREEN = { viewport: { width: 1920, height: 1080 } };

/*
 * How a screen may be looked at. The ordinary run takes one language and theme at each size, others at every call, and axe-core on
 * a phone; `CAROM_LONG=1` takes all languages, sizes and themes, with axe-core.
 */
const linguas = readFileSync(join(root, "po/LINGUAS"), "utf8").split("\n");
const spoken = linguas.filter((line) => /^\w/.test(line)).map((line) => line.replaceAll("_", "-"));
export const LANGUAGES = ["en", ...spoken];

/* What a catalogue says: message -> translation. Nothing for English. */
export function catalogue(language) {
  const text = language === "en" ? "" : readFileSync(join(root, `po/${language.replaceAll("-", "_")}.po`), "utf8");
  return Object.fromEntries(
    [...text.matchAll(/^msgid "(.*)"\nmsgstr "(.*)"$/gm)].map(([, one, other]) => [one, other]),
  );
}

const THEMES = ["light", "dark"];
const SIZES = [
  [360, 740],
  [820, 1180],
  [1280, 800],
];
let taken = 0;
export function looks(sizes = SIZES) {
  if (process.env.CAROM_LONG)
    return LANGUAGES.flatMap((language) =>
      sizes.flatMap((size) => THEMES.map((theme) => ({ language, size, theme, axe: true }))),
    );
  return sizes.map((size) => {
    taken += 1;
    return { language: LANGUAGES[taken % LANGUAGES.length], size, theme: THEMES[taken % 2], axe: size[0] === 360 };
  });
}

/* Somebody with a browser of their own. */
export class Person {
  constructor(context, page, name) {
    Object.assign(this, { context, page, name, faults: [] });
    page.on("pageerror", (fault) => this.faults.push(String(fault.stack ?? fault)));
  }
  static async come(browser, name, options = {}) {
    const context = await browser.newContext({
      ...DESK,
      locale: "en-US",
      reducedMotion: "reduce",
      serviceWorkers: "block",
      ...options,
    });
    context.setDefaultTimeout(20_000);
    return new Person(context, await context.newPage(), name);
  }
  async to(server, code, more = "") {
    await this.page.goto(`${server.url}/t/${code}${more}`);
    await this.page.waitForSelector("[data-test=table]");
    return this;
  }
  get(test) {
    return this.page.locator(`[data-test="${test}"]`);
  }
  async sit() {
    await this.get("name").fill(this.name);
    await this.get("join").click();
    await this.page.waitForSelector(".table.seated");
  }
  tap = (test) => this.get(test).click();
  async bid(moves) {
    if (!(await this.get("bid-field").isVisible())) await this.page.locator(".plan-number > summary").click();
    await this.get("bid-field").fill(String(moves));
    await this.get("bid").click();
  }
  phase = (phase, timeout = 16000) =>
    this.page.waitForSelector(`[data-test=table][data-phase="${phase}"]`, {
      timeout,
    });
  seq = async () => Number(await this.get("table").getAttribute("data-seq"));
  async sees(test, words, timeout = 16000) {
    await this.page
      .waitForFunction(
        ([name, text]) =>
          [...document.querySelectorAll(`[data-test="${name}"]`)].some((one) => one.textContent.includes(text)),
        [test, words],
        { timeout },
      )
      .catch(async () => {
        throw new Error(
          `${this.name} does not see "${words}" in ${test}, but "${await this.get(test).allTextContents()}"`,
        );
      });
  }
  /* Shows a route with robots and arrows of the pad. */
  async show(route) {
    const names = {
      R: "red",
      Y: "yellow",
      G: "green",
      B: "blue",
      S: "silver",
      T: "transparent",
    };
    const ways = { N: "north", E: "east", S: "south", W: "west" };
    for (const move of route) {
      const before = await this.seq();
      await this.page.locator(".pad").getByRole("button", { name: names[move[0]], exact: true }).click();
      await this.page.locator(".pad").getByRole("button", { name: ways[move[1]], exact: true }).click();
      await this.page.waitForFunction(
        (seq) => Number(document.querySelector("[data-test=table]").dataset.seq) > seq,
        before,
        { timeout: 16000 },
      );
    }
  }
  /* Text that is cut off or runs out of its box, or out of the screen; what scrolls by itself may be wider, and a name that ends
   * in an ellipsis has the whole of it in its title. */
  async whole(where) {
    const found = await this.page.evaluate(() => {
      const scrolls = (one) => /auto|scroll/.test(getComputedStyle(one).overflowX);
      const inScroller = (one) =>
        one !== document.body && one !== null && (scrolls(one) || inScroller(one.parentElement));
      const shortened = (one) =>
        getComputedStyle(one).textOverflow === "ellipsis" && one.title === one.textContent.trim();
      const cut = (one) => {
        const { display, overflowY } = getComputedStyle(one);
        if (display === "inline" || one.clientWidth === 0 || scrolls(one) || shortened(one)) return false;
        if (one.scrollWidth > one.clientWidth + 1) return true;
        if (/hidden|clip/.test(overflowY) && one.scrollHeight > one.clientHeight + 2) return true;
        const { left, right } = one.getBoundingClientRect();
        return !inScroller(one) && (right > innerWidth + 1 || (right > 0 && left < -1));
      };
      return [...document.querySelectorAll("body *")]
        .filter(
          (one) =>
            !one.closest("svg, .heard, script, template") &&
            one.textContent.trim() &&
            one.checkVisibility() &&
            cut(one),
        )
        .map(
          (one) =>
            `${one.tagName}.${one.className}: ${one.textContent.trim().replace(/\s+/g, " ").slice(0, 60)} (${one.scrollWidth} in ${one.clientWidth})`,
        );
    });
    if (found.length > 0) throw new Error(`cut off in ${where}: ${found.slice(0, 6).join(" | ")}`);
  }
  /* Accessibility by axe-core; what it finds is the failure. */
  async axe(where) {
    await this.page.evaluate(axeSource);
    const found = await this.page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    const lines = found.violations.map(
      (one) =>
        `${one.id}: ${one.nodes
          .map((node) => node.html)
          .slice(0, 3)
          .join(" | ")}`,
    );
    if (lines.length > 0) throw new Error(`axe on ${where}: ${lines.join("\n")}`);
  }
  /* The same page as others would have it; `ready` waits for what is to be looked at after a reload. Returns the words for it. */
  async as({ language, size: [width, height], theme }, ready) {
    await this.page.setViewportSize({ width, height });
    await this.page.emulateMedia({ colorScheme: theme });
    const speaks = await this.page.evaluate(() => document.documentElement.lang);
    if (speaks !== language) {
      await this.page.evaluate((chosen) => {
        const settings = JSON.parse(localStorage.getItem("carom.settings") ?? "{}");
        localStorage.setItem("carom.settings", JSON.stringify({ ...settings, language: chosen }));
      }, language);
      await this.page.reload();
      await this.page.waitForFunction((chosen) => document.documentElement.lang === chosen, language);
      await ready?.(this);
    }
    return `${width}x${height}, ${theme}, ${language}`;
  }
  async heard() {
    return this.page.evaluate(() => window.heardWords ?? []);
  }
  /* Waits until a screen reader has said something with these words. */
  async hears(words) {
    for (const end = Date.now() + 20_000; Date.now() < end; await pause(25))
      if ((await this.heard()).some((line) => line.includes(words))) return;
    throw new Error(`"${words}" was not heard, but:\n${(await this.heard()).join("\n")}`);
  }
  /* Writes down everything that a screen reader would say. */
  async listen() {
    await this.page.evaluate(() => {
      window.heardWords = [];
      const note = (changes) => {
        for (const change of changes) for (const line of change.addedNodes) window.heardWords.push(line.textContent);
      };
      for (const live of document.querySelectorAll("[data-live]"))
        new MutationObserver(note).observe(live, { childList: true });
    });
  }
  async leave() {
    await this.context.close();
    if (this.faults.length > 0) throw new Error(`${this.name}'s page broke: ${this.faults[0]}`);
  }
}

export const leaveAll = async (...people) => {
  for (const one of people) await one.leave();
};

/* ---- what the game knows, asked of the program ---- */

/* The state a server shows to everybody. */
export const stateOf = async (server, code) => (await (await fetch(`${server.url}/api/tables/${code}`)).json()).state;

/* The C code under Node, as the page has it. */
const wasm = new WebAssembly.Instance(
  new WebAssembly.Module(readFileSync(process.env.CAROM_WASM ?? join(root, "build/src/wasm/carom.wasm"))),
  { env: { now: () => performance.now() } },
).exports;
export function ask(operation, text) {
  const bytes = new TextEncoder().encode(`${operation}\n${text}`);
  new Uint8Array(wasm.memory.buffer, wasm.carom_input(), bytes.length).set(bytes);
  const length = wasm.carom_call(bytes.length);
  return new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, wasm.carom_output(), length));
}

/* A shortest route. */
export function solve(state) {
  const answer = JSON.parse(ask("solve", JSON.stringify({ position: state.position, all: true, limit: 4 })));
  if (!answer.route) throw new Error(`no solution of ${state.position}: ${JSON.stringify(answer)}`);
  return answer.route;
}

/* ---- raw players ---- */

export class Raw {
  constructor(server, code, name) {
    Object.assign(this, {
      server,
      code,
      name,
      next: 1,
      waiting: new Map(),
      events: [],
      times: [],
    });
  }
  async connect(more = {}) {
    const { WebSocket: Line } = globalThis.WebSocket ? globalThis : need("ws");
    this.line = new Line(`${this.server.url.replace("http", "ws")}/ws`);
    this.line.onmessage = ({ data }) => this.read(JSON.parse(data));
    await new Promise((done, fail) => {
      this.line.onopen = done;
      this.line.onerror = fail;
    });
    this.welcome = await this.ask("hello", {
      version: 1,
      table: this.code,
      since: 0,
      ...more,
    });
    return this;
  }
  read(message) {
    if (message.type === "events") {
      for (const event of message.events) {
        this.events.push(event);
        this.times.push(performance.now());
        this.onevent?.(event);
      }
    }
    if (message.type === "answer" || message.type === "welcome") {
      this.waiting.get(message.id)?.(message);
      this.waiting.delete(message.id);
    }
  }
  ask(what, members = {}) {
    const id = this.next++;
    return new Promise((done) => {
      this.waiting.set(id, done);
      this.line.send(JSON.stringify({ id, do: what, ...members }));
    });
  }
  async sit() {
    const answer = await this.ask("join", { name: this.name });
    if (!answer.ok) throw new Error(`${this.name} cannot sit down: ${answer.why}`);
    this.id = answer.you;
    return this;
  }
  close() {
    this.line.close();
  }
}
