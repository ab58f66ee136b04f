/*
 * The review of a finished game in Chromium: a real game through the server, its figures, the targets that somebody missed with the
 * first move on the board, practised with one tap; also at the replay. Then a game with bots. CAROM_PICTURES=1 takes pictures.
 */
import { join } from "node:path";
import {
  Person,
  Server,
  ask,
  becomes,
  check,
  equal,
  finish,
  looks,
  openBrowser,
  pictures,
  stateOf,
  truth,
} from "./table-harness.mjs";
import { Client } from "../server/client.mjs";

const server = await new Server(["--message-rate", "0"]).start();
server.link = server.url; // as Client wants it
const browser = await openBrowser();
const NAMES = { R: "red", Y: "yellow", G: "green", B: "blue" };

/* All shortest routes, from the engine that the server does not ask. */
const solveAll = ({ position }) => JSON.parse(ask("solve", JSON.stringify({ position, all: true, limit: 1000 })));

/* One round: who bids what; who is to show shows the shortest route. Returns its position and all shortest routes. */
async function round(code, anna, ben, { annas, bens }) {
  await anna.phase("bidding");
  const state = await stateOf(server, code);
  const found = solveAll(state);
  const [route] = found.routes;
  if (annas !== undefined) await anna.bid(found.moves + annas);
  if (bens !== undefined) await ben.do("bid", { moves: found.moves + bens });
  await anna.tap("done");
  await ben.do("done");
  await anna.phase("showing");
  if (bens === undefined) await anna.show(route);
  else for (const move of route) await ben.do("move", { move });
  return { position: state.position, ...found };
}

/* Ada wins the first round, Ben the other two; Ada bids too much in one and nothing in the other. */
async function played() {
  const code = await server.table({ preset: "ricochet-it", seed: 11, goal: 2, barriers: "no" });
  const anna = await Person.come(browser, "Anna");
  await anna.to(server, code);
  await anna.sit();
  const ben = await new Client(server, code).open({ since: 0 });
  await ben.join("Ben");
  await anna.tap("start");
  const rounds = [];
  for (const [i, bids] of [{ annas: 0 }, { annas: 2, bens: 0 }, { bens: 0 }].entries()) {
    rounds.push(await round(code, anna, ben, bids));
    if (i === 2) break;
    await anna.phase("between");
    await ben.do("next");
    await anna.tap("next");
  }
  await anna.phase("over");
  return { code, anna, ben, rounds };
}
const game = await played();

/* What stands in a missed target's line must be true of one of the shortest routes. */
function truthful(words, begin, { moves, routes }) {
  const pattern = new RegExp(`^${begin}${moves} was possible\\. Start with (red|yellow|green|blue)\\.$`);
  const robot = pattern.exec(words)?.[1];
  truth(robot && routes.some(([first]) => NAMES[first[0]] === robot), `"${words}" with ${moves} moves`);
}

await check("a finished game is reviewed: who won what, the round that turned it, what was missed", async () => {
  const { anna, rounds } = game;
  await anna.sees("turned", "Round 3 turned the game: Ben overtook Anna.");
  await anna.page.waitForSelector("[data-test=missed]");
  const facts = () => anna.get("facts").locator("dd").allTextContents();
  await becomes(async () => (await facts()).slice(0, 2), ["1 of 3", "1 of 2"], "rounds won, shortest routes");
  for (const words of (await facts()).slice(2))
    truth(words.startsWith(`Round 1 · ${rounds[0].moves} move`), `a find: ${words}`);
  const missed = anna.get("missed").locator("> li > details > summary > span:last-child");
  await becomes(() => missed.count(), 2, "missed targets");
  const lines = await missed.allTextContents();
  truthful(lines[0].trim(), `You bid ${rounds[1].moves + 2}, but `, rounds[1]);
  truthful(lines[1].trim(), "You didn't bid, but ", rounds[2]);
});

await check("of others as well, by their names", async () => {
  const { anna } = game;
  const facts = async () => (await anna.get("facts").locator("dd").allTextContents()).slice(0, 2);
  await anna.page.locator('[data-test=review] [data-player="p2"]').click();
  await becomes(facts, ["2 of 3", "2 of 2"], "Ben's");
  await anna.sees("missed", "Ben didn't bid");
  await anna.page.locator('[data-test=review] [data-player="p1"]').click();
  await becomes(facts, ["1 of 3", "1 of 2"], "Anna's");
});

