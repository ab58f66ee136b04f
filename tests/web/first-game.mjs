/*
 * A newcomer's first hours, in real browsers: a first game against the computer that can be won, hints that are seen on the smallest phone,
 * nothing on the board while a clock runs, no sideways scrolling at 320 pixels, one route per idea after a round, and the small things that
 * people stumble over.
 */
import {
  PHONE,
  Person,
  Raw,
  SCREEN,
  Server,
  check,
  equal,
  finish,
  leaveAll,
  openBrowser,
  pause,
  program,
  solve,
  stateOf,
  truth,
} from "./table-harness.mjs";
import { execFileSync } from "node:child_process";
import { Player, ask, solve as solvePosition } from "./page-harness.mjs";

const server = await new Server().start();
const browser = await openBrowser();

const inWindow = (person, selector) =>
  person.page
    .locator(selector)
    .first()
    .evaluate((one) => {
      const { top, bottom, left, right } = one.getBoundingClientRect();
      return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    });
const centreOf = (cell) => [(cell.charCodeAt(0) - 97) * 1000 + 500, (Number(cell.slice(1)) - 1) * 1000 + 500];
const codeOf = (person) => new URL(person.page.url()).pathname.split("/").at(-1);

/* A new game against the computer on a device that has never won a round. */
async function againstComputer(options = PHONE) {
  const anna = await Person.come(browser, "Anna", options);
  await anna.page.goto(`${server.url}/#/new/computer`);
  await anna.phase("bidding");
  return anna;
}

/* Bids a shortest route and shows it; the bot can only be as good. */
async function winsRound(anna) {
  const route = solve(await stateOf(server, codeOf(anna)));
  await anna.bid(route.length);
  await anna.phase("showing");
  if ((await stateOf(server, codeOf(anna))).turn !== "p1") return undefined;
  await anna.show(route);
  await anna.phase("between");
  return route.length;
}

/* ---- 1: the first game is kind ---- */

const fits = (moves) => moves >= 3 && moves <= 5;
/* About one deal in a thousand has no such target; then the shortest of its targets comes first. */
const TOKENS = ["V", ...["R", "Y", "G", "B"].flatMap((robot) => ["m", "g", "s", "p"].map((sign) => robot + sign))];
function anyFits(position) {
  const placed = position.slice(0, position.lastIndexOf("/"));
  return TOKENS.some((token) => fits(solvePosition(`${placed}/${token}`).moves));
}

await check("ten first games open with targets of three to five moves, and say so", async () => {
  const lengths = [];
  for (let i = 0; i < 10; i++) {
    const anna = await againstComputer();
    truth(await anna.get("easy-start").isVisible(), "the table says that it is an easy start");
    const state = await stateOf(server, codeOf(anna));
    const { length } = solve(state);
    truth(fits(length) || !anyFits(state.position), `a first target of ${length} moves: ${state.position}`);
    lengths.push(length);
    await anna.leave();
  }
  console.log(`# moves: ${lengths.join(" ")}`);
  truth(lengths.filter(fits).length >= 8, `first targets of ${lengths.join(", ")} moves`);
});

await check("a bid that the bot cannot beat ends the round at once, and the log is verified", async () => {
  const anna = await againstComputer();
  await anna.sees("bots", "is thinking");
  truth(!(await anna.get("flip").isVisible()), "a button for something that cannot be done yet");
  const state = await stateOf(server, codeOf(anna));
  const route = solve(state);
  const begin = Date.now();
  await anna.bid(route.length);
  await anna.phase("showing", 15000);
  const waited = Date.now() - begin;
  console.log(`# ${waited} ms`);
  truth(waited < 6500, `the round went on for ${waited} ms`);
  await anna.show(route);
  await anna.phase("between");
  truth(await inWindow(anna, "[data-test=scores]"), "the scores are outside the window");
  truth(await inWindow(anna, "[data-test=next]"), "the way on is outside the window");
  const [robot] = route[0];
  const began = ask("describe", { position: state.position }).robots[robot];
  const marker = await anna.page.locator(`.board #marker-${robot}`).getAttribute("transform");
  equal(marker.match(/-?\d+/g).map(Number), centreOf(began), "the marker where the route begins");
  await anna.get("best").waitFor(); // the solver's answer
  const summaries = anna.page.locator(".more-routes > summary");
  for (let i = 0; i < (await summaries.count()); i++) await summaries.nth(i).click();
  const listed = await anna.page
    .locator(".routes button")
    .evaluateAll((all) =>
      all.map((one) => [...one.querySelectorAll("[data-move]")].map((m) => m.dataset.move).join(" ")),
    );
  truth(listed.includes(route.join(" ")), "the route that has won is listed");
  equal(new Set(listed).size, listed.length, "routes that stand there twice");
  const lessons = await anna.page.evaluate(() => JSON.parse(localStorage.getItem("carom.learned")));
  equal(lessons.rounds, 1, "the round that was won is known");
  const log = await (await fetch(`${server.url}/t/${codeOf(anna)}/log`)).text();
  const opened = JSON.parse(log.split("\n")[0]);
  equal(opened.rules.easy_start, true, "the log says that it was an easy start");
  equal(opened.rules.barriers, "no", "R2: no barriers in a first game");
  execFileSync(program, ["replay"], { input: log, stdio: ["pipe", "ignore", "inherit"] });
  await anna.page.goto(`${server.url}/#/new/computer`);
  await anna.phase("bidding");
  truth(!(await anna.get("easy-start").isVisible()), "easy although a round was won");
  await anna.leave();
});

