/*
 * Other people in real browsers: everybody's results after a daily puzzle, results that wait while a device is offline, and nothing of
 * it where the server has it switched off. What a server would answer about people is answered here (`answers`), so that the
 * figures on the page can be compared to the digit.
 */
import { execFileSync } from "node:child_process";
import { PHONE, Server, becomes, check, equal, finish, looks, openBrowser, program, truth } from "./table-harness.mjs";
import { Player, ask, solve } from "./page-harness.mjs";
import { OFF, ON, answers, comeAt, handIn, picture, posts } from "./company-harness.mjs";

const server = await new Server().start();
const browser = await openBrowser();
const DATE = "2026-11-16";
const NOW = new Date(`${DATE}T12:00:00Z`);
const puzzles = JSON.parse(execFileSync(program, ["daily", DATE, "--json"], { encoding: "utf8" })).puzzles;
const [easy] = puzzles;
const EASY = `/#/daily/${DATE}/easy`;

const at = (address, table, options) => comeAt(browser, server, NOW, address, table, options);

const routes = ask("solve", { position: easy.position, all: true, limit: 4 }).routes.map((moves) => moves.join(" "));
const FIGURES = {
  solved: 123,
  shortest: 57,
  optimum: easy.moves,
  histogram: [
    [easy.moves, 57],
    [easy.moves + 1, 40],
    [easy.moves + 3, 20],
    [easy.moves + 20, 6],
  ],
  faster: 78,
  routes: Array.from({ length: 6 }, (_, i) => ({ route: routes[i % routes.length], count: 20 - i })),
};
const daily = (figures = FIGURES) => ({
  ...ON,
  [`POST daily/${DATE}/easy`]: { ...figures, first: true },
  [`GET daily/${DATE}/easy`]: figures,
});

await check("after a daily puzzle: how everybody did, to the digit", async () => {
  const one = await at(EASY, daily());
  await handIn(one, easy);
  await one.sees("solved", "123");
  await one.sees("shortest-share", "46%");
  await one.sees("faster", "78%");
  const bars = () =>
    one.page.$$eval("[data-test=histogram] li", (all) =>
      all.map((bar) => [Number(bar.dataset.moves), Number(bar.querySelector("b").textContent)]),
    );
  const best = easy.moves;
  const expected = [57, 40, 0, 20, 0, 0, 0, 6].map((people, i) => [best + i, people]);
  await becomes(bars, expected, "the chart, its last row with all longer routes");
  await becomes(
    () => one.page.$$eval(".histogram .mine", (all) => all.map((bar) => Number(bar.dataset.moves))),
    [best],
    "mine",
  );
  await one.sees("figures", "Times are reported by each device.");
  await one.sees("figures", "next four in");
  const drawn = one.page.locator("[data-test=others-routes] svg");
  await becomes(() => drawn.count(), 4, "routes as pictures");
  await one.tap("more-routes");
  await becomes(() => drawn.count(), 6, "all of them");
  const [sent, ...more] = posts(one);
  equal(more, [], "sent once");
  equal(sent.body.route, solve(easy.position).route.join(" "), "the route");
  truth(/^[0-9a-f]{32}$/.test(sent.body.device) && Number.isInteger(sent.body.ms), JSON.stringify(sent.body));
  await one.page.reload();
  await one.sees("solved", "123");
  equal(posts(one).length, 1, "results sent after a reload");
  await one.to("/#/record");
  await one.sees("on-server", sent.body.device); // what an operator needs to erase it
  await one.leave();
});

await check("a result found offline waits, and goes out when the device is online", async () => {
  const one = await at(EASY, daily());
  await one.page.waitForSelector(".board svg");
  one.page.removeAllListeners("console"); // the part of the page that celebrates badges is not there yet
  await one.context.setOffline(true);
  await handIn(one, easy);
  await one.sees("figures-waiting", "Your result is saved.");
  equal(posts(one).length, 0, "sent while offline");
  await one.context.setOffline(false);
  await one.sees("solved", "123");
  equal(posts(one).length, 1, "sent when online");
  await one.keeps("unsent", ["length"], 0);
  await one.leave();
});

