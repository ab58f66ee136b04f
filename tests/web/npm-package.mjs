/*
 * The npm package: made, packed, installed into an empty project, and used there as strangers would: in Node, in Chromium without
 * a bundler, and by TypeScript. What is expected comes from the program.
 */
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, extname, join, resolve } from "node:path";
import { check, equal, finish, openBrowser, program, root, truth } from "./table-harness.mjs";

const there = mkdtempSync(join(tmpdir(), "carom-npm-"));
const run = (command, words, options = {}) =>
  execFileSync(command, words, { cwd: there, encoding: "utf8", ...options });
const carom = (...words) => JSON.parse(run(program, words).split("\n")[0]);

/* What every user does; the same text runs in Node and in Chromium. */
const USE = `
import { load, solve, check, deal, render, puzzles, daily, Referee, InputError } from "carom-engine";
export async function use() {
  await load();
  const [dealt] = deal(7, { edition: "2013", silver: true });
  const solution = solve(dealt.position, { all: true });
  const game = await Referee.create();
  const other = await Referee.create();
  const opened = game.open({ preset: "ricochet", seed: 5 });
  other.open({ preset: "solo", seed: 6 });
  const joined = game.command({ at: 10, by: "ana", do: "join" });
  let fault;
  try {
    solve("nonsense");
  } catch (error) {
    fault = error instanceof InputError && error.message;
  }
  return {
    dealt,
    solution,
    good: check(dealt.position, solution.route).ok,
    bad: check(dealt.position, "RN").ok,
    svg: render(dealt.position, { route: solution.route.join(" ") }).slice(0, 4),
    easy: (await puzzles("easy")).length,
    daily: await daily("2026-11-18"),
    opened: opened.events,
    joined: joined.events,
    early: game.command({ at: 20, by: "ana", do: "bid", moves: 3 }).refused,
    may: game.allowed("ana", 20).may,
    fault,
  };
}
`;

function expected(found) {
  const dealt = carom("deal", "--json", "--seed", "7", "--edition", "2013", "--silver");
  delete dealt.seed;
  equal(JSON.stringify(found.dealt), JSON.stringify(dealt), "what was dealt");
  const solution = carom("solve", "--all", "--json", dealt.position);
  for (const member of ["moves", "count", "difficulty"]) equal(found.solution[member], solution[member], member);
  truth(found.solution.proven && found.good && !found.bad, "the route is right");
  equal(found.svg, "<svg", "a picture");
  const lines = readFileSync(join(root, "data/puzzles/easy.txt"), "utf8").split("\n");
  equal(found.easy, lines.filter((line) => line && !line.startsWith("#")).length, "easy puzzles");
  equal(
    JSON.stringify(found.daily),
    JSON.stringify(carom("daily", "--json", "2026-11-18").puzzles),
    "puzzles of the day",
  );
  const commands = '{"at":0,"do":"open","rules":{"preset":"ricochet","seed":5}}\n{"at":10,"by":"ana","do":"join"}\n';
  const events = run(program, ["referee"], { input: commands }).trim().split("\n");
  equal(
    [...found.opened, ...found.joined].map((event) => JSON.stringify(event)).join("\n"),
    events.join("\n"),
    "events",
  );
  equal(found.early, "not-started", "a refusal");
  equal(found.may.join(), "leave,start", "what is allowed");
  truth(found.fault.includes("nonsense"), `an InputError: ${found.fault}`);
}

await check("the package is made, packed and installed", () => {
  run(
    join(root, "npm/make"),
    [dirname(program)].map((path) => path.replace(`${root}/`, "")),
    { cwd: root },
  );
  const archive = run("npm", ["pack", "--silent", join(root, "npm/dist")]).trim();
  writeFileSync(join(there, "package.json"), '{"name":"user","private":true,"type":"module"}');
  run("npm", ["install", "--silent", "--offline", "--no-audit", "--no-fund", `./${archive}`]);
  writeFileSync(join(there, "use.js"), USE);
  const made = JSON.parse(readFileSync(join(there, "node_modules/carom-engine/package.json"), "utf8"));
  equal(`carom ${made.version}`, run(program, ["--version"]).trim(), "its version");
  const types = ["index", "ops", "answers"]
    .map((name) => readFileSync(join(there, `node_modules/carom-engine/${name}.d.ts`), "utf8"))
    .join("");
  for (const name of [
    "load",
    "solve",
    "check",
    "deal",
    "render",
    "puzzles",
    "daily",
    "Referee",
    "listMoves",
    "InputError",
  ])
    truth(
      new RegExp(`\\*/\\s*export declare (const|function|class) ${name}\\b`).test(types),
      `editors can say what ${name} is`,
    );
  truth(/\/\*\* no shorter route exists \*\/\s*proven: boolean/.test(types), "and what members are");
});

await check("in Node", () => {
  const script = 'import("./use.js").then(async ({ use }) => console.log(JSON.stringify(await use())))';
  expected(JSON.parse(run("node", ["-e", script])));
});