await check("an easy start can be switched off", async () => {
  const anna = await againstComputer();
  const first = codeOf(anna);
  await anna.tap("easy-start");
  await anna.tap("no-easy-start");
  await anna.page.waitForFunction(
    (code) => !location.pathname.endsWith(code) && location.pathname.startsWith("/t/"),
    first,
  );
  await anna.phase("bidding");
  truth(!(await anna.get("easy-start").isVisible()), "it is still there");
  equal((await stateOf(server, codeOf(anna))).rules.easy_start ?? false, false, "the rule");
  await anna.leave();
});

/* ---- 2: hints ---- */

const PUZZLE = "G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Gg";

await check("three taps on the bulb are seen on the smallest phone", async () => {
  const one = await Player.come(browser, server, PHONE);
  await one.to(`/#/practice/${PUZZLE}`);
  await one.page.waitForSelector(".board svg");
  const { route, moves } = solvePosition(PUZZLE);
  const texts = [];
  for (let i = 0; i < 3; i++) {
    await one.tap("hint");
    await one.page.waitForFunction(
      (old) => document.querySelector("[data-test=step]").innerText !== old,
      texts.at(-1) ?? "",
    );
    if (i === 0) await one.sees("step", String(moves));
    texts.push(await one.get("step").innerText());
    truth(await inWindow(one, "[data-test=step]"), `hint ${i + 1} is outside the window`);
  }
  equal(new Set(texts).size, 3, `three different hints: ${texts.join(" | ")}`);
  truth(await one.page.locator(".hinted[data-hint] #robot-" + route[0][0]).isVisible(), "a robot is marked");
  const drawn = await one.page.locator(".board").getAttribute("data-route");
  equal(drawn.split(" ").length, 1, "the first move is drawn");
  equal(ask("play", { position: PUZZLE, route: drawn }).steps.length, 1, "and is a move");
  await one.press(drawn);
  await one.sees("step", "Keep going, or undo.");
  await one.leave();
});

/* ---- 3: notes ---- */

await check("what is met first is never explained on the board, nor while the sand runs", async () => {
  const code = await server.table({ seed: 7, barriers: "only", hourglass: 60000 });
  const anna = await Person.come(browser, "Anna", PHONE);
  await anna.to(server, code);
  await anna.sit();
  const ben = await (await new Raw(server, code, "Ben").connect()).sit();
  await anna.tap("start");
  await anna.phase("bidding");
  await anna.get("met").waitFor();
  const apart = await anna.page.evaluate(() => {
    const note = document.querySelector(".first-met").getBoundingClientRect();
    const board = document.querySelector(".board svg").getBoundingClientRect();
    return note.top >= board.bottom || note.left >= board.right;
  });
  truth(apart, "the note lies on the board");
  await ben.ask("bid", { moves: 9 });
  await anna.sees("bids", "Ben");
  truth(!(await anna.get("met").isVisible()), "the note stays while the sand runs");
  ben.close();
  await anna.leave();
});

/* ---- 4: small windows ---- */

const SCREENS = [
  "/",
  ...[
    "practice",
    "solo",
    "micro",
    "own",
    "own/edit",
    "new",
    "open",
    "daily",
    "atlas",
    "rush",
    "streak",
    "puzzles",
    "list",
  ].map((name) => `/#/${name}`),
  ...["record", "learn", "rules", "challenge"].map((name) => `/#/${name}`),
];

