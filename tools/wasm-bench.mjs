// How long the typical set of `carom bench` takes in WebAssembly, and how long in the program; and that both count the
// same nodes. Usage: node tools/wasm-bench.mjs BUILD_DIRECTORY [MODULE]
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const [build, module = build + "/src/wasm/carom.wasm"] = process.argv.slice(2);
const run = (...words) => execFileSync(build + "/carom", words, { encoding: "utf8", maxBuffer: 1 << 26 }).trim().split("\n");

const { instance } = await WebAssembly.instantiate(readFileSync(module), {});
const carom = instance.exports;
const encoder = new TextEncoder(), decoder = new TextDecoder();

function solve(position) {
  const input = encoder.encode("solve\n" + JSON.stringify({ position }));
  new Uint8Array(carom.memory.buffer).set(input, carom.carom_input());
  const length = carom.carom_call(input.length);
  return JSON.parse(decoder.decode(new Uint8Array(carom.memory.buffer, carom.carom_output(), length)));
}

const positions = run("deal", "-n", "10000", "--seed", "1", "--edition", "1999");
positions.slice(0, 200).forEach(solve); // the engine compiles what is used often
let nodes = 0;
const begin = process.cpuUsage();
for (const position of positions) nodes += solve(position).nodes;
const { user, system } = process.cpuUsage(begin);

const [result, signature] = run("bench", "--set", "typical", "--json").map((line) => JSON.parse(line));
const mean = (user + system) / positions.length;
console.log(`WebAssembly: mean ${mean.toFixed(1)} microseconds, ${nodes} nodes`);
console.log(`program: mean ${result.mean_us} microseconds, ${signature.bench} nodes`);
console.log(`ratio ${(mean / result.mean_us).toFixed(2)}`);
process.exitCode = nodes === signature.bench ? 0 : 1;
