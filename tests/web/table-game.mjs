/*
 * Games at a table, in real browsers: from the link to the winner, every preset, reloads in every phase, watchers, phone and
 * big screen together, the private board.
 */
import {
  DESK,
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
  pictures,
  solve,
  stateOf,
  truth,
} from "./table-harness.mjs";

const server = await new Server().start();
const browser = await openBrowser();
const picture = (person, name) =>
  process.env.CAROM_PICTURES ? person.page.screenshot({ path: `${pictures}/table-${name}.png` }) : null;

/* Everybody has bid and says so. */
async function closeBids(...people) {
  for (const one of people) await one.tap("done");
}

await check("three people from link to winner, with a failed demonstration and a tie", async () => {
  const anna = await Person.come(browser, "Anna");
  await anna.page.goto(`${server.url}/#/new`);
  await anna.get("name").fill("Anna");
  await anna.page.getByRole("radio", { name: "By the book" }).check();
  await anna.page.getByText("All options").click();
  await anna.page.getByLabel("Tokens to win").selectOption("1");
  await anna.tap("create");
  await anna.page.waitForSelector(".table.seated");
  const link = await anna.get("link").first().getAttribute("href");
  const [ben, cleo] = [await Person.come(browser, "Ben", PHONE), await Person.come(browser, "Cleo")];
  for (const one of [ben, cleo]) {
    await one.page.goto(link);
    await one.sit();
  }
  await anna.sees("players", "Cleo");
  await cleo.tap("start");
  for (const one of [anna, ben, cleo]) await one.phase("bidding");
  const code = link.split("/").at(-1);
  const state = await stateOf(server, code);
  const route = solve(state);
  await ben.bid(route.length);
  await cleo.sees("bids", "Ben");
  await picture(ben, "phone");
  await cleo.bid(route.length);
  await anna.bid(route.length + 3);
  await anna.sees("bids", "same bid, but earlier");
  await anna.bid(route.length - 1);
  await ben.sees("bids", `1.${route.length - 1}Anna`.replace("1.", ""));
  await picture(anna, "bids");
  await closeBids(anna, ben, cleo);
  await ben.phase("showing");
  await ben.sees("turn", "Anna shows");
  await anna.sees("turn", "lowest bid");
  await anna.show(route.slice(0, -1));
  await anna.sees("turn", "Ben shows");
  await cleo.sees("turn", "same bid, but earlier");
  equal((await stateOf(server, code)).robots, state.robots, "the robots are back on their markers");
  await ben.show(route);
  for (const one of [anna, cleo]) {
    await one.phase("over");
    await one.sees("over", "Ben wins!");
  }
  await ben.sees("over", "You win!");
  await anna.sees("rounds", `Ben ${route.length} after`);
  await picture(anna, "over");
  const log = await (await fetch(new URL(await anna.get("log").getAttribute("href"), server.url))).text();
  const events = log
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  equal(
    events.filter(({ ev }) => ev === "failed").map(({ why }) => why),
    ["not-reached"],
    "the log has the failure",
  );
  equal(events.at(-1).ev, "over", "the log's last event");
  truth(events[0].seed !== undefined, "after the end the log has its seed");
  await cleo.tap("again");
  for (const one of [anna, ben, cleo]) {
    await one.phase("lobby");
    equal(await one.page.locator(".player").count(), 3, "all three are still there");
  }
  await leaveAll(anna, ben, cleo);
});

