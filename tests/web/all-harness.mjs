/*
 * Runs every test of the page: all-harness.mjs [FILE...]. Two files at a time, because a page that waits for its server or for an
 * animation leaves the processor idle; each worker has a Chromium of its own, and each file is a process that opens contexts of its
 * own, so what one leaves behind does not reach the next. What a file prints is shown whole when it has ended.
 */
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launchServer } from "./table-harness.mjs";

const WORKERS = 2;
const here = dirname(fileURLToPath(import.meta.url));
const all = readdirSync(here).filter((name) => name.endsWith(".mjs") && !name.endsWith("-harness.mjs"));
const files = process.argv.length > 2 ? process.argv.slice(2).map((path) => basename(path)) : all;
let failed = false;

/* Whether it passed, and what it printed. */
const run = (file, browser) =>
  new Promise((ended) => {
    const env = { ...process.env, CAROM_BROWSER: browser.wsEndpoint() };
    const child = spawn(process.execPath, [join(here, file)], { stdio: ["ignore", "pipe", "pipe"], env });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (part) => (output += part));
    child.once("close", (code) => ended({ passed: code === 0, output }));
  });

async function work() {
  let browser = await launchServer();
  for (let file = files.shift(); file; file = files.shift()) {
    const begin = Date.now();
    if (browser.process().exitCode !== null) browser = await launchServer(); // it has crashed
    const { passed, output } = await run(file, browser);
    failed ||= !passed;
    process.stdout.write(`${output}# ${file}: ${((Date.now() - begin) / 1000).toFixed(1)} s\n`);
  }
  await browser.close();
}

await Promise.all(Array.from({ length: Math.min(WORKERS, files.length) }, work));
process.exitCode = failed ? 1 : 0;
