// Runs the golden games (tests/golden/referee/README.md) with the WebAssembly module, and the program beside it: the answers
// have to be those of the files, and the same bytes from both. What the page is told to say has to be what `carom replay` says.
// Speaks TAP: golden.mjs CAROM.WASM CAROM FILE...
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readGames } from "./golden_games.mjs";

const [wasm, program, ...files] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(wasm), { env: { now: () => performance.now() } });
const carom = instance.exports;

function call(operation, text) {
  const input = new TextEncoder().encode(operation + "\n" + text);
  new Uint8Array(carom.memory.buffer).set(input, carom.carom_input());
  const length = carom.carom_call(input.length);
  return new TextDecoder().decode(new Uint8Array(carom.memory.buffer, carom.carom_output(), length));
}

const value = (thing) => (typeof thing === "string" && /^\S+$/.test(thing) ? thing : JSON.stringify(thing));

// An answer of the referee as the files have it.
function words(line) {
  const { seq, at, ev, refused, error, ...rest } = JSON.parse(line);
  if (error !== undefined) return "  error: " + error;
  let fields = rest;
  if (ev === "opened") {
    const { preset, claim, tie, side } = rest.rules;
    fields = { preset, claim, tie, ...(side ? { side } : {}), board: rest.board, ...(rest.robots ? { robots: rest.robots } : {}) };
  }
  return ["  " + at, ev ?? "refused " + refused, ...Object.entries(fields).map(([key, thing]) => `${key}=${value(thing)}`)].join(" ");
}

function play({ game, lines }) {
  call("referee-forget", "");
  const answers = lines.map((line) => call("referee", line));
  const found = [];
  for (const line of game) {
    if (!line.startsWith("  ")) found.push(line);
    if (/^[0-9!]/.test(line)) found.push(...answers.shift().split("\n").slice(0, -1).map(words));
  }
  call("referee-forget", "");
  const bytes = call("referee", lines.join("\n"));
  const native = spawnSync(program, ["referee"], { input: lines.join("\n") + "\n", encoding: "utf8" }).stdout;
  return { found, same: bytes === native, told: sameStory(lines) };
}

const fill = ({ say, args }) => say.replace(/\{(\w+)\}/g, (all, name) => args[name] ?? all);

// Commands by way of `referee-command`, then all their events by way of `referee-events`: both tell the program's story.
function sameStory(lines) {
  call("referee-forget", "");
  const answers = lines.map((line) => JSON.parse(call("referee-command", line))).filter(({ error }) => !error);
  const events = answers.flatMap((answer) => answer.events);
  const mine = answers.flatMap(({ said }) => said);
  call("referee-forget", "");
  const { said } = JSON.parse(call("referee-events", JSON.stringify({ upto: events.length, message: { events } })));
  const log = events.map((event) => JSON.stringify(event) + "\n").join("");
  const told = spawnSync(program, ["replay"], { input: log, encoding: "utf8", env: { ...process.env, LC_ALL: "C" } });
  const story = told.stdout.split("\n").slice(0, events.length).map((line) => line.replace(/^ *\d+:\d\d\.\d{3} {2}/, ""));
  const numbers = JSON.stringify(events.map(({ seq }) => seq));
  return (
    numbers === JSON.stringify(mine.map(({ seq }) => seq)) &&
    numbers === JSON.stringify(said.map(({ seq }) => seq)) &&
    said.map(fill).join("\n") === story.join("\n")
  );
}

let number = 0;
let failures = 0;
for (const file of files) {
  for (const { text, game, lines } of readGames(file)) {
    const { found, same, told } = play({ game, lines });
    const good = same && told && found.join("\n") === text;
    failures += good ? 0 : 1;
    console.log(`${good ? "ok" : "not ok"} ${++number} - ${game[0].replaceAll("#", "").trim()}`);
    if (!same) console.log("# the program answers other bytes");
    if (!told) console.log("# the program tells another story");
    for (const line of good ? [] : found.filter((one) => !game.includes(one))) console.log("# found:    " + line);
    for (const line of good ? [] : game.filter((one) => !found.includes(one))) console.log("# expected: " + line);
  }
}
console.log(`1..${number}`);
process.exit(failures > 0 || number < 20 ? 1 : 0);
