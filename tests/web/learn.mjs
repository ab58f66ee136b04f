/*
 * What newcomers need, in a browser: the first screen's ways, lessons, what can be done now, a game against the computer with one
 * tap, games that go on. `CAROM_LONG=1` lets the newcomer learn in all languages, on a desk and on a phone, and looks at every new state
 * at four sizes, light and dark; with `CAROM_PICTURES=1` it writes docs/pictures/learn-*.png.
 */
import { LANGUAGES, Server, check, equal, finish, openBrowser, pictures, truth } from "./table-harness.mjs";
import { Newcomer, Player, ask, note, sheet, solve } from "./page-harness.mjs";

const server = await new Server().start();
const browser = await openBrowser();
const come = (address, options) => Player.come(browser, server, options).then((one) => one.to(address));

await check("against the computer with one tap, away, and back to the table from the first screen", async () => {
  const one = await come("/");
  equal(await one.get("to-table").count(), 0, "tables to return to");
  await one.tap("computer");
  await one.page.waitForSelector(".table.seated");
  await one.phase("bidding");
  equal(await one.page.locator(".player").count(), 2, "players");
  equal(await one.get("bid-plan").count(), 0, "private boards: it is the book's game");
  const address = one.page.url();
  await one.to("/");
  await one.tap("to-table");
  await one.phase("bidding");
  equal(one.page.url(), address, "the table's address");
  equal(await one.page.locator(".table.seated").count(), 1, "seats");
  await one.leave();
});

await check("an address that leads nowhere says so, and leads to the first page", async () => {
  const one = await come("/#/nonsense");
  await one.sees("no-page", "Page not found.");
  await one.get("no-page").getByRole("link").click();
  await one.get("play-now").waitFor();
  await one.leave();
});

await check("the rules' Play now leads whoever is new to the lessons, others to practice", async () => {
  const one = await come("/#/rules");
  await one.tap("play-now");
  await one.page.waitForSelector(".screen-learn");
  await one.page.evaluate(() => localStorage.setItem("carom.learned", JSON.stringify({ skipped: true })));
  await one.to("/#/rules");
  await one.tap("play-now");
  await one.page.waitForSelector(".screen-practice");
  await one.leave();
});

/* ---- lessons ---- */

const SMALL = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const learners = process.env.CAROM_LONG
  ? LANGUAGES.flatMap((locale) => [
      [locale, {}],
      [locale, SMALL],
    ])
  : [["de", SMALL]];

for (const [locale, size] of learners) {
  const where = `${locale}, ${size.viewport ? "360x740" : "1280x800"}`;
  await check(`a newcomer who knows only what the page says solves the first five lessons (${where})`, async () => {
    const one = await Newcomer.come(browser, server, { ...size, locale });
    await one.to("/");
    const begun = await one.time();
    await one.tap("play-now");
    await one.learns(5);
    const seconds = ((await one.time()) - begun) / 1000;
    note(`${where}: ${one.solved} positions in ${seconds.toFixed(1)} s of page time`);
    truth(one.solved >= 3 && seconds < 120, `${one.solved} positions in ${seconds} s`);
    truth(await one.get("to-practice").isVisible(), "the choices are there");
    await one.leave();
  });
}

await check(
  "a move that cannot be made is refused with its reason; swipes move the chosen robot from anywhere",
  async () => {
    const one = await come("/#/learn/blocker", SMALL);
    await one.page.waitForSelector(".board svg");
    const before = await one.position();
    await one.page.keyboard.press("ArrowLeft");
    await one.page.waitForSelector('.board[data-refused="RW"]');
    await one.sees("step", "can't move in this direction");
    equal(await one.position(), before, "the position");
    await one.swipe("c2", 0, -60); // far from both robots
    await one.waitForPosition(ask("play", { position: before, route: "RN" }).position);
    equal(await one.page.locator(".next-step.refused").count(), 0, "reasons that are still shown");
    await one.to("/#/learn/bid");
    await one.page.waitForSelector(".board svg");
    const [red] = await one.points(["e5"]);
    await one.page.mouse.click(red.x, red.y);
    await one.sees("step", "in your head");
    await one.get("bid-field").fill("2");
    await one.tap("bid");
    await one.sees("step", "too few");
    await one.to("/#/learn/micro");
    await one.page.waitForSelector(".board.micro svg");
    const { cells, steps } = ask("steps", { position: await one.position(), from: "1P" });
    const shut = cells.findIndex((face) => face !== "1P" && !steps.includes(face));
    await one.click("abcdef"[shut % 6] + (Math.floor(shut / 6) + 1));
    await one.sees("step", "along a row or column");
    await one.page.locator(`[data-cell="${steps[0]}"]`).click();
    await one.page.waitForSelector("[data-test=step]:not(.refused)");
    await one.leave();
  },
);

