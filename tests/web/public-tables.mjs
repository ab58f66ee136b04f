/*
 * Open tables in Chromium: three strangers, who have no link, meet by "play with others" and finish a round; they react to each
 * other, somebody is muted; a table is found in the list and watched. How it looks: visual.mjs.
 */
import {
  Person,
  Server,
  becomes,
  check,
  equal,
  finish,
  leaveAll,
  looks,
  openBrowser,
  solve,
  stateOf,
  truth,
} from "./table-harness.mjs";
import { Client } from "../server/client.mjs";

const server = await new Server(["--message-rate", "0"]).start();
const browser = await openBrowser();
const SMALL = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/* From the first page, as anybody would. */
async function playWithOthers(name, options = {}) {
  const person = await Person.come(browser, name, options);
  await person.page.goto(`${server.url}/`);
  await person.page.locator('a[href="/#/open"]').click();
  await person.get("name").fill(name);
  await person.tap("together");
  await person.page.waitForSelector(".table.seated");
  return person;
}
const codeOf = (person) => new URL(person.page.url()).pathname.slice("/t/".length);

async function plan(person, route) {
  const names = { R: "red", Y: "yellow", G: "green", B: "blue" };
  const ways = { N: "north", E: "east", S: "south", W: "west" };
  for (const move of route) {
    await person.page.locator(".pad").getByRole("button", { name: names[move[0]], exact: true }).click();
    await person.page.locator(".pad").getByRole("button", { name: ways[move[1]], exact: true }).click();
  }
}

await check("three strangers meet by “play with others” and finish a round", async () => {
  const ana = await playWithOthers("Ana");
  await ana.page.waitForFunction(() => document.querySelectorAll(".player").length === 3);
  const ben = await playWithOthers("Ben", SMALL);
  const cid = await playWithOthers("Cid");
  const code = codeOf(ana);
  equal([codeOf(ben), codeOf(cid)], [code, code], "all at one table");
  await ana.page.waitForFunction(() => document.querySelectorAll(".player").length === 3);
  const { players } = await stateOf(server, code);
  equal(players.map(({ name }) => name).sort(), ["Ana", "Ben", "Cid"], "the bots have made room");
  await cid.tap("start");
  for (const one of [ana, ben, cid]) await one.phase("bidding");
  const route = solve(await stateOf(server, code));
  await plan(ben, route);
  await ben.tap("hand");
  await ana.sees("runners", "Ben");
  await plan(ana, route);
  await ana.tap("hand");
  await ana.tap("react");
  await ana.page.locator("dialog [data-reaction=bravo]").click();
  await ben.sees("reaction", "Bravo!");
  await ana.axe("a race with reactions");
  for (const one of [ana, ben, cid]) await one.tap("done");
  for (const one of [ana, ben, cid]) await one.phase("between");
  await cid.sees("race-result", "Ben");
  await cid.sees("race-result", "Ana");

  const eve = await Person.come(browser, "Eve");
  await eve.page.goto(`${server.url}/#/open`);
  await eve.sees("listed", "Ana");
  await eve.tap("watch");
  await eve.page.waitForSelector(".table.watching");
  equal(codeOf(eve), code, "watched from the list");
  await leaveAll(ana, ben, cid, eve);
});

