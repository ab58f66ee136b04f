// The browser's module solves as the program does: same routes, same node counts. Speaks TAP: wasm-parity.mjs CAROM CAROM.WASM
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const [carom, wasm] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(wasm), { env: { now: () => performance.now() } });
const { memory, carom_input, carom_output, carom_call } = instance.exports;

function solve(position) {
  const input = new TextEncoder().encode("solve\n" + JSON.stringify({ position }));
  new Uint8Array(memory.buffer).set(input, carom_input());
  const length = carom_call(input.length);
  return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, carom_output(), length)));
}

const kinds = [
  ["--edition", "1999", "-n", "150"],
  ["--barriers", "only", "-n", "60"],
  ["--silver", "-n", "40"],
  ["--barriers", "only", "--transparent", "-n", "40"],
  ["--micro", "--expert", "-n", "40"],
];
console.log(`1..${kinds.length}`);
kinds.forEach((kind, i) => {
  const positions = execFileSync(carom, ["deal", "--seed", "7", ...kind]);
  const lines = execFileSync(carom, ["solve", "--json"], { input: positions }).toString().trim().split("\n");
  const wrong = lines.filter((line) => {
    const here = JSON.parse(line);
    const there = solve(here.position);
    return here.moves !== there.moves || here.nodes !== there.nodes || `${here.route}` !== `${there.route}`;
  });
  console.log(`${wrong.length ? "not ok" : "ok"} ${i + 1} - ${lines.length} positions: ${kind.join(" ")}`);
  wrong.slice(0, 3).forEach((line) => console.log("# " + line));
});
