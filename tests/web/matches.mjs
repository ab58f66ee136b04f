/*
 * A match over days in real browsers (H8 to H14): made in a circle, played with the clock of the race, hidden until played, and a podium
 * with everybody's routes in the end. The server's part is answered here, but for one match of four players; tests/server/matches.test.mjs has more of those.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PHONE, Server, becomes, check, equal, finish, looks, openBrowser, program, truth } from "./table-harness.mjs";
import { Player, ask, solve } from "./page-harness.mjs";
import { OFF, ON, comeAt, picture, posts } from "./company-harness.mjs";

const server = await new Server().start();
const browser = await openBrowser();
const NOW = new Date("2026-11-16T12:00:00Z"); // a Monday
const ENDS = Date.UTC(2026, 10, 22, 23, 59); // on Sunday
const CODE = "K7M2QXABCD3F";
const PATH = `/match/${CODE}-1`;
const API = `circles/${CODE}/matches/1`;
const puzzles = ["2026-11-16", "2026-11-17", "2026-11-18"].map(
  (date) => JSON.parse(execFileSync(program, ["daily", date, "--json"], { encoding: "utf8" })).puzzles[0],
);
const positions = puzzles.map(({ position }) => position);
const routes = positions.map((position) => solve(position).route);

/* A match of three targets. Ana has played all of them, Bartholomew one, Cy none. */
function match({ begun = 0, now = () => NOW.getTime() } = {}) {
  const state = { tries: [], played: begun, open: undefined };
  for (let i = 0; i < begun; i++) state.tries.push({ moves: routes[i].length, ms: 20_000, route: routes[i].join(" ") });
  const over = () => now() >= ENDS;
  const sees = (i) => over() || i < state.played;
  const other = (tries) => tries.map((one, i) => (one && sees(i) ? one : one && {}));
  const ana = routes.map((route, i) => ({ points: 3, moves: route.length, ms: 9000 + i, route: route.join(" ") }));
  const bart = [{ points: 1 }, null, null];
  const sum = (tries) => tries.reduce((all, one) => all + (one?.points ?? 0), 0);
  const player = (id, name, played, tries) => ({ id, name, played, points: sum(tries), tries });
  const mine = () => state.tries.map((one, i) => (i < state.played ? { points: one.moves ? 2 : 0, ...one } : {}));
  const padded = (tries) => [...tries, null, null, null].slice(0, 3);
  const left = () => Math.max(0, state.open.until - now());
  const view = () => {
    if (state.open && (left() === 0 || over())) state.played++;
    if (state.open && (left() === 0 || over())) state.open = undefined;
    const running = state.open;
    const had = running && state.tries[running.target - 1];
    return {
      name: "Team",
      match: 1,
      me: "m4",
      targets: 3,
      begun: NOW.getTime(),
      ends: ENDS,
      left: Math.max(0, ENDS - now()),
      over: over(),
      hash: "00".repeat(32),
      played: state.played,
      ...(running
        ? {
            open: {
              target: running.target,
              position: positions[running.target - 1],
              left: left(),
              spent: now() - running.at,
              ...(had.moves ? had : {}),
            },
          }
        : {}),
      positions: positions.filter((_, i) => sees(i)),
      shortest: routes.filter((_, i) => sees(i)).map((route) => route.length),
      players: [
        player("m1", "Ana", 3, other(ana)),
        player("m2", "Bartholomew the Magnificent 2nd", 1, other(bart)),
        player("m3", "Cy", 0, [null, null, null]),
        player("m4", "Zoe", state.played, padded(mine())),
      ],
    };
  };
  const table = {
    ...ON,
    [`GET circles/${CODE}`]: () => ({
      name: "Team",
      count: 1,
      me: "m4",
      members: [],
      matches: [{ match: 1, targets: 3, begun: NOW.getTime(), ends: ENDS, over: over(), played: state.played }],
    }),
    [`POST circles/${CODE}/matches`]: view,
    [`GET ${API}`]: view,
    [`POST ${API}/show`]: ({ target }) => {
      state.open = { target, at: now(), until: now() + 330_000 };
      state.tries.push({});
      return view();
    },
    [`POST ${API}/hand`]: ({ target, route }) => {
      const ms = now() - state.open.at;
      state.tries[target - 1] = { moves: route.split(" ").length, ms, route };
      state.open.until = Math.min(state.open.until, now() + 90_000);
      return view();
    },
    [`POST ${API}/done`]: () => {
      state.open.until = now();
      return view();
    },
  };
  return { state, table };
}
const MEMBER = JSON.stringify([{ code: CODE, name: "Team", token: "secret" }]);
async function at(address, table, options = {}) {
  const one = await comeAt(browser, server, NOW, "/", table, options);
  await one.page.evaluate((kept) => localStorage.setItem("carom.circles", kept), MEMBER);
  await one.page.goto(server.url + address);
  await one.page.waitForSelector("main *");
  return one;
}
/* Waits until a line of a list says that. */
const reads = (one, list, name, words) =>
  becomes(
    async () =>
      (await one.page.locator(`[data-test=${list}] [data-player^="${name}"]`).innerText()).replace(/\s+/g, " "),
    words,
    name,
  );

