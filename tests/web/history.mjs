/*
 * The history in real browsers: everything that is played comes into it, last Tuesday's puzzle is three taps away, positions have the
 * same name on every device, boards are kept and practised on, nothing is lost by a full storage, and what is exported comes back; the
 * curve of the rating; badges, and the moment one is earned. Then every screen in languages, sizes and themes.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Server, becomes, check, equal, finish, looks, openBrowser, program, truth } from "./table-harness.mjs";
import { Player, ask, note, solve } from "./page-harness.mjs";

const server = await new Server().start();
const browser = await openBrowser();
const come = (address, options) => Player.come(browser, server, options).then((one) => one.to(address));

const PLAIN = "G1-Y2-R2-B2/Rc8,Yp1,Gb3,Bn12/Rm";
const WALK = "copper-A1-C2-D0-B3/3W>5B";
const puzzlesOf = (date) => JSON.parse(execFileSync(program, ["daily", date, "--json"], { encoding: "utf8" })).puzzles;

/* Everything in the history of a device, read beside the page. */
const entries = (one) =>
  one.page.evaluate(async () => {
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === "carom-history")) return [];
    return new Promise((good, bad) => {
      const asked = indexedDB.open("carom-history");
      asked.onerror = bad;
      asked.onsuccess = () => {
        const all = asked.result.transaction("entries").objectStore("entries").getAll();
        all.onsuccess = () => (asked.result.close(), good(all.result));
      };
    });
  });
/* Waits until an entry of this kind has been written, after it was played. */
async function entry(one, mode, good = () => true) {
  let found = [];
  for (const end = Date.now() + 30_000; Date.now() < end;) {
    found = await entries(one);
    const wanted = found.find((each) => each.mode === mode && good(each));
    if (wanted) return wanted;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`no entry of ${mode}: ${JSON.stringify(found)}`);
}
/* Whatever order its members have. */
const sorted = (value) => Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
const same = (found, expected, what) => equal(sorted(found), sorted(expected), what);
async function handIn(one, position) {
  await one.page.waitForSelector(".board svg");
  await one.route(solve(position).route);
  await one.tap("hand-in");
  await one.get("verdict").first().waitFor();
}
/* The file that another device has exported, with this history. */
const folder = mkdtempSync(join(tmpdir(), "carom-history-"));
const NONE = { days: {}, daily: {}, bests: {}, solved: {}, rating: { value: 1000, count: 0 } };
function exported(history, more = {}) {
  const path = join(folder, `export-${Math.random()}.json`);
  writeFileSync(path, JSON.stringify({ version: 1, carom: NONE, history, ...more }));
  return path;
}
async function imports(one, path) {
  await one.to("/#/record");
  await one.page.reload();
  await one.get("import-file").setInputFiles(path);
  await one.sees("imported", "Imported.", 60_000);
}

/* ---- three taps ---- */

for (const [today, tuesday] of [
  ["2026-11-18", "2026-11-17"], // yesterday
  ["2026-11-16", "2026-11-10"], // the week before
  ["2026-12-01", "2026-11-24"], // a Tuesday, in another month
])
  await check(`last Tuesday's puzzle is three taps from the first screen, on ${today}`, async () => {
    const [easy] = puzzlesOf(tuesday);
    const one = await Player.come(browser, server, { timezoneId: "UTC" });
    await one.page.route("**/api/server", (route) => route.fulfill({ json: { company: false } })); // it is another day there
    await one.page.clock.install({ time: new Date(`${tuesday}T09:00:00Z`) });
    await one.to(`/#/daily/${tuesday}/easy`);
    await handIn(one, easy.position);
    await one.sees("badge-moment", "First contact"); // the first thing that was ever played here
    await entry(one, "daily");
    await one.page.clock.setSystemTime(new Date(`${today}T18:00:00Z`));
    await one.to("/");
    await one.page.reload();
    await one.page.evaluate(() => {
      window.taps = 0;
      addEventListener("click", () => (window.taps += 1), true);
    });
    await one.tap("to-history");
    await one.page.locator(`[data-test=two-weeks] [data-date="${tuesday}"] a`).click();
    await one.page.locator("[data-test=entries] a").first().click();
    await one.get("entry-page").waitFor();
    equal(await one.page.evaluate(() => window.taps), 3, "taps");
    await one.waitForPosition(easy.position, 20_000);
    await one.sees("entry-result", `${easy.moves} moves, the shortest route`);
    await one.page.getByRole("button", { name: "Replay" }).click();
    const { position } = ask("play", { position: easy.position, route: solve(easy.position).route.join(" ") });
    for (let i = 0; i < easy.moves + 2; i++) await one.page.clock.runFor(800);
    await one.waitForPosition(position);
    await one.leave();
  });

