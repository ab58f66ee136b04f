// The review in the browser's module says what `carom replay --review` says, once it is told what the solver found.
// Speaks TAP: review.mjs CAROM.WASM CAROM FILE...
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const [wasm, program, ...files] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(wasm), { env: { now: () => performance.now() } });
const carom = instance.exports;

function call(operation, text) {
  const input = new TextEncoder().encode(operation + "\n" + text);
  new Uint8Array(carom.memory.buffer).set(input, carom.carom_input());
  const length = carom.carom_call(input.length);
  return new TextDecoder().decode(new Uint8Array(carom.memory.buffer, carom.carom_output(), length));
}
const run = (words, input) => spawnSync(program, words, { input, encoding: "utf8", maxBuffer: 1 << 26 }).stdout;

// The events of a golden game: what the referee answers to its commands.
function eventsOf(game) {
  const lines = game.split("\n");
  const drawing = lines.filter((line) => /^([+|]|robots )/.test(line)).join("\n");
  const commands = lines.filter((line) => /^[0-9]/.test(line)).map((line) => {
    const [, at, by, doing, rest = ""] = /^(\d+) (?:(?!open|void|tick|pause|resume)(\S+) )?(\S+) ?(.*)$/.exec(line);
    const made = { at: Number(at), ...(by ? { by } : {}), do: doing };
    if (doing === "open") made.rules = { ...JSON.parse(rest || "{}"), ...(drawing ? { board: drawing } : {}) };
    else if (doing === "bid" && rest) made.moves = Number(rest);
    else if (doing === "hand") made.route = rest;
    else if (doing === "move") made.move = rest;
    else if (/^(join|start|chip)$/.test(doing) && rest) Object.assign(made, JSON.parse(rest));
    return JSON.stringify(made) + "\n";
  });
  const answers = run(["referee"], commands.join("")).split("\n").filter(Boolean).map((line) => JSON.parse(line));
  return answers.filter(({ ev }) => ev);
}

// Everything but the routes, which the page does not send.
const bare = (review) => ({ ...review, rounds: review.rounds.map(({ route, ...rest }) => rest) });

let number = 0;
let failures = 0;
const told = (good, words) => {
  failures += good ? 0 : 1;
  console.log(`${good ? "ok" : "not ok"} ${++number} - ${words}`);
};
for (const file of files) {
  let same = true;
  let count = 0;
  for (const game of readFileSync(file, "utf8").trimEnd().split(/\n-{3,}\n/)) {
    const events = eventsOf(game);
    if (events.filter(({ ev }) => ev === "opened").length !== 1) continue;
    const log = events.map((event) => JSON.stringify(event) + "\n").join("");
    const expected = JSON.parse(run(["replay", "--review", "--json"], log));
    call("referee-forget", "");
    // In two parts, as events come.
    for (const upto of [Math.ceil(events.length / 2), events.length])
      call("referee-events", JSON.stringify({ upto, message: { events } }));
    const solutions = expected.rounds.map(({ round, moves, unsolvable }) => ({ round, moves, unsolvable }));
    const answers = expected.players.map(({ player }) => JSON.parse(call("review", JSON.stringify({ solutions, player }))));
    const mine = (answer, player) => answer.players.find((one) => one.player === player);
    const [first] = answers;
    count += answers.length;
    if (!first) continue;
    first.players = expected.players.map(({ player }, i) => mine(answers[i], player));
    same &&= JSON.stringify(first) === JSON.stringify(bare(expected));
    // `missed` is only that of the player who asked.
    same &&= answers.every((answer, i) => answer.players.every((one, n) => i === 0 || (one.missed !== undefined) === (n === i)));
    if (!same) console.log("# " + JSON.stringify(first) + "\n# " + JSON.stringify(bare(expected)));
    if (!same) break;
  }
  told(same, `${file.replace(/.*\//, "")}: ${count} players`);
}
call("referee-forget", "");
told(call("review", "{}") === '{"complete":true,"players":[],"rounds":[]}', "no game, no review");
const odd = { solutions: [null, 1, {}, { round: -1, moves: 3 }, { round: 2 ** 40, moves: 3 }, { round: 1, moves: "x" }], player: 7 };
told(call("review", JSON.stringify(odd)) === '{"complete":true,"players":[],"rounds":[]}', "solutions that are none");
console.log(`1..${number}`);
process.exit(failures > 0 ? 1 : 0);
