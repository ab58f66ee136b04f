/*
 * The published descriptions, JSON Schema, OpenAPI and AsyncAPI, checked by public validators: each is a valid document, and all that
 * a server and two clients say to each other in a round, over WebSocket and HTTP, is as they describe it. Broken messages are not.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readGames } from "../referee/golden_games.mjs";
import { Raw, Server, check, equal, finish, pause, program, root, truth } from "./table-harness.mjs";

const need = createRequire(join(root, "web/package.json"));
const Ajv = need("ajv").default;
const Ajv2020 = need("ajv/dist/2020").default;
const { Validator } = await import(pathToFileURL(need.resolve("@seriousme/openapi-schema-validator")));
const read = (name) => JSON.parse(readFileSync(join(root, "docs", name), "utf8"));
const schema = read("carom.schema.json");
const openapi = read("openapi.json");
const asyncapi = read("asyncapi.json");

const ajv = new Ajv2020({ strict: false, allErrors: false });
ajv.addSchema(schema, "carom");
ajv.addSchema(openapi, "openapi");
ajv.addSchema(asyncapi, "asyncapi");
const pointer = (words) =>
  words.map((word) => encodeURIComponent(String(word).replaceAll("~", "~0").replaceAll("/", "~1"))).join("/");
/* What is wrong with a value, by the schema at that place of that document; "" if nothing is. */
function fault(value, document, ...words) {
  const validate = ajv.getSchema(`${document}#/${pointer(words)}`);
  truth(validate, `${document} has a schema at ${words.join("/")}`);
  return validate(value) ? "" : `${ajv.errorsText(validate.errors)} in ${JSON.stringify(value).slice(0, 300)}`;
}
const known = (value, name) => equal(fault(value, "carom", "$defs", name), "", name);

/* A client that keeps all that was said. */
class Recorder extends Raw {
  said = [];
  heard = [];
  read(message) {
    this.heard.push(message);
    super.read(message);
  }
  async connect() {
    await super.connect();
    return this;
  }
  ask(what, members = {}) {
    this.said.push({ id: this.next, do: what, ...members });
    return super.ask(what, members);
  }
}

const server = await new Server().start();
const waitFor = async (found, what) => {
  for (let i = 0; i < 400 && !found(); i++) await new Promise((done) => setTimeout(done, 25));
  truth(found(), what);
};

await check("the OpenAPI document is valid", async () => {
  const result = await new Validator().validate(structuredClone(openapi));
  truth(result.valid, `it is not: ${JSON.stringify(result.errors)}`);
});

await check("the AsyncAPI document is valid", () => {
  const specification = need("@asyncapi/specs").schemasWithoutId["3.0.0"];
  const validate = new Ajv({ strict: false, validateFormats: false, logger: false }).compile(specification);
  truth(validate(asyncapi), JSON.stringify(validate.errors ?? "").slice(0, 600));
  const broken = structuredClone(asyncapi);
  delete broken.info.title;
  truth(!validate(broken), "one without a title is refused");
});

let code;
let log;
await check("a round over WebSocket is as AsyncAPI describes it", async () => {
  code = await server.table({
    preset: "ricochet",
    board: "4x4-tRmd4.Rga4",
    robots: "Ra1",
    tokens: ["Rm", "Rg"],
    hourglass: 0,
  });
  const ada = await new Recorder(server, code, "Ada").connect();
  const bob = await new Recorder(server, code, "Bob").connect();
  await ada.sit();
  await bob.sit();
  await ada.ask("react", { reaction: "bravo" });
  await ada.ask("start");
  await bob.ask("bid", { moves: 0 }); // refused
  await bob.ask("bid", { moves: 5 });
  await ada.ask("bid", { moves: 2 });
  await ada.ask("done");
  await bob.ask("done");
  await ada.ask("move", { move: "RE" });
  await ada.ask("move", { move: "RS" });
  await waitFor(() => bob.events.some((event) => event.ev === "won"), "the round is won");
  await waitFor(() => bob.heard.some((message) => message.type === "result"), "the solver's result");
  for (const [what, members] of [
    ["time"],
    ["watch"],
    ["lock"],
    ["unlock"],
    ["pause"],
    ["resume"],
    ["next"],
    ["nonsense"],
  ])
    await ada.ask(what, members);
  await ada.ask("end");
  for (const client of [ada, bob]) {
    for (const one of client.heard) equal(fault(one, "asyncapi", "components", "schemas", "message"), "", one.type);
    for (const one of client.said)
      if (one.do !== "nonsense") equal(fault(one, "asyncapi", "components", "schemas", "request"), "", one.do);
  }
  log = ada.events;
  known(log, "log");
  known((await ada.ask("watch")).state, "state");
  const kinds = new Set([...ada.heard, ...bob.heard].map((message) => message.type));
  for (const kind of ["welcome", "answer", "events", "presence", "host", "reaction", "result"])
    truth(kinds.has(kind), `a message ${kind}`);
  truth(
    fault(
      ada.said.find((one) => one.do === "nonsense"),
      "asyncapi",
      "components",
      "schemas",
      "request",
    ),
    "nonsense is no request",
  );
  ada.close();
  bob.close();
});