await check("320 pixels without sideways scrolling on all screens", async () => {
  const one = await Player.come(browser, server, { ...PHONE, viewport: { width: 320, height: 640 } });
  const wide = [];
  const measure = async (name) => {
    const width = await one.page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 320) wide.push(`${name}: ${width}`);
  };
  for (const address of SCREENS) {
    await one.to(address);
    await pause(300);
    await measure(address);
  }
  await one.page.goto(`${server.url}/#/new/computer`);
  await one.phase("bidding");
  await measure("a table");
  equal(wide, [], "wider than the window");
  await one.leave();
});

await check("a phone on its side shows all arrows", async () => {
  for (const [width, height] of [
    [740, 360],
    [640, 360],
  ]) {
    const one = await Player.come(browser, server, { ...PHONE, viewport: { width, height } });
    await one.to(`/#/practice/${PUZZLE}`);
    await one.page.waitForSelector(".pad-arrows");
    for (const way of ["N", "E", "S", "W"])
      truth(await inWindow(one, `.arrow-${way}`), `practice, ${width}x${height}: arrow ${way} is outside the window`);
    const code = await server.table({ hourglass: 1000 });
    await one.page.goto(`${server.url}/t/${code}`);
    one.name = "Anna";
    await one.sit();
    await one.tap("start");
    await one.phase("bidding");
    await one.bid(5);
    await one.phase("showing");
    await one.page.waitForSelector(".pad-arrows");
    for (const way of ["N", "E", "S", "W"])
      truth(await inWindow(one, `.arrow-${way}`), `showing, ${width}x${height}: arrow ${way} is outside the window`);
    equal(await one.page.evaluate(() => document.documentElement.scrollWidth), width, "the width of the table");
    await one.leave();
  }
});

/* ---- 5: one route per idea ---- */

/* The same moves of every robot, whatever their order. */
const ideaOf = (moves) =>
  Object.entries(Object.groupBy(moves, (move) => move[0]))
    .map(([robot, own]) => robot + own.join(""))
    .sort()
    .join(" ");

await check("after a round one route per idea, the others are made on demand", async () => {
  const many = ["R1-G1-B1-Y1", "B1-Y1-G1-R2", "G1-Y2-R2-B2"]
    .flatMap((board) => ["Gg", "Rm", "Bs", "Yp"].map((target) => `${board}/Ra1,Yp1,Ga16,Bp16/${target}`))
    .map((position) => ({ position, ...ask("solve", { position, all: true, limit: 100 }) }))
    .filter(({ routes }) => routes?.length > 8)
    .sort((a, b) => b.routes.length - a.routes.length)[0];
  const ideas = new Set(many.routes.map(ideaOf)).size;
  console.log(`# ${many.routes.length} routes, ${ideas} ideas`);
  truth(ideas < many.routes.length / 2, "a position with many orders of the same moves");
  const one = await Player.come(browser, server);
  await one.to(`/#/practice/${many.position}`);
  await one.tap("show-solution");
  await one.page.waitForSelector("[data-test=routes] li");
  const shown = await one.page.locator("[data-test=routes] > li").count();
  equal(shown, Math.min(3, ideas), "routes shown, one for each idea");
  equal(await one.page.locator(".routes li").count(), shown, "the others are not there yet");
  await one.page.locator(".more-routes summary").first().click();
  await one.page.waitForFunction((n) => document.querySelectorAll(".routes li").length > n, shown);
  await one.leave();
});

await check("the shortest idea is drawn on the board when nobody has found it", async () => {
  const code = await server.table({ seed: 11, hourglass: 500, patience: 0 });
  const anna = await Person.come(browser, "Anna");
  await anna.to(server, code);
  await anna.sit();
  await anna.tap("start");
  await anna.phase("bidding");
  const { length } = solve(await stateOf(server, code));
  await anna.tap("flip");
  await anna.phase("between");
  await anna.page.waitForFunction(
    (n) => document.querySelector(".board").dataset.route.split(" ").filter(Boolean).length === n,
    length,
  );
  await anna.leave();
});

/* ---- 6: small ones ---- */

