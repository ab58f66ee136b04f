/*
 * Runs every test of the page, one file after the other, in one Chromium: all-harness.mjs [FILE...]. Each file is a process of its
 * own and opens contexts of its own, so what one leaves behind does not reach the next.
 */
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launchServer } from "./table-harness.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const all = readdirSync(here).filter((name) => name.endsWith(".mjs") && !name.endsWith("-harness.mjs"));
const files = process.argv.length > 2 ? process.argv.slice(2).map((path) => basename(path)) : all;

const run = (file, env) =>
  new Promise((ended) => {
    const child = spawn(process.execPath, [join(here, file)], { stdio: "inherit", env });
    child.once("exit", (code) => ended(code === 0));
  });

let browser = await launchServer();
let failed = false;
for (const file of files) {
  const begin = Date.now();
  if (browser.process().exitCode !== null) browser = await launchServer(); // it has crashed
  failed = !(await run(file, { ...process.env, CAROM_BROWSER: browser.wsEndpoint() })) || failed;
  console.log(`# ${file}: ${((Date.now() - begin) / 1000).toFixed(1)} s`);
}
await browser.close();
process.exit(failed ? 1 : 0);
