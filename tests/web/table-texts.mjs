/*
 * Tables for everybody: a whole game with the keyboard alone, what a screen reader says in a round, all languages on a phone,
 * and axe-core on every screen.
 */
import { join } from "node:path";
import {
  LANGUAGES,
  PHONE,
  Person,
  Raw,
  SCREEN,
  Server,
  catalogue,
  check,
  equal,
  finish,
  leaveAll,
  openBrowser,
  pictures,
  solve,
  stateOf,
  truth,
} from "./table-harness.mjs";

const server = await new Server().start();
const browser = await openBrowser();
const ARROWS = {
  N: "ArrowUp",
  E: "ArrowRight",
  S: "ArrowDown",
  W: "ArrowLeft",
};

/* Tab until something is focused that matches. */
async function tabTo(person, selector) {
  for (let i = 0; i < 60; i++) {
    if (await person.page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)) return;
    await person.page.keyboard.press("Tab");
  }
  throw new Error(`${selector} is not reached with Tab`);
}

async function showByKeys(person, route) {
  for (const move of route) {
    const before = await person.seq();
    await person.page.keyboard.press(move[0].toLowerCase());
    await person.page.keyboard.press(ARROWS[move[1]]);
    await person.page.waitForFunction(
      (seq) => Number(document.querySelector("[data-test=table]").dataset.seq) > seq,
      before,
    );
  }
}

await check("a game with the keyboard alone", async () => {
  const anna = await Person.come(browser, "Anna");
  const keys = anna.page.keyboard;
  await anna.page.goto(`${server.url}/#/new`);
  await anna.page.waitForSelector("[data-test=name]");
  await tabTo(anna, "[data-test=name]");
  await keys.type("Anna");
  await tabTo(anna, ".quick-starts input"); // by the book, as every new table
  await tabTo(anna, "[data-test=options] > summary");
  await keys.press("Enter");
  await tabTo(anna, ".pick select");
  await keys.type("1");
  await tabTo(anna, "[data-test=create]");
  await keys.press("Enter");
  await anna.page.waitForSelector(".table.seated");
  await tabTo(anna, "[data-test=start]");
  await keys.press("Enter");
  await anna.phase("bidding");
  const code = anna.page.url().split("/").at(-1);
  equal((await stateOf(server, code)).goal, 1, "tokens to win");
  const route = solve(await stateOf(server, code));
  await keys.type(String(route.length));
  await keys.press("Enter");
  await anna.sees("bids", "You");
  await keys.press("Tab");
  await keys.press("n");
  await anna.phase("showing");
  await showByKeys(anna, route);
  await anna.phase("over");
  await anna.sees("over", "You win!");
  await tabTo(anna, "[data-test=again]");
  await keys.press("Enter");
  await anna.phase("lobby");
  await anna.leave();
});

await check("a screen reader hears the whole round", async () => {
  const code = await server.table({ seed: 101 });
  const anna = await Person.come(browser, "Anna");
  await anna.to(server, code);
  await anna.sit();
  await anna.listen();
  const ben = await (await new Raw(server, code, "Ben").connect()).sit();
  await ben.ask("start");
  await anna.phase("bidding");
  const state = await stateOf(server, code);
  const route = solve(state);
  await ben.ask("bid", { moves: route.length - 1 });
  await anna.bid(route.length);
  await anna.sees("bids", "You");
  await ben.ask("done");
  await anna.tap("done");
  await anna.phase("showing");
  await ben.ask("move", { move: route[0] });
  await ben.ask("pass");
  await anna.sees("turn", "Your turn");
  await showByKeys(anna, route);
  await anna.phase("between");
  const sentences = [
    "Ben joins the table.",
    "The game begins!",
    `on ${state.cell}. Left in the pile: 16.`,
    `Ben bids ${route.length - 1}.`,
    "Ben turns the hourglass: 60 s.",
    `You bid ${route.length}.`,
    "Ben is done.",
    "You're done bidding.",
    "Bidding is over.",
    `Ben shows a route of ${route.length - 1}.`,
    "(lowest bid)",
    "1: ",
    "Ben passes.",
    "The robots go back to their markers.",
    `Show your ${route.length}-move route. (the only bid)`,
    `${route.length}: `,
    "You win target ",
  ];
  for (const words of sentences) await anna.hears(words);
  const labels = await anna.page.evaluate(
    () =>
      [...document.querySelectorAll("button")].filter(
        (one) => !(one.textContent.trim() || one.getAttribute("aria-label")),
      ).length,
  );
  equal(labels, 0, "buttons without a name");
  ben.close();
  await anna.leave();
});

