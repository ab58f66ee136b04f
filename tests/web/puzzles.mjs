/*
 * Puzzles in real browsers: rush, streak, collections, challenges, lists that people make, and the record; then every screen of
 * theirs in all languages, three sizes, light and dark.
 */
import { mkdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import {
  LANGUAGES,
  Server,
  bytesOf,
  check,
  equal,
  finish,
  looks,
  openBrowser,
  pictures,
  root,
  truth,
} from "./table-harness.mjs";
import { Player, ask, sheet, solve } from "./page-harness.mjs";

const server = await new Server().start();
const browser = await openBrowser();
const come = (address, options) => Player.come(browser, server, options).then((one) => one.to(address));

const PLAIN = "G1-Y2-R2-B2/Rc8,Yp1,Gb3,Bn12/Rm";
const WALK = "copper-A1-C2-D0-B3/3W>5B";
const record = (one) => one.page.evaluate(() => JSON.parse(localStorage.getItem("carom.record")));

/* The lines of data/puzzles: position -> moves. */
const gradedMoves = (grade) =>
  new Map(
    readFileSync(join(root, `data/puzzles/${grade}.txt`), "utf8")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => [line.split(" ")[0], Number(line.split(" ")[1])]),
  );

const twenty = ["trivial", "easy", "medium", "hard", "fiendish"]
  .flatMap((grade) => [...gradedMoves(grade).values()])
  .filter((moves) => moves >= 20).length;

/* The puzzle of a run that is on the screen. */
async function current(one, number) {
  await one.page.waitForSelector(`[data-test=course][data-number="${number}"]`);
  await one.page.waitForSelector(".board svg");
  return one.position();
}
const away = { R: ["RN", "RE", "RS", "RW"], Y: ["YN", "YE", "YS", "YW"] };
/* As many moves as there are, and none of them to the target. */
async function fail(one, position) {
  const { moves } = solve(position);
  let made = [];
  for (let n = 0; n < moves; n++) {
    const next = [...away.R, ...away.Y].find((move) => {
      const played = ask("play", { position, route: [...made, move].join(" ") });
      return played.steps.length === made.length + 1 && !played.steps.at(-1).why && played.state !== "reached";
    });
    made = [...made, next];
    await one.press(next);
  }
}

await check("rush: solved ones count, three mistakes end it, the best is kept", async () => {
  const one = await come("/#/rush/7");
  await one.tap("start");
  const [first, ...rest] = solve(await current(one, 0)).route;
  await one.route([first]);
  await one.sees("step", "no undo here");
  await one.route(rest);
  for (let n = 1; n < 3; n++) await one.route(solve(await current(one, n)).route);
  for (let n = 3; n < 5; n++) await fail(one, await current(one, n));
  await current(one, 5);
  await one.tap("pass");
  await one.sees("verdict", "3 solved");
  await one.sees("verdict", "Your best ever!");
  await one.keeps("record", ["bests", "rush", "ever"], 3);
  const { bests, days } = await record(one);
  equal([bests.rush.ever, bests.rush.today], [3, 3], "the best");
  equal(Object.values(days), [{ tried: 6, solved: 3, optimal: 3 }], "the day");
  await one.tap("again");
  await one.sees("bests", "Best today3");
  await one.leave();
});

await check("rush: three minutes, also of Micro Robots", async () => {
  const one = await Player.come(browser, server);
  await one.page.clock.install();
  await one.to("/#/rush/3");
  await one.page.getByRole("radio", { name: "Micro Robots" }).check();
  await one.tap("start");
  const { route } = solve(await current(one, 0));
  await one.sees("step", "highlighted");
  for (const cell of route) await one.page.locator(`[data-cell="${cell}"]`).click();
  await current(one, 1);
  await one.page.clock.fastForward(181_000);
  await one.sees("verdict", "1 solved");
  await one.keeps("record", ["bests", "rush-micro", "ever"], 1);
  await one.leave();
});

await check("rush: what was solved in the last moment counts", async () => {
  const one = await Player.come(browser, server);
  const noon = Date.UTC(2026, 10, 16, 12);
  await one.page.clock.install({ time: noon });
  await one.to("/#/rush/7");
  await one.page.locator("[data-test=start]:enabled").waitFor();
  await one.page.clock.pauseAt(noon + 600_000);
  await one.tap("start");
  await one.page.clock.runFor(200);
  const { route } = solve(await current(one, 0));
  await one.page.clock.fastForward(179_500);
  await one.route(route);
  await one.page.clock.runFor(400); // the sand is out while "Solved!" stands there
  await one.page.clock.runFor(1000);
  await one.page.clock.resume();
  await one.sees("verdict", "1 solved");
  await one.keeps("record", ["bests", "rush", "ever"], 1);
  await one.leave();
});

