/*
 * When things go wrong: the server stops, restarts, is full, says no; the network goes. Each time a clear sentence in the
 * player's language, and nothing is lost.
 */
import { Person, Raw, Server, check, equal, finish, leaveAll, openBrowser, stateOf, truth } from "./table-harness.mjs";

const browser = await openBrowser();

/* A table with two at it, in the middle of bidding. */
async function bidding(server, options = {}) {
  const code = await server.table({ seed: 91, hourglass: 600000 });
  const anna = await Person.come(browser, "Anna", options);
  await anna.to(server, code);
  await anna.sit();
  const ben = await (await new Raw(server, code, "Ben").connect()).sit();
  await ben.ask("start");
  await anna.phase("bidding");
  await ben.ask("bid", { moves: 20 });
  await anna.sees("bids", "Ben");
  return { code, anna, ben };
}

for (const signal of ["SIGTERM", "SIGKILL"]) {
  await check(
    `the server is ended by ${signal} and comes back: same seat, and the bid made meanwhile arrives`,
    async () => {
      const server = await new Server().start();
      const { code, anna } = await bidding(server);
      await server.stop(signal);
      await anna.page.waitForSelector("[data-test=line].lost");
      await anna.sees(
        "line",
        signal === "SIGTERM"
          ? "The server is restarting. Your seat and your game are safe."
          : "Can't reach the server.",
      );
      await anna.sees("bids", "Ben");
      await anna.bid(7);
      await anna.sees("sending", "Sending your bid: 7");
      await server.start();
      await anna.sees("line", "Back in your seat.", 15000);
      await anna.page.waitForFunction(() => document.querySelector(".bids li.you .moves")?.textContent === "7");
      const state = await stateOf(server, code);
      equal(
        state.order,
        [
          { by: "p1", moves: 7 },
          { by: "p2", moves: 20 },
        ],
        "both bids stand",
      );
      await anna.page.waitForSelector("[data-test=sending]", { state: "detached" });
      await anna.leave();
      await server.end();
    },
  );
}

await check("a full server says so and lets in when there is room", async () => {
  const server = await new Server(["--max-connections", "2"]).start();
  const { code, anna, ben } = await bidding(server);
  const eve = await Person.come(browser, "Eve");
  await eve.page.goto(`${server.url}/t/${code}`);
  await eve.sees("line", "The server is full right now. This page keeps trying.");
  ben.close();
  await eve.page
    .getByRole("button", { name: "Try now" })
    .click({ timeout: 1000 })
    .catch(() => {}); // it may be back by itself
  await eve.page.waitForSelector("[data-test=table]", { timeout: 15000 });
  await leaveAll(anna, eve);
  await server.end();
});

await check("no room for another table: a sentence, and the form keeps everything", async () => {
  const server = await new Server(["--max-tables", "1"]).start();
  await server.table();
  const anna = await Person.come(browser, "Anna");
  await anna.page.goto(`${server.url}/#/new`);
  await anna.get("name").fill("Anna");
  await anna.tap("create");
  await anna.page.getByText("The server has no room for another table right now.").waitFor();
  equal(await anna.get("name").inputValue(), "Anna", "the name in the form");
  await server.stop();
  await anna.tap("create");
  await anna.page.getByText("Can't reach the server.").waitFor();
  await anna.leave();
  await server.end();
});

const server = await new Server().start();

await check("what is refused is explained, and changes nothing", async () => {
  const { code, anna, ben } = await bidding(server);
  await anna.bid(9);
  await anna.page.waitForFunction(() => document.querySelector(".bids li.you .moves")?.textContent === "9");
  await anna.bid(9);
  await anna.sees("wrong", "You can only lower your bid.");
  await anna.bid(8);
  await anna.page.waitForSelector("[data-test=wrong]", { state: "detached" });
  const eve = await Person.come(browser, "ben");
  await eve.to(server, code);
  await eve.get("name").fill("ben");
  await eve.tap("join");
  await eve.page.getByText("Someone at this table already has that name.").waitFor();
  ben.close();
  await leaveAll(anna, eve);
});

await check("refusals come in the player's language", async () => {
  const { anna, ben } = await bidding(server, { locale: "de-DE" });
  await anna.bid(9);
  await anna.page.waitForFunction(() => document.querySelector(".bids li.you .moves")?.textContent === "9");
  await anna.bid(12);
  await anna.page.waitForSelector("[data-test=wrong]");
  truth(!(await anna.get("wrong").textContent()).includes("your bid"), "the sentence is still English");
  ben.close();
  await anna.leave();
});

await check("a lost network is noticed, said, and mended", async () => {
  const { anna, ben } = await bidding(server);
  await anna.context.setOffline(true);
  await anna.page.waitForSelector("[data-test=line].lost", { timeout: 15000 });
  await ben.ask("bid", { moves: 6 });
  await anna.context.setOffline(false);
  await anna.sees("line", "Back in your seat.", 15000);
  await anna.page.waitForFunction(() => document.querySelector(".bids .moves")?.textContent === "6");
  ben.close();
  await anna.leave();
});

await check("a code that nobody has, and one that is none", async () => {
  const anna = await Person.come(browser, "Anna");
  for (const code of ["ZZZZZZ", "nonsense"]) {
    await anna.page.goto(`${server.url}/t/${code}`);
    await anna.page.getByText("There is no table with that code.").waitFor();
  }
  await anna.leave();
});

await browser.close();
await server.end();
finish();
