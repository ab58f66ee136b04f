/*
 * The host's menu in real browsers: lock, pause, remove, hand on, end; what the others see of each; and a name that one does not
 * want to read. Also how long the table still waits for somebody who is away.
 */
import { Person, Raw, Server, check, equal, finish, leaveAll, openBrowser, truth } from "./table-harness.mjs";

const browser = await openBrowser();

/* Anna, who is the host, and Ben with browsers, Cora without. */
async function three(server) {
  const code = await server.table({ seed: 91, hourglass: 600000 });
  const anna = await (await Person.come(browser, "Anna")).to(server, code);
  await anna.sit();
  const ben = await (await Person.come(browser, "Ben")).to(server, code);
  await ben.sit();
  const cora = await (await new Raw(server, code, "Cora").connect()).sit();
  return { code, anna, ben, cora };
}
const shut = (one) => one.page.keyboard.press("Escape");

await check("the host locks, pauses, removes, hands on and ends; everybody sees it", async () => {
  const server = await new Server().start();
  const { code, anna, ben, cora } = await three(server);
  await ben.tap("menu");
  equal(await ben.get("host-menu").count(), 0, "only the host has that menu");
  await shut(ben);
  await anna.tap("menu");
  await anna.axe("the host's menu");
  await anna.tap("lock");
  await ben.sees("locked", "locked");
  const eve = await Person.come(browser, "Eve");
  await eve.page.goto(`${server.url}/t/${code}`);
  await eve.page.getByRole("heading", { name: "The host has locked this table" }).waitFor();
  await eve.axe("a locked table");
  await shut(anna);
  await cora.ask("start");
  await anna.phase("bidding");
  await cora.ask("bid", { moves: 20 });
  await anna.tap("menu");
  await anna.tap("pause");
  await shut(anna);
  await ben.sees("paused", "The game is paused.");
  await ben.axe("a paused table");
  equal(await ben.get("resume").count(), 0, "the host is here");
  equal((await cora.ask("bid", { moves: 19 })).why, "paused", "nobody bids");
  const left = () => ben.page.locator(".table-bar .hourglass .seconds").textContent();
  const before = await left();
  await new Promise((done) => setTimeout(done, 1300));
  equal(await left(), before, "the sand stands");
  await anna.tap("resume");
  await ben.page.waitForSelector("[data-test=paused]", { state: "detached" });
  await anna.tap("menu");
  await anna.tap("people");
  await anna.axe("the players");
  const remove = anna.page.locator(`[data-person="${cora.id}"] [data-test=remove]`);
  await remove.click();
  await remove.click();
  await ben.page.waitForSelector(`[data-player="${cora.id}"]`, { state: "detached" });
  await anna.page.locator('[data-person="p2"] [data-test=make-host]').click();
  await ben.page.waitForSelector("[data-test=table]");
  await ben.tap("menu");
  await ben.page.waitForSelector("[data-test=host-menu]");
  await ben.tap("end");
  await ben.tap("end-really");
  await shut(anna);
  for (const one of [anna, ben]) await one.sees("over", "This game was ended early.");
  await anna.axe("an ended game");
  await anna.tap("again");
  await ben.phase("lobby");
  await leaveAll(anna, ben, eve);
  await server.end();
});

await check("who opens the link of a table that all have left sits down, and is host", async () => {
  const server = await new Server().start();
  const code = await server.table({});
  const eve = await (await new Raw(server, code, "Eve").connect()).sit();
  await eve.ask("leave");
  const anna = await (await Person.come(browser, "Anna")).to(server, code);
  await anna.phase("over");
  await anna.sit();
  await anna.phase("lobby");
  await anna.tap("menu");
  await anna.page.waitForSelector("[data-test=host-menu]");
  await leaveAll(anna);
  await server.end();
});

await check("who is removed is told, and a muted name is not shown any more, on this device alone", async () => {
  const server = await new Server().start();
  const { anna, ben, cora } = await three(server);
  await ben.tap("menu");
  await ben.tap("people");
  await ben.page.locator(`[data-person="${cora.id}"] [data-test=mute]`).click();
  await shut(ben);
  const row = (one) => one.page.locator(`[data-player="${cora.id}"] .name`).textContent();
  truth((await row(ben)).includes("(muted)"), "Ben does not see the name");
  truth((await row(anna)).includes("Cora"), "Anna does");
  await ben.page.reload();
  await ben.page.waitForSelector(`[data-player="${cora.id}"].muted`);
  await anna.tap("menu");
  await anna.tap("people");
  const remove = anna.page.locator('[data-person="p2"] [data-test=remove]');
  await remove.click();
  await remove.click();
  await ben.page.getByRole("heading", { name: "The host has removed you from this table." }).waitFor();
  await ben.axe("removed");
  await leaveAll(anna, ben);
  await server.end();
});

await check("somebody whose turn it is goes away: the others see how long the table waits", async () => {
  const server = await new Server().start();
  const { anna, ben, cora } = await three(server);
  await cora.ask("start");
  await anna.phase("bidding");
  await cora.ask("bid", { moves: 9 });
  await anna.bid(20);
  await anna.tap("done");
  await ben.tap("done");
  await cora.ask("done");
  await anna.phase("showing");
  cora.close();
  await anna.sees("passes", "away: skipped in");
  await anna.axe("somebody is away");
  await leaveAll(anna, ben);
  await server.end();
});

await browser.close();
finish();