await check("a missed target shows its board, with the first move made", async () => {
  const { anna, rounds } = game;
  const one = anna.get("missed").locator("> li > details").first();
  await one.locator("> summary").click();
  await one.locator(".board svg").waitFor();
  const shortest = rounds[1].routes.map((route) => route.join(" "));
  const isShortest = async () => shortest.includes(await one.locator(".board").getAttribute("data-route"));
  await becomes(isShortest, true, `the route drawn is one of ${shortest.length} shortest ones`);
  await one.locator(".replay .tabular", { hasText: `1/${rounds[1].moves}` }).waitFor();
  await one.locator("> summary").click();
});

/* The same game as somebody else sees it, by its link. */
await check("the replay of a game has its review", async () => {
  const { anna, rounds } = game;
  const address = await anna.get("replay").getAttribute("href");
  const other = await Person.come(browser, "Olga");
  await other.page.goto(server.url + address);
  await other.sees("turned", "Round 3 turned the game: Ben overtook Anna.");
  await other.page.waitForSelector("[data-test=missed]");
  await becomes(() => other.get("facts").locator("dd").first().textContent(), "2 of 3", "the winner comes first");
  await other.page.locator('[data-test=review] [data-player="p1"]').click();
  await other.sees("missed", `Anna bid ${rounds[1].moves + 2}, but ${rounds[1].moves} was possible`);
  await other.leave();
});

await check("missed targets are practised with one tap", async () => {
  const { code, anna, rounds } = game;
  await anna.tap("practise-missed");
  await anna.page.waitForURL(/#\/list\/.+\/1$/);
  await anna.sees("note", "1 of 2");
  await anna.page.waitForSelector(".board svg");
  const list = anna.page.url().replace(/\/1$/, "");
  await anna.page.goto(list);
  await anna.page.waitForSelector("[data-test=listed]");
  for (const [i, { position }] of rounds.slice(1).entries()) {
    await anna.page.locator("[data-test=listed] a").nth(i).click();
    await anna.page.waitForSelector(".board svg");
    truth(position.includes("/"), "a position");
    await anna.page.goto(list);
  }
  await anna.to(server, code);
  await anna.page.waitForSelector("[data-test=missed]");
});

/* With bots, as anybody may: they play to the end by themselves, but for going on. */
async function withBots() {
  const code = await server.table({ preset: "race", seed: 8, goal: 3, barriers: "no", hourglass: 20000 });
  const eve = await Person.come(browser, "Eve");
  await eve.to(server, code);
  await eve.sit();
  const own = await new Client(server, code).open({ since: 0 });
  await own.join("Ida");
  for (const level of [4, 7, 10]) await own.do("bot", { level });
  await eve.tap("start");
  for (let over = false; !over;) {
    await own.until(() => own.has("over") || own.count("won") + own.count("putback") > (own.seen ?? 0), 120_000);
    own.seen = own.count("won") + own.count("putback");
    over = own.has("over");
    if (over) break;
    await own.do("next");
    await eve.tap("next");
    await own.until(() => own.count("drawn") > own.seen);
  }
  await eve.phase("over");
  return eve;
}

await check("a race against bots has a review, at every size", async () => {
  const eve = await withBots();
  await eve.page.waitForFunction(() => document.querySelectorAll("[data-test=review] nav button").length === 5);
  for (const look of looks()) {
    await eve.as(look, (one) => one.page.waitForSelector("[data-test=missed], [data-test=no-missed]"));
    await eve.get("review").scrollIntoViewIfNeeded();
    await eve.whole(`the review, ${look.language} ${look.size}`);
    if (look.axe) await eve.axe(`the review, ${look.language} ${look.size}`);
    const first = eve.page.locator("[data-test=missed] > li > details").first();
    if (await first.isVisible()) await first.locator("> summary").click();
    if (process.env.CAROM_PICTURES)
      await eve.page.screenshot({
        path: join(pictures, `page-review-${look.language}-${look.size.join("x")}-${look.theme}.png`),
        fullPage: true,
      });
  }
  await eve.leave();
});

await game.ben.close();
await game.anna.leave();
await browser.close();
await server.end();
finish();