await check("a match is made in a circle: ten targets until Sunday", async () => {
  const one = await at(`/circle/${CODE}`, match().table);
  await one.sees("matches", "3 targets");
  await one.sees("matches", "0 of 3 played");
  await one.tap("new-match");
  await one.tap("create-match");
  await one.sees("match-title", "Match in Team");
  truth(one.page.url().endsWith(PATH), one.page.url());
  equal(posts(one)[0].body, { targets: 10, ends: ENDS }, "what was asked for");
  equal(posts(one)[0].token, "secret", "the token of the member");
  await one.leave();
});

await check("H12: before you have played, you see how many targets others have played, and no more", async () => {
  const one = await at(PATH, match().table);
  await one.sees("match-end", "3 targets, until Sunday");
  await reads(one, "standings", "Ana", "A Ana 3 of 3 played");
  equal(await one.page.locator("[data-test=targets] button").count(), 0, "targets to look at");
  equal(await one.page.locator(".board").count(), 0, "boards");
  await one.leave();
});

await check(
  "H9 to H12: a target is shown, a route handed in, a shorter one looked for, and results are shown",
  async () => {
    const { table } = match({ now: () => one.now() });
    let one = { now: () => NOW.getTime() };
    one = await at(PATH, table);
    let clock = NOW.getTime();
    one.now = () => clock;
    await one.tap("show-target");
    await one.page.waitForSelector(`.board[data-position="${positions[0]}"]`);
    await one.sees("match-clock", "5:30");
    equal(await one.page.locator("[data-test=target-results]").count(), 0, "results while playing");
    clock += 48_000;
    await one.route(routes[0]);
    await one.tap("hand-in");
    await one.sees("handed", "after 0:48");
    equal(posts(one).at(-1).body, { target: 1, route: routes[0].join(" ") }, "what was handed in");
    await one.sees("match-clock", "1:30");
    clock += 5000;
    await one.tap("done");
    await one.sees("verdict", "2 points");
    await reads(one, "target-results", "Ana", `A Ana ${routes[0].length} moves · 0:09 3 points`);
    await one.sees("target-results", "no route");
    await one.tap("to-match");
    await reads(one, "standings", "Ana", "1 A Ana 3 of 3 played 3 points");
    await becomes(() => one.page.locator("[data-test=targets] button").count(), 1, "targets to look at");
    await one.leave();
  },
);

await check("H10: the clock runs on through a reload, and when it has run out the try is over", async () => {
  let clock = NOW.getTime();
  const { table } = match({ now: () => clock });
  const one = await at(PATH, table);
  await one.tap("show-target");
  await one.sees("match-clock", "5:30");
  clock += 60_000;
  await one.page.reload();
  await one.sees("match-clock", "4:30");
  equal(posts(one).length, 1, "shown once");
  clock += 300_000;
  await one.page.clock.fastForward(300_000);
  await one.sees("verdict", "No route this time.");
  await one.sees("show-target", "Show target 2");
  await one.leave();
});

