/*
 * The atlas in a real browser: what all results come to, a board with its heat map and its chart, and the hardest positions, played
 * and seen solved. What is expected comes from data/, not from the page.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DESK, LANGUAGES, PHONE, Server, check, equal, finish, openBrowser, root, truth } from "./table-harness.mjs";
import { Player, solve } from "./page-harness.mjs";

const server = await new Server().start();
const browser = await openBrowser();
const come = (address, options) => Player.come(browser, server, options).then((one) => one.to(address));

const lines = (name) =>
  readFileSync(join(root, "data", name), "utf8")
    .trim()
    .split("\n")
    .slice(1);
const results = lines("atlas-1999.csv").map((line) => line.split(","));
const most = Math.max(...results.map((row) => Number(row[5])));
const [MAPPED] = (lines("atlas-1999-cells.csv")[0] ?? "").split(",");

await check("the overview: the maximum, twenty records, the sample with barriers", async () => {
  const one = await come("/", DESK);
  await one.page.getByRole("link", { name: "The atlas" }).click();
  await one.sees("claim", `No position needs more than ${most} moves.`);
  equal(await one.get("record").count(), 24, "records of 1999, and of 2013");
  const later = lines("atlas-2013.csv").map((line) => line.split(","));
  const ofBoard = (board) => later.filter((row) => row[0] === board).length;
  const complete = later.filter((row) => ofBoard(row[0]) === 17);
  const hardest = Math.max(...complete.map((row) => Number(row[5])));
  const counted = await one.get("later").locator("p").textContent();
  equal(counted.includes(`${new Set(complete.map((row) => row[0])).size} of these boards`), true, counted);
  equal(counted.includes(`needs ${hardest} moves`), true, counted);
  const position = await one.get("record").first().getAttribute("data-position");
  equal(solve(position).moves, most, `the moves of ${position}`);
  equal(
    await one.page.locator(".scrolled tbody tr").count(),
    lines("atlas-2013-sample.csv").length,
    "boards with barriers",
  );
  equal(await one.page.locator(".chart .bars path").count(), most - 1, "bars: from 2 moves on");
  await one.axe("the atlas");
  await one.page.getByRole("link", { name: "Play", exact: true }).first().click();
  await one.waitForPosition(position);
  await one.leave();
});

await check("a board: heat map, chart and hardest positions of each target", async () => {
  const one = await come(`/#/atlas/${MAPPED}`, DESK);
  await one.page.waitForSelector("[data-test=heat] .heat path");
  equal(await one.page.locator(".target-way").count(), 18, "targets, and all of them");
  await one.axe("a board of the atlas");
  await one.page.getByRole("link", { name: "blue gear" }).click();
  await one.page.waitForSelector(".records");
  const row = results.find(([board, target]) => board === MAPPED && target === "Bg");
  equal(await one.page.locator(".chart .bars path").count(), Number(row[5]) - 1, "bars");
  await one.axe("a target of the atlas");
  await one.page.getByRole("button", { name: "Show a shortest route" }).first().click();
  await one.page.waitForSelector("[data-test=watch] [data-test=routes] li", { timeout: 120_000 });
  const before = await one.position();
  await one.page.getByRole("button", { name: "Step forward" }).click();
  await one.page.waitForFunction((was) => document.querySelector(".board").dataset.position !== was, before);
  await one.leave();
});

await check("boards that lie another way are found; what is no board shows everything", async () => {
  const [first, ...rest] = MAPPED.split("-");
  const one = await come(`/#/atlas/${[...rest, first].join("-")}/V`);
  await one.page.waitForSelector(".records");
  equal(await one.page.locator("h1").textContent(), MAPPED, "the board");
  equal(await one.get("heat").count(), 0, "heat maps of the vortex");
  await one.to("/#/atlas/nothing");
  await one.page.waitForSelector("[data-test=claim]");
  await one.leave();
});

await check("on a phone, in all languages, nothing is cut off", async () => {
  for (const locale of LANGUAGES) {
    const one = await come("/#/atlas", { ...PHONE, locale });
    for (const address of ["/#/atlas", `/#/atlas/${MAPPED}`, `/#/atlas/${MAPPED}/Bg`]) {
      await one.to(address);
      await one.page.waitForSelector(address === "/#/atlas" ? "[data-test=claim]" : "[data-test=heat] svg");
      await one.whole(`${address} in ${locale}`);
      const wide = await one.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      truth(wide <= 0, `${address} in ${locale} is ${wide} pixels too wide`);
    }
    await one.leave();
  }
});

await browser.close();
await server.end();
finish();