await check("streak: no clock, one may be passed over, the first mistake ends it", async () => {
  const one = await come("/#/streak/11");
  await one.tap("start");
  await one.route(solve(await current(one, 0)).route);
  await current(one, 1);
  await one.tap("pass");
  await one.route(solve(await current(one, 2)).route);
  const last = await current(one, 3);
  equal(await one.get("pass").count(), 0, "a second one can be passed over");
  await fail(one, last);
  await one.sees("verdict", "2 solved");
  await one.leave();
});

await check("a collection: 20 or more moves, given up, its shortest route replayed, progress kept", async () => {
  const one = await come("/#/puzzles");
  await one.page.getByRole("link", { name: "20 or more moves" }).click();
  await one.sees("progress", `0 of ${twenty} solved`);
  await one.page.locator("[data-test=numbers] a").first().click();
  await one.page.waitForSelector(".board svg");
  const hard = await one.position();
  await one.tap("give-up");
  await one.sees("verdict", "You gave up.");
  await one.page.locator("[data-test=routes] li").first().waitFor({ timeout: 240_000 });
  equal(await one.page.locator("[data-test=routes] li").first().locator(".step").count(), 20, "moves of the route");
  equal(decodeURIComponent(new URL(one.page.url()).hash), `#/puzzles/twenty/${hard}`, "the address");
  await one.to("/#/puzzles/trivial-silver");
  await one.page.getByRole("link", { name: "Continue" }).click();
  await one.page.waitForSelector(".board svg");
  await one.tap("give-up");
  await one.sees("verdict", "You gave up.");
  const counted = 2; // who has given up and comes back is not rated again
  await one.keeps("record", ["rating", "count"], counted);
  await one.page.reload();
  await one.page.waitForSelector(".board svg");
  await one.route(solve(await one.position()).route);
  await one.tap("hand-in");
  await one.page.getByRole("link", { name: "Back to the collection" }).click();
  await one.sees("progress", "1 of ");
  await one.keeps("record", ["rating", "count"], counted);
  await one.to("/#/puzzles/nonsense");
  await one.sees("wrong", "There's no collection called nonsense.");
  await one.leave();
});

await check("collections, rush and practice with graded puzzles work offline", async () => {
  const one = await come("/", { serviceWorkers: "allow" });
  await one.page.evaluate(() => navigator.serviceWorker.ready);
  await one.page.waitForFunction(async () => (await caches.keys()).length === 1);
  await one.context.setOffline(true);
  await one.to("/#/puzzles/twenty");
  await one.page.reload();
  await one.sees("progress", `0 of ${twenty} solved`);
  await one.to("/#/rush/5");
  await one.tap("start");
  await one.route(solve(await current(one, 0)).route);
  await current(one, 1);
  const known = new Map([...gradedMoves("trivial"), ...gradedMoves("easy")]);
  await one.to("/#/practice");
  for (let n = 0; n < 3; n++) {
    await one.page.waitForSelector(".board svg");
    const position = await one.position();
    truth([2, 3].includes(known.get(position)), `${position} is a graded puzzle of two or three moves`);
    known.delete(position); // none comes twice
    await one.tap("next");
    await one.page.waitForFunction((old) => document.querySelector(".board").dataset.position !== old, position);
  }
  await one.leave();
});

await check("a challenge goes to somebody else and is won by them", async () => {
  const one = await come(`/#/practice/${PLAIN}`);
  await one.page.getByRole("link", { name: "Challenge others" }).click();
  await one.get("give-up").waitFor();
  const { route, moves } = solve(PLAIN);
  const loop = ["GE", "GW"].concat(route); // two moves too many, unless they help
  const { state, cost } = ask("play", { position: PLAIN, route: loop.join(" ") });
  await one.route(state === "reached" && cost === loop.length ? loop : route);
  await one.tap("hand-in");
  const [, address] = (await one.get("share-text").inputValue()).split("\n");
  await one.leave();
  const other = await come(new URL(address).pathname);
  await other.sees("challenged", "Someone solved it in");
  await other.tap("ready");
  await other.page.waitForSelector(".board svg");
  await other.route(route);
  await other.tap("hand-in");
  await other.sees("verdict", `Solved in ${moves} moves. It can't be done in fewer.`);
  const text = await other.get("share-text").inputValue();
  truth(/^I solved it in \d+ moves? and \d+:\d\d\. Can you beat that\?\n/.test(text), text);
  truth(!text.includes(route.join(" ")), "the route is told");
  await other.to("/challenge/7-48/nonsense");
  await other.sees("wrong", "This link is damaged");
  await other.leave();
});