await check("your own route in a race is seen among many, and reactions are, on the big screen too", async () => {
  const code = await server.table({ preset: "race", hourglass: 60000 });
  const anna = await Person.come(browser, "Anna", PHONE);
  await anna.to(server, code);
  await anna.sit();
  const others = [];
  for (const name of ["Bartholomew", "Clementine", "Dominique", "Ezekiel"])
    others.push(await (await new Raw(server, code, name).connect()).sit());
  const screen = await (await Person.come(browser, "Screen", SCREEN)).to(server, code, "?display");
  await anna.tap("start");
  await anna.phase("bidding");
  const route = solve(await stateOf(server, code));
  for (const one of others) await one.ask("hand", { route: route.join(" ") });
  const names = { R: "red", Y: "yellow", G: "green", B: "blue" };
  const ways = { N: "north", E: "east", S: "south", W: "west" };
  for (const move of route) {
    await anna.page.locator(".pad").getByRole("button", { name: names[move[0]], exact: true }).click();
    await anna.page.locator(".pad").getByRole("button", { name: ways[move[1]], exact: true }).click();
  }
  await anna.tap("hand");
  await anna.page.waitForSelector(".runners li.you");
  await anna.page.evaluate(() => scrollTo(0, 0));
  const clipped = await anna.page.locator(".runners li.you").evaluate((own) => {
    const [mine, list] = [own, own.parentElement].map((one) => one.getBoundingClientRect());
    return mine.left < list.left - 1 || mine.right > list.right + 1;
  });
  truth(!clipped, "your own route is clipped");
  truth(await inWindow(anna, "[data-test=react]"), "reactions are below the fold");
  await anna.tap("react");
  await anna.page.locator("dialog [data-reaction=wow]").click();
  await screen.sees("reaction", "Wow!");
  await anna.sees("reaction", "Wow!");
  truth(await inWindow(screen, "[data-test=reaction]"), "the reaction is outside the big screen");
  for (const one of others) one.close();
  await leaveAll(anna, screen);
});

await check("the bids are below the pad on a desk, and the scores inside the window", async () => {
  const anna = await againstComputer({ viewport: { width: 1280, height: 800 } });
  const [pad, scores] = await anna.page.evaluate(() =>
    [".number-pad", "[data-test=players] li:last-child"].map((name) => {
      const { top, bottom } = document.querySelector(name).getBoundingClientRect();
      return { top, bottom };
    }),
  );
  const target = await anna.page.locator(".table-act .target").evaluate((one) => one.getBoundingClientRect().bottom);
  truth(pad.top - target < 60, `${Math.round(pad.top - target)} empty pixels above the pad`);
  truth(scores.bottom <= 800, "the scores are cut off");
  await anna.leave();
});

await check("a result that is shared speaks of people by name", async () => {
  const anna = await Person.come(browser, "Anna", { permissions: ["clipboard-read", "clipboard-write"] });
  await anna.page.addInitScript(() => delete Navigator.prototype.share);
  const code = await server.table({ goal: 1, hourglass: 1000 });
  await anna.to(server, code);
  await anna.sit();
  await anna.tap("start");
  await anna.phase("bidding");
  const route = solve(await stateOf(server, code));
  await anna.bid(route.length);
  await anna.phase("showing");
  await anna.show(route);
  await anna.phase("over");
  await anna.tap("share-result");
  const text = await anna.page.evaluate(() => navigator.clipboard.readText());
  truth(text.includes("Anna wins!") && text.includes("Anna 1") && !/\bYou\b/.test(text), text);
  await anna.leave();
});

await check("rush counts a mistake when it is made", async () => {
  const one = await Player.come(browser, server);
  await one.to("/#/rush");
  await one.tap("start");
  await one.get("mistakes").waitFor();
  await one.tap("pass");
  const begin = Date.now();
  await one.page.waitForFunction(() => document.querySelectorAll("[data-test=mistakes] .made").length === 1);
  const number = await one.get("course").getAttribute("data-number");
  equal(number, "0", `the mistake is counted before the next puzzle comes (${Date.now() - begin} ms)`);
  await one.leave();
});

await check("practice has a way back, and keeps what was moved", async () => {
  const one = await Player.come(browser, server);
  await one.to(`/#/practice/${PUZZLE}`);
  await one.page.waitForSelector(".board svg");
  await one.press(solvePosition(PUZZLE).route[0]);
  await one.sees("count", "1");
  await one.page.reload();
  await one.sees("count", "1");
  await one.tap("next");
  await one.page.waitForFunction((old) => !decodeURI(location.hash).endsWith(old), PUZZLE);
  await one.get("puzzle-before").click();
  await one.page.waitForFunction((old) => decodeURI(location.hash).endsWith(old), PUZZLE);
  await one.page.waitForSelector(`.board[data-position*="Gg"]`);
  await one.to("/#/practice/garbage");
  await one.get("unreadable").waitFor();
  await one.tap("next");
  await one.page.waitForSelector(".board svg");
  await one.leave();
});

await check("a table that is made without a name has a seat for you", async () => {
  const one = await Player.come(browser, server);
  await one.to("/#/new");
  await one.tap("create");
  await one.page.waitForSelector(".table.seated");
  await one.sees("players", "1 player");
  await one.leave();
});