await check("every answer over HTTP is as OpenAPI describes it", async () => {
  const position = "Y2-G4-R1-B4/Re7,Yc12,Ge3,Bb7/Bp";
  const queries = {
    "/api/check/{position}": "?route=BS+BW+BN+BE+BN&bid=5",
    "/api/deal": "?n=3&silver=1&seed=4",
    "/api/solve/{position}": "?all=1",
  };
  queries["/board/{position}.gif"] = "?route=BS&width=200";
  const today = new Date().toISOString().slice(0, 10);
  const { position: easy } = JSON.parse(execFileSync(program, ["daily", today, "--json"], { encoding: "utf8" }))
    .puzzles[0];
  const { route } = JSON.parse(execFileSync(program, ["solve", "--json", easy], { encoding: "utf8" }));
  const device = "0123456789abcdef".repeat(2);
  const post = (path, body) => fetch(server.url + path, { method: "POST", body: JSON.stringify(body) });
  const circle = await (await post("/api/circles", { name: "Team", member: "Ana", device })).json();
  const bodies = {
    "post /api/daily/{date}/{kind}": { device, route: route.join(" "), ms: 9000 },
    "post /api/circles": { name: "Team", member: "Ana", device },
    "post /api/circles/{code}/members": { name: "Ben", device: device.slice(1) + "0" },
    "patch /api/circles/{code}/members/me": { name: "Anna" },
    "post /api/circles/{code}/matches": { targets: 1, ends: Date.now() + 3_600_000 },
    "post /api/circles/{code}/matches/{n}/show": { target: 1 },
    "post /api/circles/{code}/matches/{n}/hand": { target: 1 }, // its route is known when it is shown
    "post /api/circles/{code}/matches/{n}/done": { target: 1 },
  };
  const headers = { "Carom-Member": circle.token };
  /* The first match is over when its log is asked for; what is played is the second. */
  const first = { targets: 1, ends: Date.now() + 3000 };
  const made = await fetch(`${server.url}/api/circles/${circle.circle}/matches`, {
    method: "POST",
    headers,
    body: JSON.stringify(first),
  });
  equal(made.status, 201, "a match");
  while (Date.now() <= first.ends) await pause(50);
  let asked = 0;
  for (const [path, operations] of Object.entries(openapi.paths))
    for (const [method, { responses }] of Object.entries(operations)) {
      const blanks = {
        code: path.startsWith("/api/circles") ? circle.circle : code,
        position,
        date: today,
        kind: "easy",
        n: path.endsWith("/log") ? 1 : 2,
      };
      const address = path.replace(/\{(\w+)\}/g, (_, name) => blanks[name]) + (queries[path] ?? "");
      const body = JSON.stringify(bodies[`${method} ${path}`]);
      const answer = await fetch(server.url + address, { method: method.toUpperCase(), headers, body });
      const found = responses[answer.status];
      truth(found, `${method} ${path}: ${answer.status} ${(await answer.clone().text()).slice(0, 200)}`);
      const type = answer.headers.get("content-type").split(";")[0];
      truth(found.content[type], `${method} ${path} is ${Object.keys(found.content)}, not ${type}`);
      const values = type === "application/json" ? [await answer.json()] : [];
      if (type === "application/x-ndjson")
        values.push(
          ...(await answer.text())
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line)),
        );
      if (path.endsWith("/show")) {
        const { position } = values[0].open;
        const solved = JSON.parse(execFileSync(program, ["solve", "--json", position], { encoding: "utf8" }));
        bodies["post /api/circles/{code}/matches/{n}/hand"].route = solved.route.join(" ");
      }
      const place = ["paths", path, method, "responses", answer.status, "content", type, "schema"];
      for (const value of values) equal(fault(value, "openapi", ...place), "", `${method} ${path}`);
      asked += 1;
    }
  const refused = await fetch(`${server.url}/api/solve/nonsense`);
  equal(refused.status, 400, "status of nonsense");
  equal(fault(await refused.json(), "openapi", "components", "schemas", "refusal"), "", "a refusal");
  truth(asked >= 15, `only ${asked} addresses were asked`);
});

