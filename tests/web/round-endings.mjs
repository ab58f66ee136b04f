/*
 * How things end, in a browser: routes as pictures and drawn on the board, what failed is held, what was found is praised,
 * what was shown is not, and nothing is lost by going away.
 */
import { join } from "node:path";
import {
  PHONE,
  Person,
  Server,
  bytesOf,
  check,
  equal,
  finish,
  leaveAll,
  openBrowser,
  pictures,
  stateOf,
  truth,
} from "./table-harness.mjs";
import { solve as shortest } from "./table-harness.mjs";
import { Player, ask, solve } from "./page-harness.mjs";

const server = await new Server().start();
const browser = await openBrowser();
const come = (address, options) => Player.come(browser, server, options).then((one) => one.to(address));

const PLAIN = "G1-Y2-R2-B2/Rc8,Yp1,Gb3,Bn12/Rm";
const words = (route) => route.join(" ");

/* ---- routes as pictures ---- */

await check("a route is robots and arrows, drawn on the board; codes for those who choose them", async () => {
  const one = await come(`/#/practice/${PLAIN}`);
  const { route, routes } = solve(PLAIN);
  await one.route(route);
  await one.page.waitForSelector(`.board[data-route="${words(route)}"]`);
  equal(await one.page.locator(".board .route .way").count(), route.length, "ways on the board");
  const listed = one.page.locator("[data-test=routes] li").first();
  await listed.waitFor();
  equal(await listed.locator(".step").count(), routes[0].length, "moves as pictures");
  const name = await listed.locator(".step").first().getAttribute("aria-label");
  truth(/^(red|yellow|green|blue) (north|east|south|west)$/.test(name), `the first move is called ${name}`);
  equal(await listed.locator(".chip").count(), 0, "codes");
  await one.page.getByRole("button", { name: "Settings" }).click();
  await one.page.getByLabel("Routes as codes").check();
  await one.page.keyboard.press("Escape");
  await one.page.reload();
  await one.page.waitForSelector(".board svg");
  await one.route(route);
  await listed.waitFor();
  equal(await listed.locator(".chip").allTextContents(), routes[0], "codes, also after a reload");
  equal(await listed.locator(".step").count(), 0, "pictures beside codes");
  await one.leave();
});

/* ---- tables ---- */

/* Two who have bid: who is first has promised too little. */
async function failing(goal) {
  const code = await server.table({ preset: "ricochet", seed: 11, goal });
  const [anna, ben] = [await Person.come(browser, "Anna"), await Person.come(browser, "Ben")];
  for (const one of [anna, ben]) {
    await one.to(server, code);
    await one.sit();
  }
  await anna.tap("start");
  for (const one of [anna, ben]) await one.phase("bidding");
  const state = await stateOf(server, code);
  const route = shortest(state);
  await anna.bid(route.length - 1);
  await ben.bid(route.length);
  for (const one of [anna, ben]) await one.tap("done");
  await anna.phase("showing");
  return { anna, ben, state, route };
}