await check("puzzles of the day from before there was a history are in it", async () => {
  const [, medium] = puzzlesOf("2026-11-10");
  const one = await Player.come(browser, server, { timezoneId: "UTC" });
  await one.page.clock.install({ time: new Date("2026-11-16T18:00:00Z") });
  await one.to("/");
  const daily = { "2026-11-10": { medium: { moves: medium.moves + 2, best: medium.moves, ms: 65_000 } } };
  await one.page.evaluate((record) => localStorage.setItem("carom.record", JSON.stringify(record)), { ...NONE, daily });
  await one.to("/#/history/2026-11-10");
  await one.page.reload();
  await one.page.locator("[data-test=entries] a").click();
  await one.sees("entry-result", `${medium.moves + 2} moves (shortest: ${medium.moves}) · 1:05`);
  await one.waitForPosition(medium.position, 20_000);
  await one.leave();
});

/* ---- everything comes into it ---- */

await check("a practice puzzle, with what was taken back, and its route", async () => {
  const one = await come(`/#/practice/${PLAIN}`);
  await one.page.waitForSelector(".board svg");
  const { route, moves } = solve(PLAIN);
  await one.press(route[0]);
  await one.tap("undo");
  await one.route(route);
  const { at, id, date, rating, ...found } = await entry(one, "practice");
  same(
    found,
    { mode: "practice", moves, best: moves, undone: 1, route: route.join(" "), position: PLAIN },
    "the entry",
  );
  truth(rating > 1000 && Math.abs(Date.now() - at) < 60_000 && id !== "" && date.length === 10, "time and rating");
  await one.leave();
});

await check("a collection, a challenge that was won, a list, a walk of Micro Robots", async () => {
  const one = await come("/#/puzzles/trivial-plain");
  await one.page.getByRole("link", { name: "Continue" }).click();
  await one.page.waitForSelector(".board svg");
  const position = await one.position();
  await handIn(one, position);
  const shelf = await entry(one, "collection");
  equal(
    [shelf.position, shelf.moves, shelf.best],
    [position, solve(position).moves, solve(position).moves],
    "collection",
  );
  truth(shelf.ms >= 0 && shelf.title.includes("walls only"), JSON.stringify(shelf));
  await one.to(`/challenge/40-600/${PLAIN}`);
  await one.tap("ready");
  await handIn(one, PLAIN);
  const challenge = await entry(one, "challenge", ({ best }) => best !== undefined);
  equal([challenge.position, challenge.won, challenge.best], [PLAIN, true, solve(PLAIN).moves], "challenge");
  await one.to(`/#/challenge/${WALK}`);
  await one.page.waitForSelector(".board svg");
  for (const cell of solve(WALK).route) await one.page.locator(`[data-cell="${cell}"]`).click();
  await one.tap("hand-in");
  const walk = await entry(one, "challenge", (each) => each.position === WALK);
  equal([walk.route, walk.won], [solve(WALK).route.join(" "), undefined], "Micro Robots, nobody challenged");
  await one.to(`/#/history/entry/${walk.id}`);
  await one.page.waitForSelector(".entry-stage svg");
  await one.leave();
});