await check("a result that the server could not take goes out when the page is next opened", async () => {
  const busy = { refused: "request", why: "rate", retry: 1000 };
  const one = await at(EASY, { ...daily(), [`POST daily/${DATE}/easy`]: busy, [`GET daily/${DATE}/easy`]: busy });
  one.page.removeAllListeners("console"); // a refusal is a line in the console
  await handIn(one, easy);
  await one.sees("figures-waiting", "Your result is saved.");
  await one.keeps("unsent", ["length"], 1);
  await one.page.unroute("**/api/**");
  await answers(one, daily());
  await one.to("/#/nowhere");
  await one.page.reload();
  await one.keeps("unsent", ["length"], 0);
  equal(posts(one).length, 1, "sent from another screen");
  await one.leave();
});

await check("where the server has it switched off, nothing is shown, and nothing is sent", async () => {
  const one = await at(EASY, { ...daily(), ...OFF });
  await handIn(one, easy);
  await one.sees("verdict", "It can't be done in fewer");
  await one.page.waitForFunction(() => document.querySelector("[data-test=routes]")); // long after the server was asked
  equal(await one.page.locator("[data-test^=figures]").count(), 0, "figures");
  equal(
    one.asked.map(({ path }) => path),
    ["server"],
    "asked",
  );
  await one.leave();
});

await check("a first one, and one who gave up", async () => {
  const first = await at(EASY, daily({ solved: 1, shortest: 1, optimum: easy.moves, histogram: [[easy.moves, 1]] }));
  await handIn(first, easy);
  await first.sees("figures", "You're the first to solve it here!");
  await first.leave();
  const none = await at(EASY, daily({ solved: 0, shortest: 0, optimum: easy.moves, histogram: [] }));
  await none.tap("give-up");
  await none.sees("figures", "Nobody has solved it here yet.");
  equal(posts(none).length, 0, "giving up is no result");
  await none.leave();
});

await check("the squares that are shared tell nothing of a route", async () => {
  const one = await at(EASY, { ...daily(), ...OFF }, PHONE);
  await handIn(one, easy);
  const text = await one.get("share-text").inputValue();
  const [, line] = text.split("\n");
  const squares = [...line.split(" ")[0]];
  equal([squares.length, new Set(squares).size], [easy.moves, 1], "one square per move, in one colour");
  await one.leave();
});

await check("figures fit every screen, in light and dark", async () => {
  const one = await at(EASY, daily());
  await handIn(one, easy);
  const ready = (who) => who.sees("solved", "123");
  for (const look of [...looks(), ...looks([[320, 640]])]) {
    const words = await one.as(look, ready);
    await one.whole(`figures, ${words}`);
    if (look.axe) await one.axe(`figures, ${words}`);
    if (process.env.CAROM_SHOTS) await picture(one, "figures", words);
  }
  await one.leave();
});

/* ---- circles ---- */

const CODE = "K7M2QXABCD3F";
const solved = (moves, ms) => ({ moves, ms });
const member = (id, name, today, week, month) => ({
  id,
  name,
  today,
  week,
  month,
  played: Object.values(today).some(Boolean),
});
const nothing = { easy: null, medium: null, fiendish: null, micro: null };
/* A circle of three besides you: one has played all, one has results that are hidden from you, one has not played. */
function circle(state = { joined: true, name: "Zoe", left: false }) {
  const members = () => [
    member(
      "m1",
      "Ana",
      { easy: solved(4, 52000), medium: solved(9, 130000), fiendish: solved(17, 3_729_000), micro: solved(5, 9000) },
      12,
      40,
    ),
    member("m2", "Bartholomew the Magnificent 2nd", { ...nothing, easy: {}, micro: {} }, 3, 3),
    member("m3", "Cy", nothing, 0, 8),
    ...(state.joined ? [member("m4", state.name, { ...nothing, easy: solved(3, 1000) }, 1, 2)] : []),
  ];
  const joined = { circle: CODE, name: "Team", id: "m4", token: "secret" };
  return {
    ...ON,
    "POST circles": (body) => ((state.joined = true), (state.name = body.member), joined),
    [`POST circles/${CODE}/members`]: (body) => ((state.joined = true), (state.name = body.name), joined),
    [`PATCH circles/${CODE}/members/me`]: (body) => ((state.name = body.name), { ok: true }),
    [`DELETE circles/${CODE}/members/me`]: () => ((state.joined = false), (state.left = true), { ok: true }),
    [`GET circles/${CODE}`]: () => ({
      name: "Team",
      count: members().length,
      ...(state.joined ? { me: "m4", date: DATE, members: members(), matches: [] } : {}),
    }),
  };
}
const row = (one, name) => one.page.locator(`[data-member="${name}"]`).innerText();

