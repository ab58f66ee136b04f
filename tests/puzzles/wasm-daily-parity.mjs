// The browser's module of the day has the same puzzles of the day as the program, byte for byte. Speaks TAP: wasm-daily-parity.mjs CAROM DAILY.WASM
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const [carom, wasm] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(wasm), { env: { now: () => performance.now() } });
const { memory, carom_input, carom_output, carom_call } = instance.exports;

function daily(date) {
  const input = new TextEncoder().encode("daily\n" + JSON.stringify({ date }));
  new Uint8Array(memory.buffer).set(input, carom_input());
  const length = carom_call(input.length);
  return new TextDecoder().decode(new Uint8Array(memory.buffer, carom_output(), length));
}

const dates = ["2026-11-16", "2028-02-29", "2036-12-31"];
console.log(`1..${dates.length + 1}`);
dates.forEach((date, i) => {
  const there = execFileSync(carom, ["daily", "--json", date]).toString().trim();
  const same = there === daily(date) && JSON.parse(there).puzzles.length === 4;
  console.log(`${same ? "ok" : "not ok"} ${i + 1} - ${date}`);
  if (!same) console.log(`# ${there}\n# ${daily(date)}`);
});
const refused = JSON.parse(daily("2027-02-29")).error !== undefined;
console.log(`${refused ? "ok" : "not ok"} ${dates.length + 1} - no such day`);
