/*
 * The page in languages that nobody speaks (tools/texts.py pseudo): 40 % longer words with wide letters, words from right to left, three
 * plural forms. On a phone nothing may be cut off or scroll sideways, and no English may be left: what is, no catalogue can have.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const web = resolve(fileURLToPath(import.meta.url), "../../../web");
const folder = mkdtempSync(join(tmpdir(), "carom-pseudo-"));
const built = { CAROM_TEXTS: join(folder, "texts"), CAROM_DIST: join(folder, "dist") };
execFileSync("python3", [join(web, "../tools/texts.py"), "pseudo", built.CAROM_TEXTS]);
const vite = [join(web, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "error"];
execFileSync(process.execPath, vite, {
  cwd: web,
  env: { ...process.env, ...built },
  stdio: ["ignore", "inherit", "inherit"],
});
process.env.CAROM_PAGE = built.CAROM_DIST;
const { PHONE, Person, Server, check, equal, finish, openBrowser, pictures, truth } =
  await import("./table-harness.mjs");
const { Player, solve } = await import("./page-harness.mjs");

const server = await new Server().start();
const browser = await openBrowser();
const PLAIN = "G1-Y2-R2-B2/Rc8,Yp1,Gb3,Bn12/Rm";
const album = process.env.CAROM_PICTURES && (process.env.CAROM_ALBUM ?? pictures);

/* What is written the same in every language: names, notation, codes, keys, units. */
const SAME =
  /^(carom|Eva|Bea|Micro|Robots?|Ricochet|Esc|Enter|Backspace|Shift|Ctrl|Space|https?|KB|kB|localhost|JSON|PNG|SVG|GIF|[Ss]frenati)$/;

/* Dates are the browser's own words, in Polish and Hebrew. */
function dateWords(language) {
  const days = Array.from({ length: 370 }, (_, i) => new Date(Date.UTC(2026, 0, 1 + i)));
  const looks = [{ dateStyle: "full" }, { month: "long" }, { month: "short", weekday: "short" }, { weekday: "long" }];
  return new Set(
    looks.flatMap((look) => days.flatMap((day) => day.toLocaleDateString(language, look).split(/[^\p{L}]+/u))),
  );
}

/* Words of English that are seen. Every word of a catalogue begins with a wide letter, or is written from right to left. */
async function english(one, language) {
  const found = await one.page.evaluate(() => {
    const words = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement.closest("svg, script, noscript, option, code, kbd, [data-test=code], .notation"))
        words.push(...(node.textContent.match(/(?<![\p{L}\d/.:_-])[A-Za-z]{3,}(?![\p{L}\d/.:_-])/gu) ?? []));
    return words;
  });
  const dates = dateWords(language);
  return found.filter((word) => !SAME.test(word) && !dates.has(word) && !/^[A-Z0-9]{1,8}$/.test(word)); // codes of tables, in two groups
}

async function looked(one, where, language) {
  await one.page.evaluate(() => document.fonts.ready);
  await one.whole(`${where} in ${language}`);
  const wide = await one.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  truth(wide <= 0, `${where} in ${language} scrolls sideways by ${wide} pixels`);
  equal(await english(one, language), [], `English on ${where} in ${language}`);
  if (album) await one.page.screenshot({ path: join(album, `pseudo-${language}-${where.replace(/\W+/g, "-")}.png`) });
}

for (const [language, direction] of [
  ["pl-XA", "ltr"],
  ["he-XB", "rtl"],
]) {
  const come = (address) => Player.come(browser, server, { ...PHONE, locale: language }).then((one) => one.to(address));

  await check(`home, lessons, practice and the day in ${language} on 360 pixels`, async () => {
    const one = await come("/");
    equal(
      await one.page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]),
      [language, direction],
      "language and direction of the document",
    );
    await looked(one, "home", language);
    for (const [where, address, there] of [
      ["lessons", "/#/learn", ".board svg"],
      ["practice", `/#/practice/${PLAIN}`, ".board svg"],
      ["daily", "/#/daily", "[data-test]"],
      ["rules", "/#/rules", "h1"],
      ["record", "/#/record", "h1"],
    ]) {
      await one.to(address);
      await one.page.waitForSelector(`main ${there}`);
      await looked(one, where, language);
    }
    await one.leave();
  });

  await check(`a number has the form of ${language}`, async () => {
    const one = await come(`/#/practice/${PLAIN}`);
    const { route } = solve(PLAIN);
    await one.route(route);
    await one.page.waitForSelector("[data-test=verdict]");
    const few =
      route.length % 10 >= 2 && route.length % 10 <= 4 && (route.length % 100 < 12 || route.length % 100 > 14);
    const form = language === "pl-XA" ? (route.length === 1 ? "¹" : few ? "²" : "³") : route.length === 2 ? "²" : "³";
    await one.sees("verdict", `${form}Ｓ`);
    await one.sees("verdict", String(route.length));
    await looked(one, "solved", language);
    await one.leave();
  });

  await check(`a table in ${language}: the lobby, bidding, showing`, async () => {
    const code = await server.table({ seed: 111 });
    const one = await Person.come(browser, "Eva", { ...PHONE, locale: language });
    await one.to(server, code);
    await looked(one, "join", language);
    await one.sit();
    await looked(one, "lobby", language);
    await one.tap("start");
    await one.phase("bidding");
    await looked(one, "bidding", language);
    await one.bid(30);
    await one.page.waitForSelector("[data-test=bids] li");
    await looked(one, "a bid", language);
    await one.leave();
  });
}

await browser.close();
await server.end();
rmSync(folder, { recursive: true });
finish();