await check("a rush with its puzzles, and a streak", async () => {
  const one = await come("/#/rush/7");
  await one.tap("start");
  const current = async (number) => {
    await one.page.waitForSelector(`[data-test=course][data-number="${number}"]`);
    await one.page.waitForSelector(".board svg");
    return one.position();
  };
  const first = await current(0);
  await one.route(solve(first).route);
  for (const number of [1, 2, 3]) {
    await current(number);
    await one.tap("pass");
  }
  await one.sees("verdict", "1 solved");
  const rush = await entry(one, "rush");
  equal([rush.score, rush.rounds.length], [1, 4], "the run");
  equal(
    rush.rounds[0],
    { position: first, outcome: "solved", route: solve(first).route.join(" ") },
    "its first puzzle",
  );
  equal(
    rush.rounds.slice(1).map(({ outcome }) => outcome),
    ["wrong", "wrong", "wrong"],
    "the others",
  );
  await one.to(`/#/history/entry/${rush.id}`);
  await one.page.locator("[data-test=rounds] button").nth(2).click();
  await one.page.waitForFunction(
    (position) => document.querySelector(".board")?.dataset.position === position,
    rush.rounds[2].position,
  );
  await one.tap("show-shortest");
  await one.sees("entry-shortest", `${solve(rush.rounds[2].position).moves} move`);
  await one.leave();
});

await check("Micro Robots practice to five chips, a lesson, rules that were read to the end", async () => {
  const one = await come("/#/micro/3");
  await one.tap("start");
  const positions = [];
  for (let chip = 0; chip < 5; chip++) {
    await one.page.waitForSelector("[data-test=bid-field]");
    positions.push(await one.position());
    const { route } = solve(positions[chip]);
    await one.get("bid-field").fill(String(route.length));
    await one.page.keyboard.press("Enter");
    for (const cell of route) await one.page.locator(`[data-cell="${cell}"]`).click();
    await one.sees("verdict", "You win target");
    if (chip < 4) await one.tap("next");
  }
  const micro = await entry(one, "micro", ({ rounds }) => rounds !== undefined);
  equal([micro.score, micro.won], [5, true], "five rounds");
  equal(
    micro.rounds.map(({ position, outcome, route }) => [position, outcome, route]),
    positions.map((position) => [position, "solved", solve(position).route.join(" ")]),
    "its rounds",
  );
  await one.to("/#/rules");
  await one.get("play-now").scrollIntoViewIfNeeded();
  equal((await entry(one, "rules")).language, "en", "rules");
  await one.leave();
});

await check("a solo game to the end, with all its rounds", async () => {
  const one = await come("/#/solo/5");
  await one.tap("start");
  const positions = [];
  for (let round = 0; round < 17; round++) {
    await one.page.waitForSelector("[data-test=naming]");
    positions.push(await one.position());
    await one.hasIt();
    await one.route(solve(positions[round]).route);
    if (round === 16) break;
    await one.sees("verdict", "You win target");
    await one.tap("next");
  }
  const solo = await entry(one, "solo", ({ rounds }) => rounds !== undefined);
  equal([solo.won, solo.score], [true, 17], "won");
  equal(
    solo.rounds.map(({ position, outcome }) => [position, outcome]),
    positions.map((position) => [position, "solved"]),
    "rounds",
  );
  await one.leave();
});