await check("an answer that takes long is shown, also if the page would have looked again meanwhile", async () => {
  const { table } = match();
  const show = table[`POST ${API}/show`];
  let release;
  const held = new Promise((done) => (release = done));
  const one = await at(PATH, { ...table, [`POST ${API}/show`]: (body) => held.then(() => show(body)) });
  await one.tap("show-target");
  await becomes(() => posts(one).length, 1, "asked");
  await one.page.clock.fastForward(31_000);
  await one.page.waitForTimeout(500); // for an answer that says what was true before
  release();
  await one.page.waitForSelector(`.board[data-position="${positions[0]}"]`);
  await one.leave();
});

await check("what was not done says why, and what was tried stays", async () => {
  const { table } = match();
  const one = await at(PATH, {
    ...table,
    [`POST ${API}/hand`]: {
      refused: "company",
      why: "busy",
      sentence: "The server is busy. Please try again in a moment.",
    },
  });
  one.page.removeAllListeners("console"); // a refusal is a line in the console
  await one.tap("show-target");
  await one.page.waitForSelector(".board svg");
  await one.route(routes[0]);
  await one.tap("hand-in");
  await one.sees("wrong", "The server is busy.");
  await one.get("hand-in").waitFor();
  await one.leave();
});

await check("the end of a match is an instant: everybody reads it in their own time zone", async () => {
  for (const [timezoneId, words] of [
    ["America/Los_Angeles", /Sunday.*3:59/],
    ["Asia/Kolkata", /Monday.*5:29/],
    ["Pacific/Auckland", /Monday.*12:59/],
    ["Europe/Madrid", /Monday.*12:59/],
  ]) {
    const one = await at(PATH, match().table, { timezoneId });
    const text = await one.get("match-end").innerText();
    truth(words.test(text), `${timezoneId}: ${text}`);
    await one.leave();
  }
});

const LATER = () => ENDS;
await check("H14: in the end a podium, everybody's routes on the board, and the log", async () => {
  const one = await at(PATH, match({ begun: 2, now: LATER }).table);
  await one.sees("over", "Ana wins!");
  const steps = () =>
    one.page.$$eval("[data-test=podium] li", (all) =>
      all.map((step) => [step.dataset.player, step.dataset.place, step.querySelector(".points").textContent]),
    );
  await becomes(
    steps,
    [
      ["m1", "1", "9"],
      ["m4", "2", "4"],
      ["m2", "3", "1"],
    ],
    "the podium",
  );
  await becomes(() => one.page.locator("[data-test=targets] button").count(), 3, "targets");
  await one.page.getByRole("button", { name: "Target 2" }).click();
  await one.page.waitForSelector(`.board[data-position="${positions[1]}"]`);
  await becomes(() => one.page.locator("[data-test=routes] li").count(), 1, "the route that both have found");
  await one.page.getByRole("button", { name: "Ana 0:09, Zoe 0:20" }).click();
  await one.page.getByRole("button", { name: "Step forward" }).click();
  await one.waitForPosition(ask("play", { position: positions[1], route: routes[1][0] }).position, 20_000);
  truth((await one.get("practise").getAttribute("href")).endsWith(`/practice/${positions[1]}`), "practice");
  await one.get("log").waitFor();
  await one.leave();
});

await check("a link that is damaged, a match of a circle that is not yours, and a server without circles", async () => {
  const broken = await at("/match/x", match().table);
  await broken.sees("wrong", "This link is damaged.");
  await broken.leave();
  const stranger = await comeAt(browser, server, NOW, PATH, {
    ...match().table,
    [`GET ${API}`]: { refused: "company", why: "not-member" },
  });
  stranger.page.removeAllListeners("console");
  await stranger.sees("wrong", "Join the circle first.");
  equal(await stranger.get("to-circle").getAttribute("href"), `/circle/${CODE}`, "the way to it");
  await stranger.context.close();
  const off = await at(PATH, OFF);
  await off.sees("wrong", "This server has no circles.");
  await off.leave();
});

