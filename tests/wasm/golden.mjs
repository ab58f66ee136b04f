// Runs the golden files' JSON answers of `check` and `deal` with the WebAssembly module: the same bytes have to come out
// as from the program. Speaks TAP: golden.mjs CAROM.WASM FILE...
import { readFileSync } from "node:fs";

const [wasm, ...files] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(wasm), { env: { now: () => performance.now() } });
const carom = instance.exports;

function call(operation, request) {
  const input = new TextEncoder().encode(operation + "\n" + JSON.stringify(request));
  new Uint8Array(carom.memory.buffer).set(input, carom.carom_input());
  const length = carom.carom_call(input.length);
  return new TextDecoder().decode(new Uint8Array(carom.memory.buffer, carom.carom_output(), length));
}

// The commands of a golden file with their input and the JSON lines expected; other commands have none.
function* cases(path) {
  let current = null;
  for (const line of readFileSync(path, "utf8").split("\n")) {
    if (line.startsWith("$ ") || line.startsWith("#")) {
      if (current) yield current;
      current = line.startsWith("$ ") ? { command: line.slice(2), input: [], expected: [] } : null;
    } else if (current && line.startsWith("< ")) current.input.push(line.slice(2));
    else if (current && line.startsWith("{")) current.expected.push(line);
  }
  if (current) yield current;
}

const flags = new Set(["json", "no-ricochet", "no-barriers", "silver", "transparent", "micro", "expert"]);

// --bid 3 POSITION RN RE -> { options: { bid: "3" }, operands: ["POSITION", "RN", "RE"] }
function parse(words) {
  const options = {};
  const operands = [];
  for (let i = 0; i < words.length; i++) {
    const name = words[i] === "-n" ? "count" : words[i].replace(/^--/, "");
    if (!words[i].startsWith("-")) operands.push(words[i]);
    else options[name] = flags.has(name) ? true : words[++i];
  }
  return { options, operands };
}

// An error as the command line words it: in the place of the answer, with the number of its line.
function withLine(answer, line) {
  const { error, found } = JSON.parse(answer);
  return error === undefined ? answer : JSON.stringify({ line, error: error.replace("{found}", found) });
}

function check(options, [position, ...route], line) {
  if (options["no-barriers"]) position = JSON.parse(call("convert", { position, strip: true })).text;
  const request = { position, route: route.join(" "), no_ricochet: !!options["no-ricochet"] };
  if (options.bid !== undefined) request.bid = Number(options.bid);
  request.at_most = options.claim === "at-most";
  return withLine(call("check", request), line);
}

function deal(options) {
  const request = { ...options, seed: Number(options.seed), count: Number(options.count ?? 1) };
  const { positions } = JSON.parse(call("deal", request));
  return positions.map((position) => JSON.stringify({ ...position, seed: request.seed }));
}

function answers({ command, input }) {
  const [, name, ...words] = command.split(" ");
  const { options, operands } = parse(words);
  if (name === "deal") return deal(options);
  if (operands.length > 0) return [check(options, operands, 1)];
  return input.flatMap((line, i) => (line.startsWith("#") || !line.trim() ? [] : [check(options, line.split(" "), i + 1)]));
}

let number = 0;
let failures = 0;
for (const file of files) {
  for (const one of cases(file)) {
    if (!/^carom (check|deal) --json/.test(one.command)) continue;
    const found = answers(one).join("\n");
    const good = one.expected.length > 0 && found === one.expected.join("\n");
    failures += good ? 0 : 1;
    console.log(`${good ? "ok" : "not ok"} ${++number} - ${one.command}`);
    if (!good) console.log(`# expected: ${one.expected.join("\n#           ")}\n# found:    ${found.replaceAll("\n", "\n#           ")}`);
  }
}
console.log(`1..${number}`);
process.exit(failures > 0 || number < 20 ? 1 : 0);