await check("who was shown a solution has not found it, later either", async () => {
  const one = await come(`/#/challenge/${PLAIN}`);
  await one.tap("give-up");
  await one.get("routes").waitFor();
  await one.to("/#/nowhere");
  await one.to(`/#/challenge/${PLAIN}`);
  await one.waitForPosition(PLAIN);
  await one.route(solve(PLAIN).route);
  await one.tap("hand-in");
  await one.sees("verdict", "It can't be done in fewer.");
  truth(!(await one.get("verdict").innerText()).includes("Well found"), "praise for what was shown before");
  await one.leave();
});

await check("a list is made, sent as a link, played by somebody else; damaged links are refused", async () => {
  const one = await come("/#/list");
  await one.page.getByRole("link", { name: "New list" }).click();
  await one.get("list-name").fill("For Ana");
  await one.get("paste").fill("nonsense");
  await one.tap("add");
  await one.get("wrong").waitFor();
  for (const words of [PLAIN, `${server.url}/#/challenge/${WALK}`]) {
    await one.get("paste").fill(words);
    await one.tap("add");
  }
  await one.page.getByLabel("Note for puzzle 2").fill("Mind the numbers");
  await one.page.getByRole("button", { name: "Move up 2" }).click();
  await one.tap("save");
  await one.sees("progress", "0 of 2 solved");
  const [, address] = (await one.get("share-text").inputValue()).split("\n");
  await one.page.getByRole("link", { name: "Your lists" }).click();
  await one.sees("lists", "For Ana");
  await one.leave();
  const other = await come(address.slice(server.url.length));
  await other.sees("listed", "Mind the numbers");
  await other.page.locator("[data-test=listed] a").first().click();
  for (const cell of solve(WALK).route) await other.page.locator(`[data-cell="${cell}"]`).click();
  await other.tap("hand-in");
  await other.sees("verdict", "It can't be done in fewer");
  const [film] = await Promise.all([other.page.waitForEvent("download"), other.tap("film")]);
  equal(film.suggestedFilename(), "carom.gif", "a walk as a film");
  await other.page.getByRole("link", { name: "Next" }).click();
  await other.waitForPosition(PLAIN);
  await other.to("/#/nowhere");
  await other.to(address.slice(server.url.length));
  await other.sees("progress", "1 of 2 solved");
  await other.to("/#/nowhere");
  await other.to(address.slice(server.url.length, -7));
  await other.sees("wrong", "This link is incomplete or damaged");
  await other.leave();
});

await check("the record: figures, to another device as a code and as a file, nothing counted twice", async () => {
  const one = await come(`/#/challenge/${PLAIN}`, { acceptDownloads: true });
  await one.route(solve(PLAIN).route);
  await one.tap("hand-in");
  await one.sees("verdict", "It can't be done in fewer");
  await one.to("/#/record"); // at once: the result must be there
  await one.sees("figures", "Puzzles solved1");
  await one.sees("figures", "Shortest route found100%");
  await one.tap("export-code");
  await one.get("code").waitFor();
  const code = await one.get("code").inputValue();
  const [download] = await Promise.all([one.page.waitForEvent("download"), one.tap("export-file")]);
  const file = await bytesOf(download);
  await one.leave();
  const other = await come("/#/record");
  await other.get("import").fill(code.slice(0, -5));
  await other.tap("import-go");
  await other.sees("imported", "These stats are incomplete or damaged.");
  for (let twice = 0; twice < 2; twice++) {
    await other.get("import").fill(code);
    await other.tap("import-go");
    await other.sees("imported", "Imported.");
  }
  await other.get("import-file").setInputFiles({ name: "carom.json", mimeType: "application/json", buffer: file });
  await other.sees("imported", "Imported.");
  await other.sees("figures", "Puzzles solved1");
  await other
    .get("import-file")
    .setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from("{}") });
  await other.sees("imported", "This isn't a carom stats code or file.");
  await other.tap("forget");
  await other.tap("forget");
  await other.sees("figures", "Puzzles solved0");
  await other.leave();
});