/* A round that nobody has won, at a server of its own, after which Anna wants to go on. */
async function annaVotes() {
  const own = await new Server().start();
  const code = await own.table({ hourglass: 500, patience: 0 });
  const anna = await Person.come(browser, "Anna");
  await anna.to(own, code);
  await anna.sit();
  const ben = await Person.come(browser, "Ben");
  await ben.to(own, code);
  await ben.sit();
  await anna.tap("start");
  await anna.phase("bidding");
  await anna.tap("flip");
  await anna.phase("between");
  await anna.tap("next");
  await ben.sees("votes", "1 of 2");
  return { own, code, anna, ben };
}

await check("a vote to go on outlives the server, also for a player who reloads", async () => {
  const { own, anna, ben } = await annaVotes();
  await ben.page.reload(); // what the server knows, not what the page remembers
  await ben.sees("votes", "1 of 2");
  await own.stop();
  await own.start();
  await ben.page.reload();
  await ben.sees("votes", "1 of 2", 30000);
  await ben.tap("next");
  await anna.phase("bidding", 30000);
  await leaveAll(anna, ben);
  await own.end();
});

await check("a vote to go on outlives the server and the page of the one who gave it", async () => {
  const { own, code, anna, ben } = await annaVotes();
  await anna.page.goto("about:blank");
  await own.stop();
  await own.start();
  await ben.page.reload();
  await anna.to(own, code); // a new page on the same device
  await ben.sees("votes", "1 of 2", 30000);
  await anna.sees("votes", "1 of 2", 30000);
  truth(await anna.get("next").isDisabled(), "Anna may vote twice");
  await ben.tap("next");
  await anna.phase("bidding", 30000);
  await leaveAll(anna, ben);
  await own.end();
});

await check("a server that stands still is seen", async () => {
  const own = await new Server().start();
  const code = await own.table({ hourglass: 500, patience: 0 });
  const anna = await Person.come(browser, "Anna");
  await anna.to(own, code);
  await anna.sit();
  await anna.page.waitForSelector(".lamp-on", { timeout: 30000 });
  own.process.kill("SIGSTOP");
  await anna.page.waitForSelector(".lamp:not(.lamp-on)", { timeout: 14000 });
  own.process.kill("SIGCONT");
  await anna.page.waitForSelector(".lamp-on", { timeout: 30000 });
  await leaveAll(anna);
  await own.end();
});

await check("the clock of a challenge waits for the one who was challenged, and says who sent it", async () => {
  const anna = await Player.come(browser, server);
  await anna.page.addInitScript(() => localStorage.setItem("carom.settings", JSON.stringify({ name: "Anna" })));
  await anna.to(`/#/challenge/${PUZZLE}`);
  await anna.page.waitForSelector(".board svg");
  await anna.route(solvePosition(PUZZLE).route);
  await anna.tap("hand-in");
  const [, address] = (await anna.get("share-text").inputValue()).split("\n");
  const ben = await Player.come(browser, server);
  await ben.page.goto(address);
  await ben.sees("challenged", "Anna solved it in");
  truth((await ben.page.locator(".board").count()) === 0, "the position is seen before the clock runs");
  await pause(1500);
  await ben.tap("ready");
  await ben.page.waitForSelector(".board svg");
  truth(/0:0[01]/.test(await ben.page.locator(".puzzle-clock").innerText()), "the clock has run before");
  await leaveAll(anna, ben);
});

await check("a game that all have left has a sentence, and old addresses lead somewhere", async () => {
  const code = await server.table({});
  const ben = await (await new Raw(server, code, "Ben").connect()).sit();
  await ben.ask("start");
  await ben.ask("leave");
  ben.close();
  const anna = await Person.come(browser, "Anna");
  await anna.page.goto(`${server.url}/t/${code}`);
  await anna.page.waitForSelector("[data-test=table]");
  const words = await anna.page.locator("body").innerText();
  truth(!words.includes("Scores: ."), "Scores: .");
  for (const old of ["lists", "lessons", "tables"]) {
    await anna.page.goto(`${server.url}/#/${old}`);
    await anna.page.waitForSelector("main h1");
    truth(!(await anna.page.locator("main").innerText()).includes("Page not found"), old);
  }
  await anna.leave();
});

await check("both relaxed ways have no barriers", async () => {
  const one = await Player.come(browser, server);
  for (const name of ["race", "relaxed"]) {
    await one.to("/#/new");
    await one.page.locator(`.quick-starts input[value=${name}]`).check();
    await one.tap("create");
    await one.page.waitForSelector(".table.seated");
    equal((await stateOf(server, codeOf(one))).rules.barriers, "no", name);
    await one.to("/");
  }
  await one.leave();
});

await browser.close();
await server.end();
finish();