/* Barriers on the board, on a phone: in German, whose words are long. */
await check("on a phone at a table what is met first can be read and closed, and sound has its switch", async () => {
  const code = await server.table({ seed: 2, goal: 1 });
  const one = await come(`/t/${code}`, { ...SMALL, locale: "de" });
  one.name = "Anna";
  await one.sit();
  const other = await come(`/t/${code}`);
  other.name = "Bert";
  await other.sit();
  await one.tap("start");
  await one.phase("bidding");
  const board = await one.page.locator(".board").first().boundingBox();
  const { y } = await one.get("met").boundingBox();
  truth(y >= board.y + board.height, `the note begins at ${y}, on the board, which ends at ${board.y + board.height}`);
  await one.tap("met");
  await one.get("met-barrier").waitFor({ state: "detached" });
  equal(await one.get("sound").isVisible(), false, "a switch in the header");
  await one.tap("table-sound");
  await one.keeps("settings", ["sound"], true);
  const wide = await one.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  truth(wide <= 0, `it is ${wide} pixels too wide`);
  await one.leave();
  equal(await other.get("table-sound").isVisible(), false, "a second switch where there is a header");
  await other.leave();
});

/* ---- honest ends ---- */

const PLAIN = "G1-Y2-R2-B2/Rc8,Yp1,Gb3,Bn12/Rm";
const BARRIERS = "R2-B4-G2-Y3/Rb16,Ya2,Gj5,Bo16,Sc1/Rg";
/* A route with a move and the way back in it. */
function detour() {
  const [[robot, way]] = solve(PLAIN).route;
  const begin = [robot + way, robot + { N: "S", S: "N", E: "W", W: "E" }[way]];
  const { steps, position } = ask("play", { position: PLAIN, route: begin.join(" ") });
  truth(
    steps.every(({ why }) => !why),
    "a detour",
  );
  return [...begin, ...solve(position).route];
}
await check(
  "praise is for what was found: over par one may try again, and a solution that was seen is none",
  async () => {
    const one = await come(`/#/practice/${PLAIN}`);
    const { route } = solve(PLAIN);
    await one.route(detour());
    await one.sees("verdict", "over par");
    equal(await one.get("routes").count(), 0, "routes before they were asked for");
    await one.keeps("record", ["rating", "count"], 1);
    await one.tap("again");
    await one.waitForPosition(PLAIN);
    await one.route(route);
    await one.sees("verdict", "Well done!");
    await one.get("routes").waitFor();
    await one.sees("grade", "of 100");
    await one.to("/#/rules");
    await one.to(`/#/practice/${PLAIN}`);
    await one.tap("show-solution");
    await one.get("routes").waitFor();
    await one.page.getByRole("button", { name: "Replay" }).click();
    await one.page.waitForFunction(() => document.querySelector(".board").dataset.position.includes("Rc8") === false);
    equal(await one.get("verdict").count(), 0, "verdicts on a replay");
    await one.to("/#/rules");
    await one.to(`/#/practice/${PLAIN}`);
    await one.waitForPosition(PLAIN);
    await one.route(route);
    await one.sees("verdict", "It can't be done in fewer.");
    truth(!(await one.get("verdict").innerText()).includes("Well found"), "praise for what was shown before");
    await one.leave();
  },
);

