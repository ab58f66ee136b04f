// How long the typical set of `carom bench` takes in WebAssembly, and how long in the program; and that both count the same nodes.
// Each is run ROUNDS times in turn (3) and its best time counts. Usage: node tools/wasm-bench.mjs [--chromium] BUILD_DIRECTORY [ROUNDS]
// With --chromium it runs where people's runs: in Debian's Chromium, with the page's playwright-core; otherwise in Node.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";

const words = process.argv.slice(2).filter((word) => word !== "--chromium");
const [build, rounds = "3"] = words;
const bytes = readFileSync(build + "/src/wasm/carom.wasm");
const run = (...args) => execFileSync(build + "/carom", args, { encoding: "utf8", maxBuffer: 1 << 26 }).trim().split("\n");

// A module's answers to all these positions, and its time; self-contained, since it is sent to a browser.
async function measure(module, positions) {
  const { exports: carom } = (await WebAssembly.instantiate(module, { env: { now: () => performance.now() } })).instance;
  const encoder = new TextEncoder(), decoder = new TextDecoder();
  const solve = (position) => {
    const input = encoder.encode("solve\n" + JSON.stringify({ position }));
    new Uint8Array(carom.memory.buffer).set(input, carom.carom_input());
    const length = carom.carom_call(input.length);
    return JSON.parse(decoder.decode(new Uint8Array(carom.memory.buffer, carom.carom_output(), length)));
  };
  positions.slice(0, 200).forEach(solve); // the engine compiles what is used often
  let nodes = 0;
  const begin = performance.now();
  for (const position of positions) nodes += solve(position).nodes;
  return { mean: ((performance.now() - begin) * 1000) / positions.length, nodes };
}

// The same in a page of its own.
async function browser() {
  const { chromium } = createRequire(new URL("../web/package.json", import.meta.url))("playwright-core");
  const server = createServer((request, answer) => {
    const wasm = request.url === "/carom.wasm";
    answer.setHeader("Content-Type", wasm ? "application/wasm" : "text/html");
    answer.end(wasm ? bytes : "<!doctype html><title>carom</title>");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const chrome = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  const page = await chrome.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const once = (positions) =>
    page.evaluate(
      `(async (positions) => (${measure})(await (await fetch("/carom.wasm")).arrayBuffer(), positions))(${JSON.stringify(positions)})`,
    );
  return { once, end: async () => (await chrome.close(), server.close()) };
}

const positions = run("deal", "-n", "10000", "--seed", "1", "--edition", "1999");
const { once, end } = process.argv.includes("--chromium") ? await browser() : { once: (all) => measure(bytes, all), end() {} };
let module = Infinity, program = Infinity, same = true;
for (let i = 0; i < Number(rounds); i++) {
  const { mean, nodes } = await once(positions);
  const [result, signature] = run("bench", "--set", "typical", "--json").map((line) => JSON.parse(line));
  console.log(`WebAssembly: mean ${mean.toFixed(1)} microseconds, ${nodes} nodes; program: ${result.mean_us}, ${signature.bench} nodes`);
  module = Math.min(module, mean);
  program = Math.min(program, result.mean_us);
  same &&= nodes === signature.bench;
}
await end();
console.log(`ratio ${(module / program).toFixed(2)}`);
process.exitCode = same ? 0 : 1;