/* One round on the page of one person; another one only watches the bids go by. */
async function oneRound(preset, seed) {
  const micro = preset.startsWith("micro");
  const code = await server.table({ preset, seed, ...(preset === "solo" ? {} : { goal: 1 }) });
  const anna = await Person.come(browser, "Anna");
  await anna.to(server, code);
  await anna.sit();
  const other = preset === "solo" ? null : await (await new Raw(server, code, "Ben").connect()).sit();
  await anna.tap("start");
  await anna.phase(preset === "solo" ? "searching" : "bidding");
  const route = solve(await stateOf(server, code));
  if (preset === "solo") {
    await anna.tap("have-it");
    await anna.phase("showing");
    await anna.sees("turn", "Show your route.");
  } else {
    await anna.bid(route.length);
    if (!micro) {
      await anna.sees("bids", "You");
      await other.ask("done");
      await anna.tap("done");
    }
    await anna.phase("showing");
    if (preset === "micro") await picture(anna, preset);
  }
  if (micro) {
    await anna.sees("step", "highlighted");
    for (const face of route) {
      await anna.page.locator(`[data-cell="${face}"]`).click();
      if (face !== route.at(-1)) await anna.sees("count", String(route.indexOf(face) + 1));
    }
  } else await anna.show(route);
  await anna.phase(preset === "solo" ? "between" : "over");
  if (preset === "solo") {
    await anna.tap("next");
    await anna.phase("searching");
  } else await anna.sees("over", "You win!");
  other?.close();
  await anna.leave();
}
for (const [preset, seed] of [
  ["ricochet", 11],
  ["ricochet-it", 12],
  ["sfrenati", 13],
  ["sfrenati-competition", 14],
  ["solo", 15],
  ["micro", 16],
  ["micro-expert", 17],
]) {
  await check(`a round of ${preset}`, () => oneRound(preset, seed));
}

await check("Micro Robots: a wrong call costs a chip and the dice go on", async () => {
  const code = await server.table({ preset: "micro", seed: 3 });
  const anna = await Person.come(browser, "Anna");
  await anna.to(server, code);
  await anna.sit();
  const ben = await (await new Raw(server, code, "Ben").connect()).sit();
  await anna.tap("start");
  await anna.phase("bidding");
  let route = solve(await stateOf(server, code));
  await anna.bid(route.length);
  for (const face of route) await anna.page.locator(`[data-cell="${face}"]`).click();
  await anna.phase("between");
  await anna.tap("next");
  await ben.ask("next");
  await anna.phase("bidding");
  const dice = (await stateOf(server, code)).dice;
  equal(dice, ben.id, "the left neighbour has the dice");
  await anna.bid(1);
  await anna.phase("showing");
  await anna.tap("pass");
  await anna.sees("outcome", "You give a chip to Ben.");
  const state = await stateOf(server, code);
  equal(
    state.players.map(({ score }) => score),
    [0, 1],
    "the chip went to Ben",
  );
  ben.close();
  await anna.leave();
});

await check("M1, M3, M11: the side, who begins, both dice stay visible, no chip", async () => {
  const anna = await Person.come(browser, "Anna");
  await anna.page.goto(`${server.url}/#/new`);
  await anna.page.getByText("Other games and editions").click();
  await anna.page.locator("input[value=micro]").check();
  await anna.page.getByText("All options").click();
  await anna.page.locator("input[value=copper]").check({ force: true });
  await anna.get("name").fill("Anna");
  await anna.tap("create");
  await anna.phase("lobby");
  const code = new URL(anna.page.url()).pathname.split("/").pop();
  const ben = await (await new Raw(server, code, "Ben").connect()).sit();
  equal((await stateOf(server, code)).board.split("-")[0], "copper", "the side that was agreed on");
  await anna.sees("first-player", "If nobody chooses, the first to sit down rolls: Anna.");
  await anna.get("first-player").getByRole("combobox").selectOption({ label: "Ben" });
  await anna.tap("start");
  await anna.phase("bidding");
  let state = await stateOf(server, code);
  equal(state.dice, ben.id, "the player who was chosen has the dice");
  const faces = async () =>
    await anna.page.locator("[data-test=dice] [data-face]").evaluateAll((all) => all.map((one) => one.dataset.face));
  equal(await faces(), [state.start, state.target], "dice for the start and the target");
  equal(await anna.page.locator("[data-test=dice] .die").count(), 4, "a number and a colour each");
  const chips = async () =>
    await anna.page
      .locator(".board.micro .chip")
      .evaluateAll((all) => all.filter((one) => getComputedStyle(one).display !== "none").length);
  equal(await chips(), 1, "chips on the target");
  const route = solve(state);
  await anna.bid(route.length);
  await anna.phase("showing");
  equal(await faces(), [state.start, state.target], "the dice stay visible while a route is shown");
  for (const face of route) await anna.page.locator(`[data-cell="${face}"]`).click();
  await anna.phase("between");
  await anna.page.getByLabel("A chip marks the target").click();
  await anna.page.waitForFunction(() => !document.querySelector("[role=switch]").checked);
  for (let i = 0; i < 100 && (await stateOf(server, code)).rules.chip !== false; i++) await pause(50);
  await anna.tap("next");
  await ben.ask("next");
  await anna.phase("bidding");
  state = await stateOf(server, code);
  equal([await chips(), await faces()], [0, [state.target]], "no chip; the dice say the target");
  ben.close();
  await anna.leave();
});

