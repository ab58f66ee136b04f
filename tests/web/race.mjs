/*
 * The relaxed race (H1 to H7) in Chromium: ten players, two of them in browsers and eight scripted, race for a target; nobody gets
 * a route before the round is over, and then everybody gets all of them. Two more rounds, on a phone and with bots.
 */
import {
  Person,
  Raw,
  Server,
  becomes,
  check,
  equal,
  finish,
  leaveAll,
  openBrowser,
  solve,
  stateOf,
  truth,
} from "./table-harness.mjs";

const server = await new Server(["--message-rate", "0"]).start();
const browser = await openBrowser();
const SMALL = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};
/* Moves on the private board, which nobody else hears of. */
async function plan(person, route) {
  const names = { R: "red", Y: "yellow", G: "green", B: "blue" };
  const ways = { N: "north", E: "east", S: "south", W: "west" };
  for (const [i, move] of route.entries()) {
    await person.page.locator(".pad").getByRole("button", { name: names[move[0]], exact: true }).click();
    await person.page.locator(".pad").getByRole("button", { name: ways[move[1]], exact: true }).click();
    await person.sees("plan-count", String(i + 1));
  }
}

/* A longer route: the shortest one after a robot has gone somewhere and come back, if that changes nothing. */
function longer(state, route, by) {
  for (let i = 0; i < 40; i++) {
    const detour = [...route];
    for (let n = 0; n < by; n++) detour.unshift("RYGB"[(i + n) % 4] + "NESW"[(i >> 2) % 4]);
    const start = detour.slice(0, by);
    const after = spoken("play", { position: state.position, moves: detour });
    if (after.state === "reached" && after.cost === route.length + by && start) return detour;
  }
  return route;
}
const { ask } = await import("./table-harness.mjs");
const spoken = (what, question) => JSON.parse(ask(what, JSON.stringify(question)));

await check(
  "H1, H2, H5: ten race for a target, eight of them scripted; routes are shown when the round is over",
  async () => {
    const code = await server.table({
      preset: "race",
      seed: 5,
      goal: 2,
      barriers: "no",
    });
    const crowd = Array.from({ length: 8 }, (_, i) => new Raw(server, code, `Runner ${i + 1}`));
    const [ida, jo] = [await Person.come(browser, "Ida", SMALL), await Person.come(browser, "Jo")];
    for (const one of [ida, jo]) await (await one.to(server, code)).sit();
    for (const one of crowd) await (await one.connect()).sit();
    await jo.listen();
    await jo.tap("start");
    await ida.phase("bidding");
    const state = await stateOf(server, code);
    const route = solve(state);
    const long = longer(state, route, 1);
    truth((await crowd[0].ask("hand", { route: "RN" })).ok === false, "a route that leads nowhere is refused");
    equal((await crowd[0].ask("hand", { route: long.join(" ") })).ok, true, "a longer route is taken");
    for (const one of crowd.slice(1, 7))
      equal((await one.ask("hand", { route: route.join(" ") })).ok, true, "a route is taken");
    await jo.sees("runners", "Runner 2");
    /* Of many in one breath the last few are said. */
    await jo.hears(`Runner 7 hands in a route of ${route.length}.`);
    await ida.sees("step", "then hand it in");
    await plan(ida, route);
    await ida.axe("the race on a phone");
    await ida.tap("hand");
    await ida.sees("step", "tap “I'm done”");
    await jo.sees("runners", "Ida");
    truth(!crowd[7].events.some((event) => event.ev === "handed" && "route" in event), "nobody is told a route");
    const log = await (await fetch(`${server.url}/t/${code}/log`)).text();
    truth(!log.includes(`"route":"${route[0]}`), "the log of a running game tells no route");
    const late = await new Raw(server, code, "Late").connect();
    truth(!late.events.some((event) => "route" in event), "nor does it to those who come late");
    await jo.axe("the race at a desk");
    for (const one of crowd) await one.ask("done");
    await jo.tap("done");
    await ida.tap("done");
    await ida.phase("between");
    await jo.sees("race-result", "Ida");
    const rows = jo.page.locator("[data-test=race-result] > li");
    await becomes(() => rows.count(), 8, "routes in the result");
    await becomes(() => rows.first().locator(".step").count(), route.length, "moves shown");
    const scores = (await stateOf(server, code)).players.map((one) => one.score).sort((a, b) => b - a);
    equal(scores, long === route ? scores : [3, 2, 1, 1, 1, 1, 1, 1, 0, 0], "points");
    await jo.axe("the result of a race");
    await ida.axe("the result of a race on a phone");
    await ida.whole("the result on a phone");
    for (const one of [...crowd, late]) one.close();
    await leaveAll(ida, jo);
  },
);

await check("H6: a race against a bot to its end", async () => {
  const code = await server.table({
    preset: "race",
    goal: 1,
    barriers: "no",
    hourglass: 0,
    seed: 21,
  });
  const one = await Person.come(browser, "Una", SMALL);
  await (await one.to(server, code)).sit();
  const bot = new Raw(server, code, "Host");
  await bot.connect();
  await bot.sit();
  equal((await bot.ask("bot", { level: 10 })).ok, true, "a bot sits down");
  await one.tap("start");
  await one.phase("bidding");
  const [{ move }] = spoken("moves", { position: (await stateOf(server, code)).position, robot: "R" }).moves;
  await plan(one, [move]);
  await one.page.keyboard.press({ N: "ArrowUp", E: "ArrowRight", S: "ArrowDown", W: "ArrowLeft" }[move[1]]);
  await one.page.waitForSelector(".next-step.refused"); // there it stands already
  await one.tap("reset");
  await one.sees("runners", "✓", 90_000); // the bot has a route
  const route = solve(await stateOf(server, code));
  await plan(one, route);
  if (await one.get("hand").isEnabled()) await one.tap("hand");
  await one.tap("done");
  await bot.ask("done");
  await one.phase("over", 60_000);
  bot.close();
  await one.leave();
});

await browser.close();
await server.end();
finish();