await check(
  "a solo game goes on after a reload and from the first screen, with its sand; I says that you have it",
  async () => {
    const one = await come("/#/solo/5");
    await one.tap("start");
    await one.get("naming").waitFor();
    const before = await one.position();
    const { route } = solve(before);
    await one.page.keyboard.press("i");
    await one.sees("step", "Show your route.");
    await one.tap("pass");
    await one.get("naming").waitFor();
    await one.page.reload();
    await one.get("naming").waitFor();
    equal(await one.position(), before, "the position after a reload");
    await one.page.locator(".plan-number summary").click();
    await one.page.locator(".digits").getByText(String(route.length), { exact: true }).click();
    await one.page.keyboard.press("Enter"); // on the digit: says the number, and does not tap it again
    await one.page.waitForSelector("[data-test=pad]");
    await one.sees("step", `0 of ${route.length}`);
    await one.route(route);
    await one.sees("verdict", "You win target");
    await one.page.waitForSelector(`.board[data-route="${route.join(" ")}"]`);
    equal(
      await one.position(),
      ask("play", { position: before, route: route.join(" ") }).position,
      "the winning slide stays",
    );
    await one.to("/");
    await one.tap("to-solo");
    await one.sees("verdict", "You win target");
    await one.page.waitForSelector(`.board[data-route="${route.join(" ")}"]`);
    await one.leave();
  },
);

/* ---- how it looks ---- */

const SIZES = [
  [360, 740],
  [820, 1180],
  [1280, 800],
  [1920, 1080],
];
const STATES = [
  ["first screen", "/", ".hero"],
  ["lesson", "/#/learn/blocker", ".board svg"],
  [
    "refused move",
    "/#/learn/blocker",
    ".board svg",
    async (one) => {
      await one.page.keyboard.press("ArrowLeft");
      await one.page.waitForSelector(".next-step.refused");
    },
  ],
  ["bidding lesson", "/#/learn/bid", "[data-test=bid-field]"],
  ["Micro Robots lesson", "/#/learn/micro", ".board svg"],
  ["choices", "/#/learn/end", "[data-test=choices]"],
  ["practice", `/#/practice/${PLAIN}`, "[data-test=grade]"],
  [
    "over par",
    `/#/practice/${PLAIN}`,
    ".board svg",
    async (one) => {
      await one.route(detour());
      await one.get("again").waitFor();
    },
  ],
  [
    "solution",
    `/#/practice/${PLAIN}`,
    "[data-test=show-solution]",
    async (one) => {
      await one.tap("show-solution");
      await one.get("routes").waitFor();
      await one.page.evaluate(() => scrollTo(0, 0));
    },
  ],
  ["first met", `/#/practice/${BARRIERS}`, "[data-test=met-barrier]"],
  ["solo", "/#/solo/5", "[data-test=start]", async (one) => (await one.tap("start"), one.get("naming").waitFor())],
  ["new table", "/#/new", "[data-test=create]"],
];

/* Every new state at every size, light and dark; the ordinary run looks at a phone, and at an upright tablet. */
for (const [width, height] of process.env.CAROM_LONG ? SIZES : SIZES.slice(0, 2)) {
  const themes = process.env.CAROM_LONG ? ["light", "dark"] : ["light"];
  await check(`nothing too wide, axe-core finds nothing: ${width}x${height}`, async () => {
    const shots = [];
    for (const colorScheme of themes) {
      const one = await come("/", { viewport: { width, height }, colorScheme });
      for (const [name, address, ready, act] of STATES) {
        await one.page.evaluate(() => localStorage.removeItem("carom.solo-game"));
        await one.to(address);
        await one.page.locator(ready).first().waitFor();
        await act?.(one);
        const wide = await one.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        truth(wide <= 0, `${name} is ${wide} pixels too wide`);
        equal(await one.page.evaluate(() => scrollY), 0, `${name} is scrolled by`);
        if (process.env.CAROM_LONG || width === 360) await one.axe(`${name}, ${colorScheme}`);
        if (process.env.CAROM_PICTURES) shots.push(await one.page.screenshot());
      }
      await one.leave();
    }
    if (shots.length > 0) await sheet(browser, shots, width > height ? 3 : 6, `${pictures}/learn-${width}.png`);
  });
}

await browser.close();
await server.end();
finish();