await check("R1, R3: set up your own: sections and robots are chosen together at a private table", async () => {
  const anna = await Person.come(browser, "Anna");
  await anna.page.goto(`${server.url}/#/new`);
  await anna.get("name").fill("Anna");
  await anna.page.getByText("All options").click();
  await anna.page.getByLabel("Set up your own").check();
  await anna.tap("create");
  await anna.phase("lobby");
  const code = new URL(anna.page.url()).pathname.split("/").pop();
  const ben = await Person.come(browser, "Ben");
  await ben.to(server, code);
  await ben.sit();
  await ben.tap("own-setup");
  await ben.tap("slot-0");
  const [first] = (await stateOf(server, code)).board.split("-");
  const other = `${first[0]}${first[1] === "1" ? 2 : 1}`;
  await ben.tap(`face-${other}`);
  await ben.tap("apply-setup");
  await ben.page.waitForSelector("dialog", { state: "detached" });
  equal((await stateOf(server, code)).board.split("-")[0], other, "the section that was chosen");
  await anna.sees("arranged", "custom");
  truth(!(await anna.page.content()).includes("arranged table"), "it is called nothing else");
  await ben.tap("start");
  await anna.phase("bidding");
  await leaveAll(anna, ben);
});

await check("a reload in each phase finds the same seat and the same state", async () => {
  const code = await server.table({ seed: 21, goal: 2 });
  const anna = await Person.come(browser, "Anna");
  await anna.to(server, code);
  await anna.sit();
  const ben = await (await new Raw(server, code, "Ben").connect()).sit();
  const again = async (phase) => {
    await anna.phase(phase);
    const before = await anna.seq();
    await anna.page.reload();
    await anna.phase(phase);
    await anna.page.waitForSelector(".table.seated");
    equal(await anna.seq(), before, `after a reload in ${phase}`);
  };
  await again("lobby");
  await anna.tap("start");
  for (let round = 0; round < 2; round++) {
    await again("bidding");
    const route = solve(await stateOf(server, code));
    await anna.bid(route.length);
    await anna.sees("bids", "You");
    await again("bidding");
    await anna.sees("bids", "You");
    await ben.ask("done");
    await anna.tap("done");
    await anna.phase("showing");
    await anna.show(route.slice(0, 1));
    await again("showing");
    await anna.sees("count", `1/${route.length}`);
    await anna.show(route.slice(1));
    if (round === 0) {
      await again("between");
      await anna.tap("next");
      await ben.ask("next");
    }
  }
  await again("over");
  await anna.sees("over", "You win!");
  ben.close();
  await anna.leave();
});

await check("who watches sees where the game is, and may still sit down", async () => {
  const code = await server.table({ seed: 31 });
  const players = [];
  for (const name of ["Ann", "Bob"]) players.push(await (await new Raw(server, code, name).connect()).sit());
  await players[0].ask("start");
  await players[1].ask("bid", { moves: 12 });
  const eve = await Person.come(browser, "Eve");
  await eve.to(server, code);
  await eve.sees("bids", "Bob");
  equal(await eve.get("bid-field").count(), 0, "no bid pad for those who watch");
  await players[0].ask("bid", { moves: 9 });
  await eve.sees("bids", "Ann");
  await eve.sit();
  await eve.bid(7);
  await eve.sees("bids", "You");
  await eve.tap("menu");
  await eve.tap("leave");
  await eve.tap("leave-really");
  await eve.page.waitForSelector(".table.watching");
  equal(
    (await stateOf(server, code)).players.map(({ name }) => name),
    ["Ann", "Bob"],
    "who has left is gone",
  );
  for (const one of players) one.close();
  await eve.leave();
});