/* Nothing is cut off, and how it looks: with CAROM_PICTURES set, the screens of a language go side by side to docs/pictures. */
const shots = [];
async function seen(person, language, screen) {
  await person.page.evaluate(() => {
    for (const half of document.querySelectorAll(".code-groups span"))
      half.textContent = half.textContent.replace(/./g, "W"); // codes are random: these letters are the widest
  });
  await person.whole(`${screen} in ${language}`);
  if (process.env.CAROM_PICTURES) shots.push(await person.page.screenshot({ scale: "css" }));
}
async function paste(language) {
  if (shots.length === 0) return;
  const page = await browser.newPage({
    viewport: { width: shots.length * 368, height: 640 },
  });
  const images = shots.splice(0).map((shot) => `<img src="data:image/png;base64,${shot.toString("base64")}">`);
  await page.setContent(`<body style="margin:0;display:flex;gap:8px;background:#888">${images.join("")}`);
  await page.screenshot({ path: join(pictures, `narrow-${language}.png`) });
  await page.close();
}

/* Which claim the book in each language prints; a language without a book of its own has that of most. */
const BOOKS = { en: "exact", es: "exact", ca: "exact", pt: "exact", it: "at-most", de: "exact", fr: "exact" };
for (const [language, claim] of Object.entries(BOOKS)) {
  await check(`R13: in ${language} a table that is opened without touching an option is by that book`, async () => {
    const words = catalogue(language);
    const said = (id) => words[id] || id;
    const anna = await Person.come(browser, "Anna", { locale: language });
    await anna.page.goto(`${server.url}/#/new`);
    await anna.page.waitForSelector("[data-test=name]");
    equal(await anna.page.evaluate(() => document.documentElement.lang), language, "the page's language");
    const chosen = anna.page.locator(".quick-starts label:has(input:checked)");
    equal(await chosen.locator("b").textContent(), said("By the book"), "the way that is chosen");
    equal(
      await chosen.locator("small").textContent(),
      said(
        claim === "exact"
          ? "Find the route in your head, bid its length, then show exactly that many moves."
          : "Find the route in your head, bid its length, then show it in that many moves or fewer.",
      ),
      "the sentence below it",
    );
    await anna.get("name").fill("Anna");
    if (process.env.TEST_SCREENS)
      await anna.page.screenshot({ path: join(process.env.TEST_SCREENS, `new-${language}.png`) });
    await anna.tap("create");
    await anna.phase("lobby");
    if (process.env.TEST_SCREENS)
      await anna.page.screenshot({ path: join(process.env.TEST_SCREENS, `lobby-${language}.png`) });
    const code = new URL(anna.page.url()).pathname.split("/").pop();
    const { rules } = await stateOf(server, code);
    const { preset, barriers, silver, transparent, edition } = rules;
    equal(
      { preset, claim: rules.claim, tie: rules.tie, hourglass: rules.hourglass, demonstration: rules.demonstration },
      {
        preset: claim === "exact" ? "ricochet" : "ricochet-it",
        claim,
        tie: "first",
        hourglass: 60000,
        demonstration: 0,
      },
      "the rules",
    );
    equal(
      { barriers, silver, transparent, edition },
      { barriers: "any", silver: false, transparent: false, edition: "2013" },
      "the box",
    );
    const { options } = await (await fetch(`${server.url}/api/tables/${code}`)).json();
    equal(
      [options.plan, options.listed, options.arranged],
      [false, false, false],
      "nobody touches a robot while searching",
    );
    await anna.leave();
  });
}

