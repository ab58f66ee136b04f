// The browser's module solves as the program does: same routes, same node counts. Speaks TAP: wasm-parity.mjs CAROM CAROM.WASM
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const [carom, wasm] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(wasm), { env: { now: () => performance.now() } });
const { memory, carom_input, carom_output, carom_call } = instance.exports;

function ask(operation, request) {
  const input = new TextEncoder().encode(`${operation}\n${JSON.stringify(request)}`);
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
console.log(`1..${kinds.length + 1}`);
kinds.forEach((kind, i) => {
  const positions = execFileSync(carom, ["deal", "--seed", "7", ...kind]);
  const lines = execFileSync(carom, ["solve", "--json"], { input: positions }).toString().trim().split("\n");
  const wrong = lines.filter((line) => {
    const here = JSON.parse(line);
    const there = ask("solve", { position: here.position });
    return here.moves !== there.moves || here.nodes !== there.nodes || `${here.route}` !== `${there.route}`;
  });
  console.log(`${wrong.length ? "not ok" : "ok"} ${i + 1} - ${lines.length} positions: ${kind.join(" ")}`);
  wrong.slice(0, 3).forEach((line) => console.log("# " + line));
});

// The page's solver keeps the tables of a whole board: counted, not timed. Without barriers robots are alike, so each target has one.
const targets = "Rm Rg Rp Rs Ym Yg Yp Ys Gm Gg Gp Gs Bm Bg Bp Bs V".split(" ");
const rounds = ["Ra1,Yb2,Gc3,Bd4", "Ra2,Yp9,Gi1,Bk16", "Rp1,Ya16,Gp16,Ba9"];
const before = ask("tables", {}).built;
const built = rounds.map((robots) => {
  for (const target of targets) ask("solve", { position: `Y2-R2-B2-G1/${robots}/${target}`, max_nodes: 2000 });
  return ask("tables", {}).built - before;
});
const once = built.every((count) => count === targets.length);
console.log(`${once ? "ok" : "not ok"} ${kinds.length + 1} - tables of a board are built once: ${built}`);
