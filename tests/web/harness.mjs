/*
 * The page in a real browser: results in TAP, a server of its own, and small words for what a person does. What the game
 * knows is asked of the C code under Node, never of the page that is tested.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = resolve(fileURLToPath(import.meta.url), "../../..");
const need = createRequire(join(root, "web/package.json"));
const { chromium } = need("playwright-core");
const axe = readFileSync(need.resolve("axe-core/axe.min.js"), "utf8");

export const program = resolve(process.env.CAROM ?? join(root, "build/carom"));
export const dist = resolve(process.env.CAROM_PAGE ?? join(root, "web/dist"));
const wasmFile = process.env.CAROM_WASM ?? join(root, "build/src/wasm/carom.wasm");
export const pictures = join(root, "docs/pictures");
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/* ---- results ---- */

let count = 0;
let failures = 0;
const wanted = process.argv[2];

/* One case; what it throws is its failure. With an argument on the command line only cases whose name holds it run. */
export async function check(name, work) {
  if (wanted && !name.includes(wanted)) return;
  count += 1;
  const begin = Date.now();
  try {
    await work();
    console.log(`ok ${count} - ${name}`);
  } catch (fault) {
    failures += 1;
    console.log(`not ok ${count} - ${name}`);
    console.log(String(fault.stack ?? fault).replaceAll(/^/gm, "# "));
  }
  console.log(`# ${Date.now() - begin} ms`);
}
export function finish() {
  console.log(`1..${count}`);
  process.exitCode = failures > 0 ? 1 : 0;
}
export const note = (words) => console.log(`# ${words}`);
export function equal(found, expected, what) {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: found ${a}, expected ${b}`);
}
export function truth(found, what) {
  if (!found) throw new Error(what);
}

/* ---- the server ---- */

export async function serve() {
  const folder = mkdtempSync(join(tmpdir(), "carom-page-"));
  const child = spawn(program, ["serve", "--port", "0", "--data", join(folder, "carom.db"), "--web", dist, "--request-rate", "0"], { stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (log += chunk));
  for (let i = 0; i < 200; i++) {
    const port = /(?:127\.0\.0\.1:|"port":\s*)(\d+)/.exec(log)?.[1];
    const url = `http://127.0.0.1:${port}`;
    if (port && (await fetch(`${url}/healthz`).catch(() => null))?.ok) {
      const end = async () => {
        const ended = new Promise((done) => child.once("exit", done));
        child.kill("SIGTERM");
        await ended;
        rmSync(folder, { recursive: true, force: true });
      };
      return { url, end };
    }
    await pause(25);
  }
  throw new Error(`the server did not start: ${log}`);
}

/* ---- the C code ---- */

const wasm = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(wasmFile))).exports;
export function ask(operation, question) {
  const bytes = new TextEncoder().encode(`${operation}\n${JSON.stringify(question)}`);
  new Uint8Array(wasm.memory.buffer, wasm.carom_input(), bytes.length).set(bytes);
  const length = wasm.carom_call(bytes.length);
  return JSON.parse(new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, wasm.carom_output(), length)));
}
export const solve = (position) => ask("solve", { position, all: true, limit: 4 });

/* ---- browsers ---- */

export const openBrowser = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
export const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
export const DESK = { viewport: { width: 1280, height: 800 } };
const ARROWS = { N: "ArrowUp", E: "ArrowRight", S: "ArrowDown", W: "ArrowLeft" };

/* Somebody with a browser of their own. */
export class Person {
  constructor(server, context, page) {
    Object.assign(this, { server, context, page, faults: [] });
    page.on("pageerror", (fault) => this.faults.push(String(fault.stack ?? fault)));
    page.on("console", (message) => message.type() === "error" && this.faults.push(message.text()));
  }
  static async come(browser, server, options = {}) {
    const context = await browser.newContext({ ...DESK, locale: "en-US", reducedMotion: "reduce", serviceWorkers: "block", ...options });
    return new Person(server, context, await context.newPage());
  }
  async to(address) {
    await this.page.goto(this.server.url + address);
    await this.page.waitForSelector("main *");
    return this;
  }
  get(test) {
    return this.page.locator(`[data-test="${test}"]`);
  }
  tap = (test) => this.get(test).click();
  async sees(test, words, timeout = 8000) {
    await this.page.waitForFunction(([name, text]) => [...document.querySelectorAll(`[data-test="${name}"]`)].some((one) => one.textContent.includes(text)), [test, words], { timeout }).catch(async () => {
      throw new Error(`"${words}" is not in ${test}, but "${await this.get(test).allTextContents()}"`);
    });
  }
  /* Where everything on the board is now. */
  position = () => this.page.locator(".board").first().getAttribute("data-position");
  async waitForPosition(position, timeout = 5000) {
    await this.page.waitForSelector(`.board[data-position="${position.replaceAll("\\", "\\\\")}"]`, { timeout }).catch(async () => {
      throw new Error(`the board shows ${await this.position()}, expected ${position}`);
    });
  }
  /* A move by keys, also through walls. */
  async press(move) {
    await this.page.keyboard.press(move[0].toLowerCase());
    await this.page.keyboard.press((move.includes("!") ? "Shift+" : "") + ARROWS[move[1]]);
  }
  async route(moves) {
    for (const move of moves) await this.press(move);
  }
  async axe(where) {
    await this.page.evaluate(axe);
    const found = await this.page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"], runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
    const lines = found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).slice(0, 3).join(" | ")}`);
    if (lines.length > 0) throw new Error(`axe on ${where}:\n${lines.join("\n")}`);
  }
  /* Writes down everything that a screen reader would say. */
  async listen() {
    await this.page.evaluate(() => {
      window.heardWords = [];
      const note = () => {
        for (const one of document.querySelectorAll("[data-live] p")) if (one.textContent && window.heardWords.at(-1) !== one.textContent) window.heardWords.push(one.textContent);
      };
      new MutationObserver(note).observe(document.querySelector("[data-live]").parentElement, { subtree: true, childList: true, characterData: true });
    });
  }
  heard = () => this.page.evaluate(() => window.heardWords ?? []);
  async leave() {
    await this.context.close();
    if (this.faults.length > 0) throw new Error(`the page broke: ${this.faults[0]}`);
  }
}
