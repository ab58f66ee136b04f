/*
 * How tables look, with names as long as the server takes them: lobby, open tables, bids, showing, what failed, results, reactions, the
 * end, the replay, the race, the big screen. Nothing is cut off or too wide, every name has the whole of it in its title, axe-core
 * finds nothing. `CAROM_LONG=1` looks at all of it in every language, size and theme; with `CAROM_PICTURES=FOLDER` it also leaves
 * pictures there.
 */
import { join } from "node:path";
import {
  Person,
  Raw,
  Server,
  check,
  equal,
  finish,
  looks,
  openBrowser,
  solve,
  stateOf,
  truth,
} from "./table-harness.mjs";

const server = await new Server(["--message-rate", "0"]).start();
const browser = await openBrowser();
const SMALL = { viewport: { width: 360, height: 740 }, locale: "en-US" };
const LONGEST = 48; // bytes
const NAMES = ["W".repeat(LONGEST), "Mäximiliane-Wilhelmina von und zu Hohenlohe-Öh", "m".repeat(LONGEST)];
const album = process.env.CAROM_LONG && process.env.CAROM_PICTURES;
for (const name of NAMES) equal(new TextEncoder().encode(name).length, LONGEST, "bytes of a long name");

/* Every look of what a page shows; `ready` waits for it after a reload, `first` is done before each. */
async function looked(one, where, ready, sizes, first) {
  for (const look of looks(sizes)) {
    const as = await one.as(look, ready);
    await first?.();
    const wide = await one.page.evaluate(() =>
      document.documentElement.scrollWidth <= innerWidth
        ? []
        : [...document.querySelectorAll("main *")]
            .filter((all) => all.getBoundingClientRect().right > innerWidth + 1)
            .map((all) => `${all.tagName}.${all.className}`),
    );
    equal(wide, [], `too wide, ${where}, ${as}`);
    await one.whole(`${where}, ${as}`);
    if (look.axe) await one.axe(`${where}, ${as}`);
    const path = join(album || "", `${where} ${as}.png`.replaceAll(/[ ,]+/g, "-"));
    if (album && (look.language === "de" || look.language === "en"))
      await one.page.screenshot({ path, fullPage: true });
  }
}
const shown = (test) => (one) => one.get(test).first().waitFor();
const phased = (phase) => (one) => one.phase(phase);
/* All names that are seen, shortened or not, are there in full. */
async function titled(one, name) {
  const titles = await one.page.evaluate(() =>
    [...document.querySelectorAll(".who")].map((who) => [who.textContent, who.title]),
  );
  truth(
    titles.some(([text]) => text === name),
    `${name} is not shown: ${JSON.stringify(titles)}`,
  );
  for (const [text, title] of titles) equal(title, text, "the title of a name");
}

/* One with a browser and two without, at a table that waits as long as one looks. */
async function three(rules, options = {}) {
  const code = await server.table({ hourglass: 0, demonstration: 0, ...rules }, options);
  const one = await Person.come(browser, NAMES[0], SMALL);
  await (await one.to(server, code)).sit();
  const others = [];
  for (const name of NAMES.slice(1)) others.push(await (await new Raw(server, code, name).connect()).sit());
  return { code, one, others };
}
async function wins(raw, route) {
  for (const move of route) equal((await raw.ask("move", { move })).ok, true, `the move ${move}`);
}

await check("a table by the book, from lobby to replay", async () => {
  const { code, one, others } = await three({ seed: 301, goal: 2 });
  const [ben, cid] = others;
  await looked(one, "lobby", phased("lobby"));
  await titled(one, NAMES[2]);
  await one.tap("start");
  await one.phase("bidding");
  const first = solve(await stateOf(server, code));
  await ben.ask("bid", { moves: first.length });
  await cid.ask("bid", { moves: first.length });
  await one.bid(first.length + 1);
  await looked(one, "bids", phased("bidding"), undefined, async () => {
    await ben.ask("react", { reaction: "bravo" }); // one a second; the one before is shown for five
    await one.get("reaction").first().waitFor();
  });
  await titled(one, NAMES[1]);
  for (const raw of others) await raw.ask("done");
  await one.tap("done");
  await one.phase("showing");
  await looked(one, "somebody shows", phased("showing"));
  await one.as({ language: "en", size: [360, 740], theme: "light" }, phased("showing"));
  await ben.ask("move", { move: first[0] });
  await ben.ask("pass");
  await one.get("held").waitFor();
  await one.whole("what failed");
  await titled(one, NAMES[1]);
  await wins(cid, first);
  await one.phase("between");
  await looked(one, "between", phased("between"));
  await one.tap("next");
  for (const raw of others) await raw.ask("next");
  await one.phase("bidding");
  const second = solve(await stateOf(server, code));
  await cid.ask("bid", { moves: second.length });
  for (const raw of others) await raw.ask("done");
  await one.tap("done");
  await one.phase("showing");
  await wins(cid, second);
  await one.phase("over");
  await one.get("over").waitFor();
  await looked(one, "over", shown("over"));
  await titled(one, NAMES[2]);
  await one.page.goto(server.url + (await one.get("replay").getAttribute("href")));
  await shown("replay-round")(one);
  await one.page.waitForFunction(() => !document.querySelector(".rounds").textContent.includes("…"));
  await looked(one, "replay", shown("replay-round"));
  await titled(one, NAMES[1]);
  for (const raw of others) raw.close();
  await one.leave();
});

await check("a race, its result, and the list of open tables", async () => {
  const { code, one, others } = await three({ preset: "race", goal: 5 }, { listed: true });
  await one.tap("start");
  await one.phase("bidding");
  const route = solve(await stateOf(server, code));
  for (const raw of others) equal((await raw.ask("hand", { route: route.join(" ") })).ok, true, "a route is taken");
  await one.get("runners").getByText(NAMES[2]).waitFor();
  await looked(one, "race", phased("bidding"));
  await titled(one, NAMES[2]);
  for (const raw of others) await raw.ask("done");
  await one.tap("done");
  await one.phase("between");
  await looked(one, "race result", phased("between"));
  await titled(one, NAMES[1]);
  await one.page.goto(`${server.url}/#/open`);
  const listed = (who) => who.get("listed").getByText(NAMES[2]).first().waitFor();
  await listed(one);
  await looked(one, "open tables", listed);
  await titled(one, NAMES[1]);
  for (const raw of others) raw.close();
  await one.leave();
});

await check("the big screen", async () => {
  const { code, one, others } = await three({ seed: 303 });
  await one.to(server, code, "?display");
  const sizes = [
    [1280, 800],
    [1920, 1080],
  ];
  await looked(one, "big screen, lobby", phased("lobby"), sizes);
  await others[0].ask("start");
  await one.phase("bidding");
  for (const raw of others) await raw.ask("bid", { moves: 9 });
  await one.get("bids").getByText(NAMES[2]).waitFor();
  await looked(one, "big screen, bids", phased("bidding"), sizes);
  await titled(one, NAMES[1]);
  for (const raw of others) raw.close();
  await one.leave();
});

await browser.close();
await server.end();
finish();
