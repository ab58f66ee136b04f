/*
 * The puzzles of the day in real browsers: the same as the program says, in two browsers and offline; played, shared without a word
 * of the solution, days in a row over a midnight elsewhere; the page that link previews see.
 */
import { execFileSync } from "node:child_process";
import {
  DESK,
  LANGUAGES,
  PHONE,
  Server,
  catalogue,
  check,
  equal,
  finish,
  openBrowser,
  program,
  truth,
} from "./table-harness.mjs";
import { Player, ask, solve } from "./page-harness.mjs";

/* Days that are chosen here are not today for the server, which would refuse their results; company.mjs has those. */
const server = await new Server(["--company", "no"]).start();
const browser = await openBrowser();
const come = (address, options) => Player.come(browser, server, options).then((one) => one.to(address));

const DATES = ["2026-01-01", "2026-07-04", "2026-11-16"];
const dailyOf = (date) => JSON.parse(execFileSync(program, ["daily", date, "--json"], { encoding: "utf8" })).puzzles;
const NOW = new Date("2026-11-16T12:00:00Z");

/* Somebody for whom it is that time, somewhere. */
async function at(time, timezoneId, address, options = {}) {
  const one = await Player.come(browser, server, { timezoneId, ...options });
  await one.page.clock.install({ time });
  await one.to(address);
  return one;
}
/* The four positions of the day that is shown. */
async function shown(one) {
  await one.page.waitForFunction(
    () => [...document.querySelectorAll("[data-test=puzzles] li")].filter((card) => card.dataset.position).length === 4,
  );
  return one.page.$$eval("[data-test=puzzles] li", (cards) => cards.map((card) => card.dataset.position));
}
async function handIn(one, position) {
  await one.page.waitForSelector(".board svg");
  await one.route(solve(position).route);
  await one.tap("hand-in");
}

await check("three dates: the same in two browsers, offline, and in the program", async () => {
  const [first, second] = [
    await at(NOW, "UTC", "/#/daily", { serviceWorkers: "allow" }),
    await at(NOW, "Asia/Tokyo", "/#/daily", { locale: "de-DE" }),
  ];
  await first.page.evaluate(() => navigator.serviceWorker.ready);
  await first.page.waitForFunction(async () => (await caches.keys()).length === 1);
  await first.context.setOffline(true);
  for (const date of DATES) {
    const expected = dailyOf(date).map((puzzle) => puzzle.position);
    for (const [one, address] of [
      [first, `/daily/${date}`],
      [second, `/#/daily/${date}`],
    ]) {
      await one.to(address);
      equal(await shown(one), expected, `the puzzles of ${date}`);
    }
  }
  await first.leave();
  await second.leave();
});

