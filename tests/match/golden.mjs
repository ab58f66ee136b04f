// The golden matches with the WebAssembly module: the same bytes have to come out as from the program.
// Speaks TAP: golden.mjs MATCH.WASM FILE...
import { readFileSync } from "node:fs";

const [wasm, ...files] = process.argv.slice(2);
const module = await WebAssembly.compile(readFileSync(wasm));
const begin = async () => (await WebAssembly.instantiate(module, { env: { now: () => performance.now() } })).exports;

function call(carom, operation, text) {
  const input = new TextEncoder().encode(operation + "\n" + text);
  new Uint8Array(carom.memory.buffer).set(input, carom.carom_input());
  const length = carom.carom_call(input.length);
  return new TextDecoder().decode(new Uint8Array(carom.memory.buffer, carom.carom_output(), length));
}

// The commands of a golden file with their input and what is expected.
function* cases(path) {
  let current = null;
  for (const line of readFileSync(path, "utf8").split("\n")) {
    if (line.startsWith("$ ") || line.startsWith("#")) {
      if (current) yield current;
      current = line.startsWith("$ ") ? { command: line.slice(2), input: [], expected: [] } : null;
    } else if (current && line.startsWith("< ")) current.input.push(line.slice(2));
    else if (current && line) current.expected.push(line);
  }
  if (current) yield current;
}

let number = 0;
let failures = 0;
function told(name, good, words) {
  failures += good ? 0 : 1;
  console.log(`${good ? "ok" : "not ok"} ${++number} - ${name}`);
  if (!good) console.log(`# ${words.replaceAll("\n", "\n# ")}`);
}
for (const file of files)
  for (const { command, input, expected } of cases(file)) {
    if (command === "carom referee") {
      const found = call(await begin(), "match", input.join("\n")).trimEnd();
      const wanted = expected.filter((line) => line.startsWith("{")).join("\n");
      told(command, found === wanted, `expected\n${wanted}\nfound\n${found}`);
    } else if (command.startsWith("carom replay")) {
      const found = JSON.parse(call(await begin(), "match-verify", input.join("\n")));
      const good = !/^\[1\]$/m.test(expected.join("\n"));
      told(`${command}, ${good ? "valid" : "refused"}`, (found.error === undefined) === good, JSON.stringify(found));
    }
  }
console.log(`1..${number}`);
process.exit(failures > 0 || number < 5 ? 1 : 0);