await check("a game at a table: who played, who won, its replay; once, also after a reload", async () => {
  const code = await server.table({ seed: 2, goal: 1, hourglass: 500 });
  const one = await Player.come(browser, server);
  one.name = "Anna";
  await one.page.goto(`${server.url}/t/${code}`);
  await one.sit();
  const ben = await Player.come(browser, server);
  ben.name = "Ben";
  await ben.page.goto(`${server.url}/t/${code}`);
  await ben.sit();
  await one.tap("start");
  await one.phase("bidding");
  const { state } = await (await fetch(`${server.url}/api/tables/${code}`)).json();
  const { route } = solve(state.position);
  await one.bid(route.length);
  await one.phase("showing");
  await one.show(route);
  await one.phase("over", 30_000);
  const { at, id, date, replay, ...game } = await entry(one, "table");
  const round = { position: state.position, outcome: "solved", route: route.join(" ") };
  same(game, { mode: "table", won: true, players: ["Ben"], rounds: [round], score: 1 }, "Anna's");
  truth(/^\/g\/[\w-]+$/.test(replay), `replay: ${replay}`);
  equal((await entry(ben, "table")).won, undefined, "Ben has not won");
  await one.page.reload();
  await one.phase("over");
  await one.to("/#/history");
  const listed = one.page.locator("[data-test=entries] a");
  await becomes(() => listed.count(), 1, "entries after the reload");
  equal(
    (await entries(one)).map((each) => [each.id, each.at, each.date]),
    [[id, at, date]],
    "the same entry",
  );
  await listed.click();
  await one.tap("replay");
  await one.get("replay-page").waitFor();
  await one.leave();
  await ben.leave();
});

/* ---- names and boards ---- */

await check("a position has the same name and colour on every device and in every language", async () => {
  const names = [];
  for (const locale of ["en-US", "de-DE"]) {
    const one = await come(`/#/challenge/${PLAIN}`, { locale });
    await handIn(one, PLAIN);
    await one.to(`/#/history/entry/${(await entry(one, "challenge")).id}`);
    const name = one.page.locator("[data-test=entry-page] [data-test=position-name]");
    names.push([await name.innerText(), await name.getAttribute("data-hue")]);
    await one.leave();
  }
  equal(
    names,
    [
      ["Delta Tapir", "345"],
      ["Delta Tapir", "345"],
    ],
    "names (positionName.test.ts has the table)",
  );
});

await check("a board is kept, and practised on until another is chosen", async () => {
  const one = await come(`/#/practice/${PLAIN}`);
  await one.page.waitForSelector(".board svg");
  await one.tap("keep-board");
  await one.sees("keep-board", "Board saved");
  const board = PLAIN.split("/")[0];
  await one.to("/#/history");
  await one.page.locator("[data-test=kept-boards] [data-test=practise-on]").click();
  for (let n = 0; n < 3; n++) {
    await one.page.waitForSelector("[data-test=pad]");
    const position = await one.position();
    equal(position.split("/")[0], board, "the board");
    await one.page.waitForSelector("[data-test=grade]:not(:empty)");
    await one.tap("next");
    await one.page.waitForFunction((old) => document.querySelector(".board")?.dataset.position !== old, position);
  }
  await one.tap("vary");
  await one.page.locator("dialog").getByRole("radio", { name: "a new one each time" }).check();
  await one.page.keyboard.press("Escape");
  await one.page.waitForFunction(
    (kept) => !document.querySelector(".board")?.dataset.position.startsWith(`${kept}/`),
    board,
  );
  await one.to("/#/history");
  await one.page.getByRole("button", { name: "Remove this board" }).click();
  await one.page.waitForFunction(() => !document.querySelector("[data-test=kept-boards]"));
  await one.leave();
});

await check("a board that was drawn is kept too", async () => {
  const one = await come("/#/own/8x8/Rb2,Gg7/R@e5");
  await one.page.waitForSelector(".board svg");
  await one.tap("keep-board");
  await one.to("/#/history");
  await one.page.locator("[data-test=practise-on]").click();
  await one.page.waitForSelector("[data-test=pad]");
  truth((await one.position()).startsWith("8x8/"), `the position is ${await one.position()}`);
  await one.leave();
});

/* ---- storage ---- */