/* Everything a thumb needs is on the screen and big enough. */
async function underThumb(person, selector) {
  const faults = await person.page.evaluate((wanted) => {
    const found = [];
    for (const one of document.querySelectorAll(wanted)) {
      const box = one.getBoundingClientRect();
      if (box.width < 43.5 || box.height < 43.5)
        found.push(`${one.outerHTML.slice(0, 80)} is ${Math.round(box.width)}x${Math.round(box.height)}`);
      if (box.bottom > innerHeight + 1 || box.right > innerWidth + 1 || box.left < -1)
        found.push(`${one.outerHTML.slice(0, 80)} ends at ${Math.round(box.right)},${Math.round(box.bottom)}`);
    }
    if (document.documentElement.scrollWidth > innerWidth)
      found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    return found;
  }, selector);
  equal(faults, [], `under the thumb of ${person.name}`);
}

await check("a phone of 360x640 and the big screen together", async () => {
  const code = await server.table({ seed: 41, hourglass: 60000, patience: 0 });
  const screen = await Person.come(browser, "the screen", SCREEN);
  await screen.to(server, code, "?display");
  await screen.sees("big-code", code);
  truth(await screen.page.locator(".qr").evaluate((image) => image.naturalWidth > 0), "the QR code is there");
  const phone = await Person.come(browser, "Ida", PHONE);
  await phone.to(server, code);
  await phone.sit();
  const names = ["Ava", "Bo", "Cy", "Di"];
  const raw = [];
  for (const name of names) raw.push(await (await new Raw(server, code, name).connect()).sit());
  await screen.sees("players", "Ida");
  await phone.tap("start");
  await phone.phase("bidding");
  await underThumb(phone, ".thumb button");
  const route = solve(await stateOf(server, code));
  for (const [i, one] of raw.entries()) await one.ask("bid", { moves: route.length + 2 + i });
  await phone.sees("bids", "Di");
  const before = await phone.page.locator(".number-pad").boundingBox();
  for (const digit of String(route.length))
    await phone.page.locator(".digits").getByRole("button", { name: digit, exact: true }).tap();
  await phone.get("bid").tap();
  await screen.sees("bids", "Ida");
  equal((await phone.page.locator(".number-pad").boundingBox()).y, before.y, "the pad stays where it was");
  await underThumb(phone, ".thumb button");
  await picture(screen, "screen");
  for (const one of raw) await one.ask("done");
  await phone.tap("done");
  await phone.phase("showing");
  await underThumb(phone, ".table-pad button");
  await phone.show(route.slice(0, 1));
  await screen.sees("count", `1/${route.length}`);
  await picture(phone, "phone-showing");
  await picture(screen, "screen-showing");
  const size = (person) =>
    person.page.evaluate(() => {
      const figure = parseFloat(getComputedStyle(document.querySelector(".big-count b")).fontSize);
      const others = [...document.querySelectorAll("body *:not(.big-count *)")].filter(
        (one) =>
          one.childNodes.length > 0 &&
          [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()),
      );
      return figure > Math.max(...others.map((one) => parseFloat(getComputedStyle(one).fontSize)));
    });
  truth((await size(phone)) && (await size(screen)), "the count is the biggest thing on the screen");
  await phone.show(route.slice(1));
  await screen.phase("between");
  await screen.sees("outcome", "Ida wins");
  for (const one of raw) one.close();
  await leaveAll(phone, screen);
});

await check("a planned route is bid with one tap and shown by itself", async () => {
  const code = await server.table({ seed: 51, goal: 1 }, { plan: true });
  const anna = await Person.come(browser, "Anna");
  await anna.to(server, code);
  await anna.sit();
  const ben = await (await new Raw(server, code, "Ben").connect()).sit();
  await anna.tap("start");
  await anna.phase("bidding");
  const route = solve(await stateOf(server, code));
  for (const move of route) {
    await anna.page.keyboard.press(move[0]);
    await anna.page.keyboard.press({ N: "ArrowUp", E: "ArrowRight", S: "ArrowDown", W: "ArrowLeft" }[move[1]]);
  }
  await anna.sees("plan-count", String(route.length));
  equal((await stateOf(server, code)).count, 0, "nobody else sees them");
  await anna.page.reload();
  await anna.phase("bidding");
  await anna.sees("plan-count", String(route.length));
  await picture(anna, "plan");
  await anna.tap("bid-plan");
  await anna.sees("bids", "You");
  await ben.ask("done");
  await anna.tap("done");
  await anna.phase("over", 4000 + route.length * 1500);
  await anna.sees("over", "You win!");
  ben.close();
  await anna.leave();
});