await check("a circle is made, shown, renamed, and left with one tap", async () => {
  const state = { joined: false };
  const one = await at("/circle", circle(state));
  await one.get("circle-name").fill("Team");
  await one.get("member-name").fill("Zoe");
  await one.tap("create");
  await one.sees("circle-title", "Team");
  truth(one.page.url().endsWith(`/circle/${CODE}`), one.page.url());
  truth((await one.get("share-text").inputValue()).endsWith(`${server.url}/circle/${CODE}`), "the link to invite");
  await one.get("member-name").fill("Zoë");
  await one.tap("rename");
  await one.page.waitForSelector('[data-member="Zoë"]');
  equal(one.asked.at(-1).token, "secret", "the token of the member");
  await one.tap("leave-circle");
  await one.page.waitForSelector("[data-test=create]");
  equal(state.left, true, "left");
  await one.keeps("circles", ["length"], 0);
  await one.leave();
});

await check("whoever has the link joins a circle, and sees today's four results and totals", async () => {
  const one = await at(`/circle/${CODE}`, circle({ joined: false }));
  await one.sees("join-form", "3 members");
  equal(await one.page.locator("[data-test=members]").count(), 0, "results before joining");
  await one.get("member-name").fill("Zoe");
  await one.tap("join-circle");
  await one.sees("members", "Ana");
  await becomes(
    async () => (await row(one, "Ana")).split(/\s+/),
    ["AAna", "4", "0:52", "9", "2:10", "17", "1:02:09", "5", "0:09", "12", "40"],
    "Ana",
  );
  await becomes(() => one.page.locator('[data-member^="Bartholomew"] .hidden-result').count(), 2, "played, and hidden");
  await becomes(() => one.page.locator('[data-member="Cy"] .not-played').count(), 4, "not played");
  await one.sees("not-played", "Not played today: Cy");
  const first = await one.page.locator("[data-member]").first().getAttribute("data-member");
  equal(first, "Zoe", "you come first");
  await one.to("/");
  await one.page.evaluate(() => localStorage.setItem("carom.learned", JSON.stringify({ skipped: true })));
  await one.page.reload();
  await one.sees("circle-card", "Team today");
  await becomes(() => one.page.locator("[data-test=circle-card] .on").count(), 6, "a dot for each result");
  await one.leave();
});

await check("circles that are gone, or switched off, say so, and nothing leads there", async () => {
  const gone = await at(`/circle/${CODE}`, { ...ON, [`GET circles/${CODE}`]: { refused: "company", why: "no-table" } });
  gone.faults.length = 0;
  await gone.page.waitForSelector("[data-test=wrong]");
  await gone.context.close();
  const off = await at(`/circle/${CODE}`, OFF);
  await off.sees("wrong", "This server has no circles.");
  await off.page.evaluate(() => localStorage.setItem("carom.learned", JSON.stringify({ skipped: true })));
  await off.to("/");
  await off.page.waitForSelector(".small-ways");
  equal(await off.page.locator('a[href="/circle"], [data-test=circle-card]').count(), 0, "ways to circles");
  await off.leave();
});

await check(
  "a circle that cannot be reached says so, comes when it can be, and stays when it is away again",
  async () => {
    let away = true;
    const table = circle();
    const view = table[`GET circles/${CODE}`];
    const one = await at(`/circle/${CODE}`, { ...table, [`GET circles/${CODE}`]: () => (away ? null : view()) });
    one.page.removeAllListeners("console"); // a request that fails is a line in the console
    await one.page.waitForSelector("[data-test=wrong]");
    one.faults.length = 0; // the first may have failed before
    away = false;
    await one.page.evaluate(() => dispatchEvent(new Event("online")));
    await one.sees("members", "Ana");
    away = true;
    const asked = one.asked.length;
    await one.page.clock.fastForward(31_000);
    await becomes(() => one.asked.length > asked, true, "it was asked again");
    await one.page.clock.fastForward(31_000);
    await becomes(() => one.asked.length > asked + 1, true, "and again, after the answer was taken in");
    equal(await one.page.locator("[data-test=wrong]").count(), 0, "what was seen stays");
    await one.sees("members", "Ana");
    await one.leave();
  },
);

await check("a device that stores nothing is a member as long as the page is open", async () => {
  const state = { joined: false };
  const one = await at(`/circle/${CODE}`, circle(state));
  await one.page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await one.get("member-name").fill("Zoe");
  await one.tap("join-circle");
  await one.sees("members", "Ana");
  equal(one.asked.at(-1).token, "secret", "the token of the member");
  await one.leave();
});