/* A long history: every day some puzzles. */
const long = (count, from = 0) =>
  Array.from({ length: count }, (_, i) => {
    const at = Date.UTC(2025, 0, 1) + (from + i) * 3_600_000;
    return {
      id: `long-${from + i}`,
      at,
      date: new Date(at).toISOString().slice(0, 10),
      mode: "practice",
      position: PLAIN.replace("Bn12", `Ba${1 + (i % 16)}`),
      moves: 6,
      best: 5 + (i % 2),
      route: "RN RE GS BW RS RW",
      rating: 1000 + (i % 700),
    };
  });

await check("5,000 entries are kept, the oldest go first, and the page stays quick", async () => {
  const one = await come("/");
  const before = await one.page.evaluate(async () => (await navigator.storage.estimate()).usage);
  await imports(one, exported(long(5000)));
  await imports(one, exported(long(10, 5000)));
  const all = await entries(one);
  equal(
    [all.length, all.some(({ id }) => id === "long-9"), all.some(({ id }) => id === "long-10")],
    [5000, false, true],
    "kept",
  );
  const used = (await one.page.evaluate(async () => (await navigator.storage.estimate()).usage)) - before;
  note(
    `5,000 entries: ${Math.round(JSON.stringify(all).length / 1000)} kB of text, ${Math.round(used / 1000)} kB of storage`,
  );
  await one.to("/#/badges"); // elsewhere
  const begin = Date.now();
  await one.to("/#/history");
  await one.get("entries").waitFor();
  note(`shown after ${Date.now() - begin} ms`);
  const listed = one.page.locator("[data-test=entries] a");
  await becomes(() => listed.count(), 20, "entries at first");
  await one.tap("more-entries");
  await becomes(() => listed.count(), 40, "and more");
  await one.leave();
});

await check("a full localStorage loses nothing of the history", async () => {
  const one = await come(`/#/challenge/${PLAIN}`);
  await one.page.evaluate(() => {
    let size = 1 << 20;
    for (let i = 0; size > 0; i++)
      try {
        localStorage.setItem(`full-${i}`, "x".repeat(size));
      } catch {
        size >>= 1;
      }
  });
  await handIn(one, PLAIN);
  const kept = await entry(one, "challenge", ({ best }) => best !== undefined);
  equal(kept.position, PLAIN, "the entry");
  await one.page.reload();
  equal(await entries(one), [kept], "entries after a reload");
  await one.leave();
});

await check("a device that refuses to store says so, and plays on", async () => {
  const one = await Player.come(browser, server);
  await one.page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await one.to(`/#/challenge/${PLAIN}`);
  await one.listen();
  await handIn(one, PLAIN);
  await one.hears("This device can't save your history");
  await one.page.evaluate(() => (location.hash = "#/history"));
  await one.sees("trouble", "Export your stats to keep them.");
  await becomes(() => one.page.locator("[data-test=entries] a").count(), 1, "it is there as long as the page");
  await one.leave();
});

await check("export and import: the history, kept boards and badges come along, twice counts once", async () => {
  const one = await come(`/#/practice/${PLAIN}`);
  await one.page.waitForSelector(".board svg");
  await one.tap("keep-board");
  await one.route(solve(PLAIN).route);
  const mine = await entry(one, "practice");
  await one.to("/#/record");
  await one.tap("export-code");
  const code = await one.get("code").inputValue();
  await one.leave();
  const other = await come(`/#/challenge/${PLAIN}`);
  await handIn(other, PLAIN);
  await entry(other, "challenge", ({ best }) => best !== undefined);
  await other.to("/#/record");
  for (const _ of [1, 2]) {
    await other.get("import").fill(code);
    await other.tap("import-go");
    await becomes(() => other.get("import").inputValue(), "", "the field, once it is taken in");
    await other.sees("imported", "Imported.");
  }
  await becomes(async () => (await entries(other)).length, 2, "entries");
  same(
    (await entries(other)).find(({ id }) => id === mine.id),
    mine,
    "the one that came",
  );
  await other.to("/#/history");
  await becomes(() => other.page.locator("[data-test=kept-boards] li").count(), 1, "boards");
  await other.page.evaluate(() => {
    localStorage.setItem("carom.results", JSON.stringify({ solo: [{ at: 1, up: 9, down: 8, won: true }] }));
    localStorage.setItem("carom.unsent", JSON.stringify([{ date: "2026-11-16", kind: "easy", route: ["RN"], ms: 1 }]));
  });
  await other.to("/#/record");
  await other.tap("forget");
  await other.tap("forget");
  await other.sees("forget", "Delete my stats");
  await becomes(() => entries(other), [], "entries when everything was deleted");
  const left = () => other.page.evaluate(() => ["results", "unsent"].map((name) => localStorage[`carom.${name}`]));
  await becomes(left, ["{}", "[]"], "results of games alone, and what was not sent yet");
  await other.leave();
});