/* ---- every screen ---- */

const SIZES = [
  [360, 740],
  [820, 1180],
  [1280, 800],
];
const NOW = new Date("2026-11-16T12:00:00Z");
const LIST = deflateSync(JSON.stringify([1, "For Ana", [PLAIN, "Mind the wall"], [WALK]])).toString("base64url");
async function toTheEnd(one) {
  await one.tap("start");
  await current(one, 0);
  await one.tap("pass");
  await current(one, 1);
  await one.page.clock.fastForward(181_000);
  await one.get("run-over").waitFor();
}
const SCREENS = [
  ["the day", "/#/daily"],
  ["a puzzle of the day", "/#/daily/2026-11-16/easy"],
  ["a puzzle that is over", "/#/daily/2026-11-15/micro"],
  ["rush", "/#/rush"],
  ["a run", "/#/rush/7", (one) => one.tap("start")],
  ["the end of a run", "/#/rush/7", toTheEnd],
  ["streak", "/#/streak"],
  ["collections", "/#/puzzles"],
  ["a collection", "/#/puzzles/twenty"],
  ["a challenge", `/challenge/7-48/${PLAIN}`],
  ["a challenge to be made", "/#/challenge"],
  ["lists", "/#/list"],
  ["a list", `/#/list/${LIST}`],
  ["a list being made", `/#/list/edit/${PLAIN}`],
  ["the record", "/#/record"],
];
/* A few weeks of somebody who has played. */
function journal() {
  const dates = Array.from({ length: 15 }, (_, i) => `2026-11-${String(i + 1).padStart(2, "0")}`);
  const done = (moves, best) => ({ moves, best, ms: 42_000 });
  return {
    days: Object.fromEntries(dates.map((date, i) => [date, { tried: 5, solved: 4 + (i % 2), optimal: 2 + (i % 3) }])),
    daily: Object.fromEntries(
      dates.map((date, i) => [
        date,
        { easy: done(4, 4), micro: done(5, 4), ...(i % 3 ? { medium: done(7, 6), fiendish: done(null, 16) } : {}) },
      ]),
    ),
    bests: { rush: { ever: 14, on: "2026-11-12", day: "2026-11-16", today: 9 } },
    solved: {},
    rating: { value: 1324.5, count: 60 },
  };
}
async function visitor() {
  const one = await Player.come(browser, server, { locale: "en", timezoneId: "UTC" });
  const kept = { record: journal(), lists: [{ name: "For Ana", code: LIST, count: 2 }] };
  await one.page.addInitScript((all) => {
    for (const [name, value] of Object.entries(all)) localStorage.setItem(`carom.${name}`, JSON.stringify(value));
  }, kept);
  await one.page.clock.install({ time: NOW });
  return one;
}
const album = join(tmpdir(), `carom-puzzles-${process.pid}`);
async function there(one, act) {
  await act?.(one);
  await one.page.waitForSelector("main h1");
  await one.page.waitForFunction(() => !/…/.test(document.querySelector("main").textContent));
}

for (const [i, [name, address, act]] of SCREENS.entries()) {
  await check(`${name}: nothing cut off in any size, theme and language, axe-core finds nothing`, async () => {
    const one = await visitor();
    mkdirSync(album, { recursive: true });
    await one.to(address);
    await there(one, act);
    for (const look of looks()) {
      const as = await one.as(look, (again) => there(again, act));
      await one.whole(`${name}, ${as}`);
      if (look.axe) await one.axe(`${name}, ${as}`);
      if (process.env.CAROM_PICTURES && process.env.CAROM_LONG && LANGUAGES[i % LANGUAGES.length] === look.language)
        await one.page.screenshot({ path: join(album, `${look.size[0]}-${look.theme}-${i}.png`) });
    }
    await one.leave();
  });
}

/* With CAROM_PICTURES and CAROM_LONG set: the screens side by side, a sheet for each size. */
if (process.env.CAROM_PICTURES && process.env.CAROM_LONG) {
  for (const size of SIZES) {
    const shots = ["light", "dark"].flatMap((theme) =>
      SCREENS.map((_, i) => readFileSync(join(album, `${size[0]}-${theme}-${i}.png`))),
    );
    await sheet(browser, shots, size[0] === 1280 ? 3 : 5, join(pictures, `puzzles-${size[0]}.png`));
  }
}

await browser.close();
await server.end();
finish();