await check("the documents name the same addresses as OpenAPI", () => {
  const text = execFileSync("git", ["grep", "-h", "-E", "^\\| `(GET|POST|PATCH|DELETE) /", "--", "docs"], {
    cwd: root,
    encoding: "utf8",
  });
  const named = new Set(
    [...text.matchAll(/(?:GET|POST|PATCH|DELETE) (\/[^`?]*)/g)].map((match) =>
      match[1].replace(/CODE|POSITION|DATE|KIND|N(?=\/|$)/g, (name) => `{${name.toLowerCase()}}`),
    ),
  );
  for (const path of Object.keys(openapi.paths).filter((path) => path.startsWith("/api")))
    truth(named.has(path), `${path} is documented`);
  for (const path of named) if (path.startsWith("/api")) truth(openapi.paths[path], `${path} is in openapi.json`);
});

await check("answers of the program are as the JSON Schema describes them", () => {
  const carom = (...words) =>
    execFileSync(program, words, { encoding: "utf8" })
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  for (const words of [
    ["--seed", "3"],
    ["--seed", "5", "--silver", "--transparent"],
    ["--micro", "--seed", "2"],
  ]) {
    const [dealt] = carom("deal", "--json", ...words);
    known(dealt, "position");
    const [solution] = carom("solve", "--json", dealt.position);
    known(solution, "solution");
    known(carom("check", "--json", dealt.position, ...solution.route)[0], "check");
  }
});

await check("commands and events of the golden games are as the JSON Schema describes them", () => {
  const folder = join(root, "tests/golden/referee");
  let [games, commands, events] = [0, 0, 0];
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".txt")))
    for (const { lines } of readGames(join(folder, file))) {
      const input = lines.join("\n") + "\n";
      const answers = spawnSync(program, ["referee"], { input, encoding: "utf8" }).stdout.trim().split("\n");
      const answered = answers.map((line) => JSON.parse(line));
      const unread = new Set(answered.filter((one) => one.error !== undefined).map((one) => one.line));
      lines.forEach((line, i) => unread.has(i + 1) || (known(JSON.parse(line), "command"), commands++));
      for (const one of answered.filter(({ ev }) => ev)) {
        known(one, "event");
        events++;
      }
      games++;
    }
  truth(games > 80 && commands > 900 && events > 1000, `${games} games, ${commands} commands, ${events} events`);
  console.log(`# ${games} golden games, ${commands} commands, ${events} events`);
});

await check("broken messages are refused", () => {
  const [opened, joined] = [log[0], log.find((event) => event.ev === "joined")];
  const broken = [
    ["event", { ...joined, by: undefined }],
    ["event", { ...joined, seq: "2" }],
    ["event", { ...opened, rules: { preset: "chess" } }],
    ["event", { seq: 1, at: 0, ev: "exploded" }],
    ["log", []],
    ["request", { do: "bid", moves: "three" }],
    ["message", { type: "presence", here: "p1", away: [], watching: 0, displays: 0 }],
    ["solution", { position: "x", moves: 3 }],
    ["position", { position: "x", game: "chess", board: "x" }],
    ["refusal", { refused: "bid" }],
  ];
  for (const [name, value] of broken)
    truth(fault(JSON.parse(JSON.stringify(value)), "carom", "$defs", name), `a broken ${name} is refused`);
});

await server.end();
finish();