await check("an import with positions that nobody can read breaks nothing", async () => {
  const one = await come("/");
  const [good, bad] = long(2);
  const rounds = [{ position: "<svg>", outcome: "solved" }];
  const history = [good, { ...bad, position: "nonsense" }, { ...good, id: "rounds", mode: "rush", rounds }];
  await imports(one, exported(history, { boards: ["nonsense", "2x2", "8x8"] }));
  const ids = async () => (await entries(one)).map(({ id }) => id).toSorted();
  await becomes(ids, ["long-0", "rounds"], "entries");
  await one.to("/#/history");
  await one.page.waitForSelector("[data-test=entries] .entry-board svg");
  await becomes(() => one.page.locator("[data-test=kept-boards] li").count(), 1, "boards");
  await one.leave();
});

/* ---- rating and badges ---- */

await check("the curve of the rating is a line, and a table for those who hear it", async () => {
  const one = await come("/");
  const history = [1000, 1040, 1025, 1110].map((rating, day) => ({
    ...long(1)[0],
    id: `day-${day}`,
    at: Date.UTC(2026, 9, 1 + day, 12),
    date: `2026-10-0${1 + day}`,
    rating,
  }));
  await imports(one, exported(history));
  await becomes(() => one.get("curve").getAttribute("data-points"), "4", "points");
  await becomes(
    () => one.get("curve").locator("title").textContent(),
    "Your rating was between 1,000 and 1,110; it's 1,110 now.",
    "the words",
  );
  await one.page.getByText("Show the numbers").click();
  const rows = () =>
    one.page.$$eval("[data-test=curve-table] tbody tr", (all) =>
      all.map((row) => [...row.children].map((cell) => cell.textContent)),
    );
  await becomes(
    rows,
    [
      ["October 4, 2026", "1,110"],
      ["October 3, 2026", "1,025"],
      ["October 2, 2026", "1,040"],
      ["October 1, 2026", "1,000"],
    ],
    "the table",
  );
  await one.leave();
});

await check("a badge has its moment, which is over soon, says its name and catches no taps", async () => {
  const one = await come(`/#/challenge/${PLAIN}`);
  await one.page.waitForSelector(".board svg");
  await one.listen();
  await one.route(solve(PLAIN).route);
  await one.tap("hand-in");
  const found = await one.page.waitForFunction(() => {
    const moment = document.querySelector("[data-test=badge-moment]");
    if (!moment) return undefined;
    const { left, top, width, height, bottom } = moment.getBoundingClientRect();
    const below = document.elementFromPoint(left + width / 2, top + height / 2);
    const board = document.querySelector(".board").getBoundingClientRect().top;
    return { through: below.closest("[data-test=badge-moment]") === null, bottom, board };
  }); // all of it at once: it is gone after four seconds
  const { through, bottom, board } = await found.jsonValue();
  truth(through, "taps go through it");
  truth(bottom <= board, `it ends at ${bottom}, above the board at ${board}`);
  await one.hears("First contact");
  await one.get("badge-moment").waitFor({ state: "detached" });
  await one.to("/#/badges");
  await one.sees("badge-count", "of 25 earned");
  const earned = () =>
    one.page.$$eval("[data-test=badges] li", (all) =>
      all
        .filter((badge) => badge.dataset.earned)
        .slice(0, 2)
        .map((badge) => badge.dataset.badge),
    );
  await becomes(earned, ["first-puzzle", "first-shortest"], "earned");
  await becomes(() => one.page.locator("[data-test=badges] li").count(), 25, "badges");
  await one.to(`/#/challenge/${WALK}`);
  await one.page.waitForSelector(".board svg");
  for (const cell of solve(WALK).route) await one.page.locator(`[data-cell="${cell}"]`).click();
  await one.tap("hand-in");
  await entry(one, "challenge", ({ position, best }) => position === WALK && best !== undefined);
  equal(await one.get("badge-moment").count(), 0, "moments for badges that are there already");
  await one.leave();
});