/* The same with the real server: nothing is answered here. */
await check("28.3: four players in four time zones, the server killed in between, the log verified", async () => {
  const zones = { Ana: "America/Los_Angeles", Ben: "Europe/Madrid", Cyd: "Asia/Kolkata", Dot: "Pacific/Auckland" };
  const come = (name, address) =>
    Player.come(browser, server, { timezoneId: zones[name] }).then((one) => {
      one.page.removeAllListeners("console"); // a server that is away is a line in the console
      return one.to(address);
    });
  const ana = await come("Ana", "/circle");
  await ana.get("circle-name").fill("Team");
  await ana.get("member-name").fill("Ana");
  await ana.tap("create");
  await ana.sees("circle-title", "Team");
  const path = new URL(ana.page.url()).pathname;
  const people = [ana];
  for (const name of ["Ben", "Cyd", "Dot"]) {
    const one = await come(name, path);
    await one.get("member-name").fill(name);
    await one.tap("join-circle");
    await one.sees("circle-title", "Team");
    people.push(one);
  }
  const ends = Date.now() + 90_000;
  const made = await ana.page.evaluate(async (when) => {
    const [{ code, token }] = JSON.parse(localStorage.getItem("carom.circles"));
    const body = JSON.stringify({ targets: 2, ends: when });
    const headers = { "Content-Type": "application/json", "Carom-Member": token };
    return (await fetch(`/api/circles/${code}/matches`, { method: "POST", headers, body })).status;
  }, ends);
  equal(made, 201, "a match");
  const address = `/match/${path.split("/").at(-1)}-1`;
  for (const one of people) await one.to(address);
  const found = [];
  for (const [i, one] of people.entries()) {
    await one.tap("show-target");
    await one.page.waitForSelector(".board svg");
    found.push(await one.position());
    if (i === 1) {
      await server.stop("SIGKILL");
      await server.start();
    }
    await one.route(solve(found[i]).route);
    await one.tap("hand-in");
    await one.sees("handed", "You handed in");
    if (i < 3) await one.tap("done"); // Dot leaves it to the clock
    if (i < 3) await one.sees("target-results", "Ana");
  }
  equal(new Set(found).size, 1, "the same position for everybody");
  const shown = [];
  for (const one of people) {
    await one.page.waitForSelector("[data-test=over]", { timeout: Math.max(20_000, ends - Date.now() + 60_000) });
    await becomes(() => one.page.locator("[data-test=standings] .points").count(), people.length, "players");
    shown.push(
      await one.page.$$eval("[data-test=standings] li", (all) =>
        all.map((row) => [row.dataset.player, row.querySelector(".points").textContent]),
      ),
    );
  }
  for (const points of shown) equal(points, shown[0], "everybody sees the same points");
  const [download] = await Promise.all([ana.page.waitForEvent("download"), ana.tap("log")]);
  const log = join(mkdtempSync(join(tmpdir(), "carom-match-")), "log");
  await download.saveAs(log);
  const told = execFileSync(program, ["replay", log], { encoding: "utf8", env: { LC_ALL: "C" } });
  truth(told.includes("all valid. The game is over."), told);
  for (const one of people) await one.context.close();
});

await check("matches fit every screen, in light and dark", async () => {
  const fits = async (name, options, ready, begin = async () => {}) => {
    const one = await at(name === "list" ? `/circle/${CODE}` : PATH, match(options).table);
    await begin(one);
    await ready(one);
    for (const look of [...looks(), ...looks([[320, 640]])]) {
      const words = await one.as(look, ready);
      await one.whole(`match ${name}, ${words}`);
      if (look.axe) await one.axe(`match ${name}, ${words}`);
      if (process.env.CAROM_SHOTS) await picture(one, `match-${name}`, words);
    }
    await one.leave();
  };
  await fits("list", {}, (one) => one.get("matches").waitFor());
  await fits("standings", { begun: 2 }, (one) => one.get("standings").waitFor());
  await fits(
    "playing",
    {},
    (one) => one.get("match-clock").waitFor(),
    (one) => one.tap("show-target"),
  );
  await fits("over", { begun: 2, now: LATER }, (one) => one.get("target-results").waitFor());
});

await check("a match on a phone, in every language of the page", async () => {
  const one = await at(PATH, match({ begun: 2 }).table, PHONE);
  await one.get("standings").waitFor();
  for (const language of ["es", "ca", "pt", "it", "de", "fr"]) {
    await one.speaks(language);
    await one.get("standings").waitFor();
    await one.whole(`match, ${language}`);
  }
  await one.leave();
});

await browser.close();
await server.end();
finish();