await check("the example of its README runs in Node and prints what it says", () => {
  const text = readFileSync(join(there, "node_modules/carom-engine/README.md"), "utf8");
  const example = text.split(/^(?! {4}|$)/m).find((block) => block.includes("await load()"));
  const lines = example
    .split("\n")
    .slice(1) // the sentence above it
    .map((line) => line.slice(4));
  writeFileSync(join(there, "example.mjs"), lines.join("\n"));
  const said = lines.map((line) => /console\.log\(.*\); \/\/ (.*)$/.exec(line)?.[1]).filter(Boolean);
  truth(said.length >= 8, `${said.length} lines are printed`);
  equal(run("node", ["example.mjs"]), `${said.join("\n")}\n`, "what it prints");
});

await check("wrong arguments are refused with what was expected", () => {
  writeFileSync(
    join(there, "wrong.mjs"),
    `import { load, solve, check, deal, render, listMoves, convertPosition, puzzles } from "carom-engine";
const said = (use) => { try { return "accepted: " + use(); } catch (error) { return error.name + ": " + error.message; } };
const early = said(() => deal(1));
await load();
const position = deal(1)[0].position;
console.log(JSON.stringify([
  early,
  said(() => deal("one")), said(() => deal(-1)), said(() => deal(1, { editon: "1999" })),
  said(() => deal(1, { edition: "2020" })), said(() => deal(1, { edition: "1999", barriers: "only" })),
  said(() => solve()), said(() => solve("nonsense")), said(() => solve(position, { max_ms: "5" })),
  said(() => solve(position, { toString: 1 })), said(() => check(position, 7)), said(() => check(position, "RX")),
  said(() => render(position, { theme: "pink" })), said(() => listMoves(position)),
  said(() => convertPosition(position, "pddl")), await puzzles("nonsense").catch((error) => error.name + ": " + error.message),
]));`,
  );
  const said = JSON.parse(run("node", ["wrong.mjs"]));
  equal(said[0], "Error: the engine is not loaded yet; expected `await load()` before", "before load()");
  for (const words of said.slice(1))
    truth(/^(TypeError|InputError): .*(is|there is no option|not a) .*; expected /.test(words), words);
  truth(said[6].startsWith("TypeError: the position is undefined"), said[6]);
  truth(said[7].startsWith("InputError: 'nonsense' is not a"), said[7]);
});

await check("in Chromium, as modules without a bundler", async () => {
  const kinds = { ".js": "text/javascript", ".wasm": "application/wasm", ".txt": "text/plain" };
  const map = '{"imports":{"carom-engine":"/node_modules/carom-engine/index.js"}}';
  const page = `<!doctype html><link rel="icon" href="data:,"><script type="importmap">${map}</script>`;
  const server = createServer((request, response) => {
    const path = resolve(there, `.${request.url}`);
    const kind = kinds[extname(path)];
    response.writeHead(200, { "content-type": kind ?? "text/html" }).end(kind ? readFileSync(path) : page);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const browser = await openBrowser();
  try {
    const tab = await browser.newPage();
    await tab.goto(`http://127.0.0.1:${server.address().port}/`);
    expected(await tab.evaluate(() => import("/use.js").then(({ use }) => use())));
    const text = readFileSync(join(there, "node_modules/carom-engine/README.md"), "utf8");
    const worker = text.split(/^(?! {4}|$)/m).find((block) => block.includes("// worker.js"));
    writeFileSync(join(there, "worker.js"), worker.replace(/^.*\n/, "").replace(/^ {4}/gm, ""));
    const route = await tab.evaluate(
      (position) =>
        new Promise((done, fail) => {
          const solver = new Worker("/worker.js", { type: "module" });
          solver.onmessage = ({ data }) => done(data.join(" "));
          solver.onerror = ({ message }) => fail(new Error(`the worker failed: ${message}`));
          solver.postMessage(position);
        }),
      "Y2-G4-R1-B4/Re7,Yc12,Ge3,Bb7/Bp",
    );
    equal(route, "BS BW BN BE BN", "what the README's worker finds");
  } finally {
    await browser.close();
    server.close();
  }
});

await check("its types: what is right compiles, what is wrong does not", () => {
  const good = `
import { check, deal, load, Referee, solve, type Solution } from "carom-engine";
await load();
const solution: Solution = solve(deal(1, { edition: "1999" })[0]!.position, { max_ms: 1000 });
const ok: boolean = check(solution.position, solution.route ?? []).ok;
const game = await Referee.create();
for (const event of game.command({ at: 1, by: "ana", do: "join", name: String(ok) }).events)
  if (event.ev === "joined") console.log(event.name.length);
`;
  const tsc = (name, text) => {
    writeFileSync(join(there, name), text);
    const words = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2023,dom", name];
    try {
      return run("node", [join(root, "web/node_modules/typescript/bin/tsc"), ...words]);
    } catch (fault) {
      return fault.stdout;
    }
  };
  equal(tsc("good.ts", good), "", "what tsc says");
  truth(tsc("bad.ts", good.replace('do: "join"', 'do: "jump"')).includes("bad.ts"), "an unknown command is refused");
});

rmSync(there, { recursive: true });
finish();