await check("no bid: the hourglass after patience, another target if all agree", async () => {
  const code = await server.table({ seed: 201, patience: 1500, hourglass: 1000 });
  const anna = await Person.come(browser, "Anna");
  await anna.to(server, code);
  await anna.sit();
  const ben = await (await new Raw(server, code, "Ben").connect()).sit();
  await anna.tap("start");
  await anna.phase("bidding");
  truth(!(await anna.get("flip").isVisible()), "what cannot be done yet is not offered");
  await anna.page.waitForSelector("[data-test=flip]");
  await anna.tap("flip");
  await anna.phase("between");
  await anna.sees("outcome", "Time's up without a bid!");
  await ben.ask("next");
  await anna.sees("votes", "1 of 2 wants to continue.");
  await anna.tap("next");
  await anna.phase("bidding");
  await ben.ask("skip");
  await anna.sees("skip", "(1 of 2)");
  await anna.tap("skip");
  await anna.sees("outcome", "Everyone wants another target");
  ben.close();
  await anna.leave();
});

await check("a head start counts for comparing only; no hourglass", async () => {
  const code = await server.table({ seed: 211, handicap: true, hourglass: 0, goal: 1 });
  const anna = await Person.come(browser, "Anna");
  await anna.to(server, code);
  await anna.page.getByLabel("Head start").selectOption("3");
  await anna.sit();
  const ben = await (await new Raw(server, code, "Ben").connect()).sit();
  await anna.tap("start");
  await anna.phase("bidding");
  equal(await anna.page.locator(".hourglass").count(), 0, "hourglasses");
  const route = solve(await stateOf(server, code));
  await ben.ask("bid", { moves: route.length - 1 });
  await anna.bid(route.length);
  await anna.sees("bids", "lowest bid, counting head starts");
  await ben.ask("done");
  await anna.tap("done");
  await anna.phase("showing");
  await anna.sees("turn", "Your turn");
  await anna.show(route);
  await anna.phase("over");
  ben.close();
  await anna.leave();
});

await check("a bot bids, shows its route move by move, and is marked as one", async () => {
  const code = await server.table({ seed: 3, goal: 1 });
  const anna = await Person.come(browser, "Anna");
  await anna.to(server, code);
  await anna.sit();
  await anna.page.getByLabel("Bot level").selectOption("10");
  await anna.tap("add-bot");
  await anna.sees("players", "bot 10");
  await anna.tap("start");
  await anna.page.waitForSelector("[data-bid^=bot-10]", { timeout: 60000 });
  const moves = Number(await anna.page.locator("[data-bid^=bot-10] .moves").textContent());
  await anna.tap("done");
  for (let i = 1; i < moves; i++) await anna.sees("count", `${i}/${moves}`, 30000);
  await anna.phase("over", 30000);
  await anna.sees("rounds", String(moves));
  await anna.leave();
});

await check("settings are changed in the lobby, and bots come and go", async () => {
  const code = await server.table({ seed: 61 });
  const anna = await Person.come(browser, "Anna");
  await anna.to(server, code);
  await anna.sit();
  await anna.tap("add-bot");
  await anna.page.waitForSelector(".player .badge");
  await anna.tap("change-rules");
  await anna.get("editions").locator("summary").click();
  await anna.page.getByLabel("1999 rules, competition").check();
  await anna.tap("apply-rules");
  await anna.page.waitForFunction(() =>
    document.querySelector(".agreed-card")?.textContent.includes("1999 rules, competition"),
  );
  await anna.page.waitForSelector(".table.seated");
  equal((await stateOf(server, code)).rules.edition, "1999", "the table is laid anew");
  equal(await anna.page.locator(".player").count(), 2, "both are still there");
  await anna.page.getByRole("button", { name: /^Remove/ }).click();
  await pause(200);
  await anna.page.waitForFunction(() => document.querySelectorAll(".player").length === 1);
  await anna.leave();
});

await browser.close();
await server.end();
finish();