await check(
  "28.7: the next public race is announced; joined by one, watched by another, it begins by itself",
  async () => {
    const races = await new Server(["--race-seconds", "40"]).start();
    const come = async (name, options) => {
      const person = await Person.come(browser, name, options);
      await person.page.goto(`${races.url}/#/open`);
      return person;
    };
    const seconds = (text) => text.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
    const [ana, ben] = [await come("Ana", SMALL), await come("Ben")];
    await ana.get("name").fill("Ana");
    while (seconds(await ana.get("race-left").innerText()) < 25) await ana.page.waitForTimeout(200); // time enough to be there
    await ana.axe("the next race on a phone");
    await ana.whole("the next race on a phone");
    await ana.tap("join-race");
    await ana.page.waitForSelector(".table.seated");
    await ana.sees("race-start", "The race starts in");
    await ana.axe("waiting for a race on a phone");
    await ana.whole("waiting for a race on a phone");
    equal(await ana.get("start").count(), 0, "ways to start it earlier");
    await ben.sees("next-race", "1 person is waiting");
    await ben.tap("watch-race");
    await ben.page.waitForSelector(".table.watching");
    equal(codeOf(ben), codeOf(ana), "the same race");
    for (const one of [ana, ben]) await one.phase("bidding", 90_000);
    await becomes(async () => (await stateOf(races, codeOf(ana))).players.length, 4, "racers, three of them bots");
    await leaveAll(ana, ben);
    await races.end();
  },
);

await check("28.7: the next public race, and waiting for it, fit every screen", async () => {
  let every = 3600;
  while (every - ((Date.now() / 1000) % every) < 1800) every += 1; // none begins meanwhile
  const races = await new Server(["--race-seconds", String(every)]).start();
  const one = await Person.come(browser, "Ana");
  for (const [name, test] of [
    ["the next race", "next-race"],
    ["waiting for a race", "race-start"],
  ]) {
    if (test === "next-race") await one.page.goto(`${races.url}/#/open`);
    else await one.tap("join-race");
    const ready = () => one.get(test).waitFor();
    await ready();
    for (const look of looks()) {
      const words = `${name}, ${await one.as(look, ready)}`;
      await one.whole(words);
      if (look.axe) await one.axe(words);
      if (process.env.CAROM_SHOTS)
        await one.page.screenshot({ path: `${process.env.CAROM_SHOTS}/${words.replaceAll(/[, ]+/g, "-")}.png` });
    }
  }
  await one.leave();
  await races.end();
});

await check("a host opens a table to everybody and closes it again", async () => {
  const code = await server.table({});
  const ana = await Person.come(browser, "Host");
  await (await ana.to(server, code)).sit();
  await ana.tap("menu");
  await ana.tap("list");
  await ana.page.waitForSelector("[data-test=listed-here]", { state: "attached" });
  const listed = async () =>
    (await (await fetch(`${server.url}/api/tables`)).json()).tables.some((one) => one.code === code);
  for (let i = 0; i < 100 && !(await listed()); i++) await ana.page.waitForTimeout(50);
  truth(await listed(), "it is in the list");
  await ana.tap("list");
  await ana.page.waitForSelector("[data-test=listed-here]", { state: "detached" });
  await ana.leave();
});

await check("more tables stay there when the list is looked at again", async () => {
  const hosts = [];
  for (let i = 0; i < 21; i++) {
    const code = await server.table({}, { listed: true });
    const host = new Client({ link: server.url }, code, {}, `127.0.0.${1 + (i % 2)}`); // each address has a share of the list
    await (await host.open()).join(`Host ${i}`);
    hosts.push(host);
  }
  const eve = await Person.come(browser, "Eve");
  await eve.page.goto(`${server.url}/#/open`);
  await eve.page.getByRole("button", { name: "More tables" }).click();
  const rows = eve.get("listed").locator("li");
  await rows.nth(20).waitFor();
  await eve.page.waitForResponse((answer) => answer.url().includes("&after=")); // looked at again
  truth((await rows.count()) >= 21, "the tables of the second leaf are gone");
  for (const one of hosts) one.close();
  await eve.leave();
});

await check("one's own board is laid at a table", async () => {
  const ana = await Person.come(browser, "Ana");
  await ana.page.goto(`${server.url}/#/own/8x8-tRma1.Vh8/Rd4,Yc3`);
  await ana.tap("at-a-table");
  await ana.get("name").fill("Ana");
  await ana.tap("create");
  await ana.page.waitForSelector("[data-test=arranged]");
  equal((await stateOf(server, codeOf(ana))).board, "8x8-tRma1.Vh8", "the board");
  await ana.leave();
});

await browser.close();
await server.end();
finish();