await check("a day played, and a result that gives nothing away", async () => {
  const date = "2026-11-16";
  const one = await at(NOW, "UTC", `/daily/${date}/easy`, {
    ...DESK,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const puzzles = dailyOf(date);
  await handIn(one, puzzles[0].position);
  await one.sees("verdict", "It can't be done in fewer");
  await one.page.getByRole("link", { name: "medium" }).click();
  await one.page.waitForFunction(
    (position) => document.querySelector(".board")?.dataset.position === position,
    puzzles[1].position,
  );
  await one.tap("give-up");
  await one.sees("verdict", "You gave up.");
  await one.page.getByRole("link", { name: "All puzzles of this day" }).click();
  await one.sees("streak", "Daily streak");
  await one.page.evaluate(() => delete Navigator.prototype.share); // by the clipboard
  await one.tap("copy");
  const text = await one.page.evaluate(() => navigator.clipboard.readText());
  const [easy, medium] = puzzles.map((puzzle) => puzzle.moves);
  const pattern = new RegExp(
    `^carom ${date} · \\d+:\\d\\d\\n([🟥🟨🟩🟦])\\1{${easy - 1}} easy ${easy}/${easy}\\n⬛ medium –/${medium}\\n${server.url}/daily/${date}$`,
    "u",
  );
  truth(pattern.test(text), `shared: ${text}`);
  await one.to("/#/nowhere");
  await one.to(`/#/daily/${date}/easy`);
  await one.sees("verdict", "It can't be done in fewer"); // the first result stays
  await one.leave();
});

await check("moves that were made are there after a reload, until it has ended", async () => {
  const [, medium, , micro] = dailyOf("2026-11-16");
  const one = await at(NOW, "UTC", "/#/daily/2026-11-16/medium", DESK);
  const { route } = solve(medium.position);
  const after = (count) => ask("play", { position: medium.position, route: route.slice(0, count).join(" ") }).position;
  await one.waitForPosition(medium.position);
  await one.route(route.slice(0, 2));
  await one.waitForPosition(after(2));
  await one.page.reload();
  await one.waitForPosition(after(2));
  await one.tap("undo");
  await one.waitForPosition(after(1));
  await one.route(route.slice(1));
  await one.tap("hand-in");
  await one.sees("verdict", "It can't be done in fewer");
  const cells = solve(micro.position).route;
  await one.to("/#/daily/2026-11-16/micro");
  await one.page.locator(`[data-cell="${cells[0]}"]`).click();
  await one.sees("count", "1");
  await one.page.reload();
  await one.sees("count", "1");
  for (const cell of cells.slice(1)) await one.page.locator(`[data-cell="${cell}"]`).click();
  await one.tap("hand-in");
  await one.sees("verdict", "It can't be done in fewer");
  const kept = await one.page.evaluate(() => JSON.parse(localStorage.getItem("carom.begun")));
  equal(
    kept,
    { "daily 2026-11-16 medium": [], "daily 2026-11-16 micro": [] },
    "what is kept of puzzles that have ended",
  );
  await one.leave();
});

await check("the share sheet of the device gets words and link", async () => {
  const one = await at(NOW, "UTC", "/#/daily/2026-11-16/micro", PHONE);
  await one.page.evaluate(() => {
    Navigator.prototype.share = (what) => ((window.shared = what), Promise.resolve());
  });
  const { route } = solve(dailyOf("2026-11-16")[3].position);
  for (const cell of route) await one.page.locator(`[data-cell="${cell}"]`).click();
  await one.tap("hand-in");
  await one.tap("share");
  const what = await one.page.evaluate(() => window.shared);
  truth(what.text.endsWith(`\n${"🟪".repeat(route.length)} Micro Robots ${route.length}/${route.length}`), what.text);
  equal(what.url, `${server.url}/daily/2026-11-16`, "the link");
  await one.leave();
});

await check("days in a row over a midnight in another time zone", async () => {
  const one = await at(new Date("2026-11-15T22:00:00Z"), "America/Los_Angeles", "/#/daily"); // the 15th, 14:00
  await one.sees("date", "November 15, 2026");
  await one.to("/#/daily/2026-11-15/easy");
  await handIn(one, dailyOf("2026-11-15")[0].position);
  const kept = await one.page.evaluate(() => ({ ...localStorage }));
  await one.leave();
  /* The same device, flown to Tokyo: there it is five minutes before the midnight that ends the 16th. */
  const later = await Player.come(browser, server, { timezoneId: "Asia/Tokyo" });
  await later.page.addInitScript((all) => {
    if (localStorage.length === 0) for (const [key, value] of Object.entries(all)) localStorage.setItem(key, value);
  }, kept);
  await later.page.clock.install({ time: new Date("2026-11-16T14:55:00Z") });
  await later.to("/#/daily");
  await later.sees("date", "November 16, 2026");
  await later.sees("streak", "1");
  await later.to("/#/daily/2026-11-16/easy");
  await later.page.waitForSelector(".board svg");
  await later.page.clock.fastForward("10:00"); // over midnight with the puzzle open: it counts for the day it was begun on
  await handIn(later, dailyOf("2026-11-16")[0].position);
  await later.to("/#/daily");
  await later.sees("date", "November 17, 2026");
  await later.sees("streak", "Daily streak2");
  await later.to("/#/daily/2026-11-14/easy");
  await handIn(later, dailyOf("2026-11-14")[0].position);
  await later.to("/#/daily");
  await later.sees("streak", "Daily streak2"); // a day of the archive counts for none
  await later.leave();
});

/* What stands in the head for programs that show a link. */
async function previewOf(path, language = "en") {
  const text = await (await fetch(server.url + path, { headers: { "Accept-Language": language } })).text();
  const found = [...text.matchAll(/<meta property="og:([a-z:_]+)" content="([^"]*)"/g)];
  return { text, ...Object.fromEntries(found.map(([, name, words]) => [name, words])) };
}

await check(
  "link previews: a day, a challenge, tables, and whatever else have words and a picture in full",
  async () => {
    const day = await previewOf("/daily/2026-11-16");
    equal(day.title, "carom 2026-11-16", "title");
    const fiendish = dailyOf("2026-11-16")[2];
    equal(day.image, `${server.url}/board/${fiendish.position}.png?width=800`, "the picture");
    truth(!day.text.includes(solve(dailyOf("2026-11-16")[0].position).route.join(" ")), "a route is told");
    const drawn = await fetch(day.image);
    equal([drawn.status, drawn.headers.get("content-type")], [200, "image/png"], "the picture");
    equal((await previewOf("/daily/2026-11-16/easy")).image, day.image, "the picture of one of its puzzles");
    const walk = await previewOf("/challenge/7-48/copper-A1-C2-D0-B3/3W%3E5B");
    equal(walk.description, "I solved it in 7 (0:48). How many moves do you need?", "a challenge");
    equal(walk.image, `${server.url}/board/copper-A1-C2-D0-B3/3W%3E5B.png?width=800`, "its picture");
    equal((await fetch(walk.image)).status, 200, "its picture");
    for (const [path, title] of [
      ["/t/K7M2QXAB", "carom: a table"],
      [`/g/${"A".repeat(21)}-1`, "carom: a finished game"],
    ]) {
      const place = await previewOf(path);
      equal([place.title, place.image], [title, `${server.url}/sharing.png`], `the preview of ${path}`);
    }
    for (const path of [
      "/",
      "/daily",
      "/daily/",
      "/daily/2026-02-30",
      '/challenge/"><script>',
      "/challenge/1-1/",
      "/challenge/a.b",
    ]) {
      const plain = await previewOf(path);
      equal([plain.title, plain.image], ["carom", `${server.url}/sharing.png`], `the preview of ${path}`);
      truth(!plain.text.includes('"><script>'), "what was asked for is in the page");
    }
  },
);

await check("link previews, manifest and <noscript> speak the reader's language", async () => {
  const english = await previewOf("/t/K7M2QXAB");
  for (const language of LANGUAGES.filter((one) => one !== "en")) {
    const place = await previewOf("/t/K7M2QXAB", `xx, ${language}-ZZ;q=0.8, en;q=0.5`);
    equal(place.title, catalogue(language)[english.title], `the title in ${language}`);
    equal(place.description, catalogue(language)[english.description], `the words in ${language}`);
    const manifest = await (await fetch(`${server.url}/manifest.${language}.webmanifest`)).json();
    const about = "Ricochet Robots and Micro Robots in the browser: alone, together, or beside your own board.";
    equal([manifest.lang, manifest.description], [language, catalogue(language)[about]], "the manifest");
    truth(
      english.text.includes(catalogue(language)["carom needs JavaScript for its board."]),
      `<noscript>, ${language}`,
    );
  }
  const walk = await previewOf("/challenge/7-48/copper-A1-C2-D0-B3/3W%3E5B", "de");
  equal(walk.description, "Meine Lösung: 7 (0:48). Wie viele Züge brauchst du?", "a challenge");
});

await check("days that cannot be played say why", async () => {
  const one = await at(NOW, "UTC", "/#/daily/2026-02-30");
  await one.sees("wrong", "2026-02-30 isn't a date.");
  await one.to("/#/daily/2026-11-18");
  await one.sees("wrong", "The puzzles for November 18, 2026 aren't out yet.");
  await one.to("/#/daily/1999-12-31");
  await one.sees("wrong", "The archive starts on January 1, 2026.");
  await one.to("/#/daily/2026-11-17"); // has begun in the east
  await shown(one);
  await one.sees("early", "These puzzles aren't out where you live yet.");
  await one.leave();
});

await browser.close();
await server.end();
finish();