await check("a challenge carries a name, and brings the answer back", async () => {
  const one = await at(`/challenge/9-48/${easy.position}?from=Ana`, OFF);
  await one.sees("challenged", "Ana solved it in 9 moves and 0:48.");
  await one.page.evaluate(() => localStorage.setItem("carom.settings", JSON.stringify({ name: "Ben" })));
  await one.page.reload();
  await one.tap("ready");
  await handIn(one, easy);
  const answer = one.page.getByRole("region", { name: "Send Ana your answer" }).locator("textarea");
  const [words, address] = (await answer.inputValue()).split("\n");
  truth(words.startsWith(`I took on your challenge: ${easy.moves} moves in `), words);
  truth(address.startsWith(`${server.url}/challenge/${easy.moves}-`) && address.endsWith("?from=Ben"), address);
  await one.leave();
});

/* The same with a server that has all of it: nothing is answered here. */
const { company } = await (await fetch(`${server.url}/api/server`)).json();
if (company)
  await check("28.1: a daily found offline outlives a reload, and counts once the device is online again", async () => {
    const date = new Date().toISOString().slice(0, 10);
    const [, medium] = JSON.parse(execFileSync(program, ["daily", date, "--json"], { encoding: "utf8" })).puzzles;
    const one = await Player.come(browser, server, { timezoneId: "UTC", serviceWorkers: "allow" });
    await one.to("/");
    await one.page.evaluate(() => navigator.serviceWorker.ready);
    await one.page.waitForFunction(async () => (await caches.keys()).length === 1);
    await one.context.setOffline(true);
    await one.to(`/daily/${date}/medium`);
    await handIn(one, medium);
    await one.sees("figures-waiting", "Your result is saved.");
    await one.page.reload();
    await one.sees("figures-waiting", "Your result is saved.");
    await one.context.setOffline(false);
    await one.sees("figures", "You're the first to solve it here!");
    await one.keeps("unsent", ["length"], 0);
    await one.leave();
  });
if (company)
  await check("two devices in a circle, with the real server", async () => {
    const date = new Date().toISOString().slice(0, 10);
    const [first] = JSON.parse(execFileSync(program, ["daily", date, "--json"], { encoding: "utf8" })).puzzles;
    const come = (address) => Player.come(browser, server, { timezoneId: "UTC" }).then((one) => one.to(address));
    const ana = await come("/circle");
    await ana.get("circle-name").fill("Team");
    await ana.get("member-name").fill("Ana");
    await ana.tap("create");
    await ana.sees("circle-title", "Team");
    const path = new URL(ana.page.url()).pathname;
    await ana.to(`/#/daily/${date}/easy`);
    await handIn(ana, first);
    await ana.sees("figures", "You're the first to solve it here!");
    const ben = await come(path);
    await ben.sees("join-form", "1 member");
    await ben.get("member-name").fill("Ben");
    await ben.tap("join-circle");
    await ben.sees("members", "Ana");
    equal(await ben.page.locator('[data-member="Ana"] .hidden-result').count(), 1, "hidden until played");
    await ben.to(`/#/daily/${date}/easy`);
    await handIn(ben, first);
    await ben.sees("solved", "2");
    await ben.sees("shortest-share", "100%");
    await ben.to(path);
    await ben.page.waitForSelector('[data-member="Ana"] b');
    equal(await ben.page.locator('[data-member="Ana"] b').innerText(), String(first.moves), "Ana's result");
    await ben.tap("leave-circle");
    await ben.page.waitForSelector("[data-test=create]");
    await ana.to(path);
    await ana.sees("members", "Ana");
    await becomes(() => ana.page.locator("[data-member]").count(), 1, "members when one has left");
    await ana.leave();
    await ben.leave();
  });

await check("circles fit every screen, in light and dark", async () => {
  const one = await at(`/circle/${CODE}`, circle({ joined: false }));
  await one.get("member-name").fill("Zoe");
  await one.tap("join-circle");
  for (const [name, address, test] of [
    ["circle", `/circle/${CODE}`, "members"],
    ["circles", "/circle", "create"],
  ]) {
    await one.to(address);
    const ready = (who) => who.get(test).waitFor();
    await ready(one);
    for (const look of [...looks(), ...looks([[320, 640]])]) {
      const words = await one.as(look, ready);
      await one.whole(`${name}, ${words}`);
      if (look.axe) await one.axe(`${name}, ${words}`);
      if (process.env.CAROM_SHOTS) await picture(one, name, words);
    }
  }
  await one.leave();
});

await browser.close();
await server.end();
finish();