/* ---- every screen ---- */

const [, , fiendish] = puzzlesOf("2026-11-10");
const FULL = [
  ...long(40, 16_300),
  {
    id: "daily-2026-11-10-fiendish",
    mode: "daily",
    day: "2026-11-10",
    kind: "fiendish",
    position: fiendish.position,
    moves: null,
    best: fiendish.moves,
    ms: 754_000,
  },
  {
    id: "t",
    mode: "table",
    players: ["Wolfeschlegelsteinhausenbergerdorff", "Ben", "Carla"],
    bots: [8],
    won: true,
    score: 5,
    replay: "/g/AbCd1234",
    rounds: [{ position: PLAIN, outcome: "solved", route: solve(PLAIN).route.join(" ") }],
  },
  {
    id: "r",
    mode: "rush",
    score: 11,
    rounds: Array.from({ length: 14 }, (_, i) => ({ position: PLAIN, outcome: i < 11 ? "solved" : "wrong" })),
  },
  {
    id: "s",
    mode: "streak",
    score: 16,
    micro: true,
    rounds: [{ position: WALK, outcome: "solved", route: solve(WALK).route.join(" ") }],
  },
  { id: "rules-ca", mode: "rules", language: "ca" },
].map((one, i) => ({ at: Date.UTC(2026, 10, 10, 8, i), date: "2026-11-10", ...one }));
const SCREENS = [
  ["history", "/#/history", "[data-test=entries] .entry-board svg"],
  ["history of a day", "/#/history/2026-11-10", "[data-test=entries] .entry-board svg"],
  ["an entry", "/#/history/entry/r", ".board svg"],
  ["an entry of Micro Robots", "/#/history/entry/s", ".entry-stage svg"],
  ["a game at a table", "/#/history/entry/t", ".board svg"],
  ["badges", "/#/badges", "[data-test=badges] .earned"],
  ["stats", "/#/record", "[data-test=curve]"],
];
await check("every screen, in its sizes, languages and themes", async () => {
  const one = await Player.come(browser, server, { timezoneId: "UTC" });
  await one.page.clock.install({ time: new Date("2026-11-16T12:00:00Z") });
  await one.to("/");
  await imports(one, exported(FULL, { boards: [PLAIN.split("/")[0], "8x8"] }));
  for (const [name, address, ready] of SCREENS) {
    await one.to(address);
    await one.page.waitForSelector(ready);
    for (const look of looks()) {
      const words = `${name}, ${await one.as(look, () => one.page.waitForSelector(ready))}`;
      await one.page.waitForSelector(ready);
      await one.whole(words);
      if (look.axe) await one.axe(words);
      if (process.env.CAROM_SHOTS)
        await one.page.screenshot({
          path: join(process.env.CAROM_SHOTS, `${words.replaceAll(", ", "-").replaceAll(" ", "_")}.png`),
          fullPage: true,
        });
    }
  }
  await one.leave();
});

await server.end();
await browser.close();
finish();