for (const language of LANGUAGES) {
  await check(`a round on a phone in ${language}, nothing cut off`, async () => {
    shots.length = 0; // of a language that failed
    const words = catalogue(language);
    const said = (id) => words[id] || id;
    const code = await server.table({ seed: 111, handicap: true, goal: 1 });
    const anna = await Person.come(browser, "Anna", {
      ...PHONE,
      locale: language,
    });
    const reads = (id) => anna.page.getByText(said(id), { exact: false }).first().waitFor();
    await anna.page.goto(`${server.url}/#/rules`);
    await anna.page.waitForSelector(".rules .picture svg");
    await reads("If nobody succeeds, the token goes back face down and is shuffled in with the rest.");
    await seen(anna, language, "rules");
    await anna.to(server, code);
    equal(await anna.page.evaluate(() => document.documentElement.lang), language, "the page's language");
    if (language !== "en")
      truth(said("Start game") !== "Start game", `po/${language}.po has no translation of "Start game"`);
    await anna.sit();
    await reads("Start game");
    const ben = await (await new Raw(server, code, "Ben").connect()).sit();
    await anna.sees("table", "Ben");
    await seen(anna, language, "lobby");
    await anna.tap("start");
    await anna.phase("bidding");
    await reads("No bids yet.");
    const wide = () => anna.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    equal(await wide(), 0, "pixels too wide while bidding");
    const route = solve(await stateOf(server, code));
    await anna.bid(route.length);
    await reads("No more bids");
    await anna.bid(route.length + 1);
    await reads("You can only lower your bid.");
    await seen(anna, language, "round");
    await ben.ask("done");
    await anna.tap("done");
    await anna.phase("showing");
    await reads("Give up");
    const overflow = await anna.page.evaluate(
      () =>
        [...document.querySelectorAll(".table-pad button")].filter(
          (one) => one.getBoundingClientRect().bottom > innerHeight + 1,
        ).length,
    );
    equal(overflow, 0, "buttons below the screen");
    await anna.tap("pass");
    await anna.phase("between");
    await reads("Next round");
    equal(await wide(), 0, "pixels too wide after the round");
    await anna.whole(`after the round in ${language}`);
    await anna.tap("next");
    await ben.ask("next");
    await anna.phase("bidding");
    const second = solve(await stateOf(server, code));
    await ben.ask("bid", { moves: second.length });
    await ben.ask("done");
    await anna.tap("done");
    await anna.phase("showing");
    await anna.whole(`somebody shows in ${language}`);
    for (const move of second) await ben.ask("move", { move });
    await anna.phase("over");
    await anna.get("over").waitFor(); // the last slide is looked at first
    await seen(anna, language, "end");
    const story = await anna.page.evaluate(
      () => document.querySelector(".scroll").scrollWidth - document.querySelector(".scroll").clientWidth,
    );
    equal(story, 0, "pixels too wide in the story of the game");
    await paste(language);
    ben.close();
    await anna.leave();
  });
}

await check("axe-core finds nothing on any screen", async () => {
  const anna = await Person.come(browser, "Anna");
  await anna.page.goto(`${server.url}/#/new`);
  await anna.page.waitForSelector("[data-test=name]");
  await anna.page.getByText("All options").click();
  await anna.axe("the new table");
  const code = await server.table({ seed: 121, goal: 1, handicap: true }, { plan: true });
  const [ben, eve, screen] = [
    await Person.come(browser, "Ben", PHONE),
    await Person.come(browser, "Eve"),
    await Person.come(browser, "the screen", SCREEN),
  ];
  for (const one of [anna, ben, eve]) await one.to(server, code);
  await anna.sit();
  await screen.to(server, code, "?display");
  const all = async (where) => {
    for (const one of [anna, ben, eve, screen]) await one.axe(`${one.name}: ${where}`);
  };
  await ben.axe("sitting down");
  await ben.sit();
  await anna.tap("add-bot");
  await all("lobby");
  for (const [open, where] of [
    ["change-rules", "rules"],
    ["code", "invite"],
    ["menu", "menu"],
  ]) {
    await anna.tap(open);
    await anna.axe(where);
    await anna.page.keyboard.press("Escape");
    await anna.page.waitForSelector("dialog[open]", { state: "detached" });
  }
  await anna.page.getByRole("button", { name: /^Remove/ }).click();
  await anna.tap("start");
  await ben.phase("bidding");
  const route = solve(await stateOf(server, code));
  await anna.bid(route.length);
  await ben.bid(route.length + 1);
  await anna.sees("bids", "Ben");
  await all("bidding");
  await anna.tap("done");
  await ben.tap("done");
  await anna.phase("showing");
  await all("showing");
  await anna.show(route.slice(0, 1));
  await anna.tap("pass");
  await ben.sees("turn", "Your turn");
  await ben.tap("pass");
  await anna.phase("between");
  await all("between");
  await anna.tap("next");
  await ben.tap("next");
  await anna.phase("bidding");
  const second = solve(await stateOf(server, code));
  await ben.bid(second.length);
  await anna.tap("done");
  await ben.tap("done");
  await ben.phase("showing");
  await ben.show(second);
  await anna.phase("over");
  await all("over");
  await leaveAll(anna, ben, eve, screen);
});

await browser.close();
await server.end();
finish();