/* Writes down everything that the board shows, with what is said over it: two seconds are soon gone on a slow machine. */
async function watchBoard(one) {
  await one.page.evaluate(() => {
    window.boards = [];
    const look = () => {
      const { position, route } = document.querySelector(".board")?.dataset ?? {};
      const why = document.querySelector("[data-test=held]")?.textContent ?? "";
      const { phase } = document.querySelector("[data-test=table]").dataset;
      const last = window.boards.at(-1);
      if (last && last.position === position && last.route === route && last.why === why && last.phase === phase)
        return;
      window.boards.push({ position, route, why, phase, at: performance.now() });
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
}
const boardsOf = (one) => one.page.evaluate(() => window.boards);
const after = (position, route) => ask("play", { position, route: words(route) }).position;

await check("a demonstration that fails is held with the reason; the one that wins stays, drawn", async () => {
  const { anna, ben, state, route } = await failing(3);
  const short = route.slice(0, -1);
  for (const one of [anna, ben]) await watchBoard(one);
  await anna.show(short);
  for (const [one, who] of [
    [anna, "You"],
    [ben, "Anna"],
  ]) {
    const home = `.board[data-position="${state.position}"][data-route=""]`;
    await one.page.waitForFunction(() => window.boards.some(({ why }) => why));
    await one.page.waitForSelector(home);
    const boards = await boardsOf(one);
    const at = boards.findIndex(({ why }) => why);
    const { position, route: drawn, why } = boards[at];
    equal({ position, drawn }, { position: after(state.position, short), drawn: words(short) }, "what is held");
    truth(why.startsWith(who), `it failed because: ${why}`);
    const end = boards.slice(at).find((board) => !board.why);
    truth(end.at - boards[at].at > 1900, `held for ${end.at - boards[at].at} ms`);
  }
  await ben.show(route);
  for (const one of [anna, ben]) {
    await one.phase("between");
    await one.page.waitForSelector(
      `.board[data-position="${after(state.position, route)}"][data-route="${words(route)}"]`,
    );
  }
  await leaveAll(anna, ben);
});

await check("the last slide of a game is seen before its result", async () => {
  const { anna, ben, state, route } = await failing(1);
  await anna.tap("pass");
  await watchBoard(anna);
  await ben.show(route);
  await anna.sees("over", "Ben wins!");
  const boards = await boardsOf(anna);
  const last = boards.filter(({ phase }) => phase === "over");
  const won = last.find(({ position }) => position === after(state.position, route));
  equal(won?.route, words(route), `the route on the board when the game is over (${JSON.stringify(last)})`);
  await leaveAll(anna, ben);
});

/* ---- finished games ---- */

await check(
  "a finished game is seen by somebody who was not there, on a phone, and a route of it is taken along as a film",
  async () => {
    const { anna, ben, route } = await failing(1);
    await anna.tap("pass");
    await ben.show(route);
    await anna.sees("over", "Ben wins!");
    const address = await anna.get("replay").getAttribute("href");
    truth(/^\/g\/[A-Z2-9]{21}-1$/.test(address), `the game's address is ${address}`);
    const carol = await Player.come(browser, server, PHONE);
    await carol.page.goto(server.url + address);
    await carol.sees("replay-page", "Ben wins!");
    await carol.page.waitForSelector("[data-test=routes] li");
    const bids = await carol.page.locator(".replay-bids").textContent();
    truth(bids.includes("Anna") && bids.includes("Ben"), `the bids: ${bids}`);
    await carol.page.waitForSelector(".replay-bids .badge");
    const [saved] = await Promise.all([carol.page.waitForEvent("download"), carol.get("film").first().click()]);
    const bytes = await bytesOf(saved);
    equal(bytes.subarray(0, 6).toString(), "GIF89a", "what was saved");
    truth(bytes.length < 300_000, `a film of ${bytes.length} bytes`);
    await carol.page.evaluate(() => {
      Navigator.prototype.canShare = () => true;
      Navigator.prototype.share = () => Promise.reject(new DOMException("too late after the tap", "NotAllowedError"));
    });
    const [unshared] = await Promise.all([carol.page.waitForEvent("download"), carol.get("film").first().click()]);
    equal(unshared.suggestedFilename(), "carom.gif", "saved where the share sheet may not be opened");
    await carol.axe("a finished game");
    await carol.whole("a finished game");
    if (process.env.CAROM_PICTURES) {
      await carol.page.evaluate(() => scrollTo(0, 0));
      await carol.page.screenshot({ path: join(pictures, "replay-phone.png") });
    }
    await carol.page.goto(`${server.url}/g/${"A".repeat(21)}-1`);
    await carol.sees("no-game", "no finished game");
    carol.faults = carol.faults.filter((fault) => !fault.includes("404")); // as it should
    await leaveAll(anna, ben, carol);
  },
);

await browser.close();
await server.end();
finish();
