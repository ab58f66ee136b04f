/*
 * What the tests of the page need besides the harness of the tables: somebody who plays alone, and questions to the C code
 * under Node, so that expectations never come from the page that is tested.
 */
import { Person, ask as askText, pause } from "./table-harness.mjs";

export const note = (words) => console.log(`# ${words}`);
export const ask = (operation, question) => JSON.parse(askText(operation, JSON.stringify(question)));
export const solve = (position) => ask("solve", { position, all: true, limit: 4 });

const ARROWS = { N: "ArrowUp", E: "ArrowRight", S: "ArrowDown", W: "ArrowLeft" };

export class Player extends Person {
  static async come(browser, server, options = {}) {
    const { context, page } = await Person.come(browser, "", options);
    const one = new Player(context, page, "player");
    one.server = server;
    page.on("console", (message) => message.type() === "error" && one.faults.push(message.text()));
    return one;
  }
  async to(address) {
    await this.page.goto(this.server.url + address);
    await this.page.waitForSelector("main *");
    return this;
  }
  /* Where everything on the board is now. */
  position = () => this.page.locator(".board").first().getAttribute("data-position");
  async waitForPosition(position, timeout = 5000) {
    await this.page
      .waitForSelector(`.board[data-position="${position.replaceAll("\\", "\\\\")}"]`, { timeout })
      .catch(async () => {
        throw new Error(`the board shows ${await this.position()}, expected ${position}`);
      });
  }
  /* Chooses a language in the settings. */
  async speaks(language) {
    await this.tap("settings");
    await this.page.locator("dialog select").selectOption(language);
    await this.page.waitForFunction((chosen) => document.documentElement.lang === chosen, language);
    await this.page.keyboard.press("Escape");
  }
  /* A move by keys, also through walls. */
  async press(move) {
    await this.page.keyboard.press(move[0].toLowerCase());
    await this.page.keyboard.press((move.includes("!") ? "Shift+" : "") + ARROWS[move[1]]);
  }
  /* Alone: a route is found in the mind; then the robots are there to show it (L1). */
  async hasIt() {
    await this.tap("have-it");
    await this.page.waitForSelector("[data-test=pad]");
  }
  /* The same with its number first, an option. */
  async saysNumber(moves) {
    await this.page.locator(".plan-number summary").click();
    await this.get("bid-field").fill(String(moves));
    await this.tap("bid");
    await this.page.waitForSelector("[data-test=pad]");
  }
  async route(moves) {
    for (const move of moves) await this.press(move);
  }
  /* Waits until the device has kept that: it is written after it was shown. keeps("results", ["practice", "solved"], 1) */
  async keeps(name, path, wanted) {
    const kept = () => this.page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "{}"), `carom.${name}`);
    let found;
    for (let tries = 0; tries < 200; tries++) {
      found = path.reduce((value, member) => value?.[member], await kept());
      if (found === wanted) return;
      await pause(50);
    }
    throw new Error(`carom.${name} has ${found} at ${path.join(".")}, expected ${wanted}`);
  }
  /* The middle of cells on the screen; `dy` in cells from there. */
  points(cells, dy = 0) {
    return this.page.evaluate(
      ([names, down]) => {
        const matrix = document.querySelector(".board svg").getScreenCTM();
        const at = (name) => ({
          x: (name.charCodeAt(0) - 97) * 1000 + 500,
          y: (Number(name.slice(1)) - 1) * 1000 + 500 + down * 1000,
        });
        return names.map(at).map(({ x, y }) => ({ x: x * matrix.a + matrix.e, y: y * matrix.d + matrix.f }));
      },
      [cells, dy],
    );
  }
  async click(cell, dy = 0) {
    const [at] = await this.points([cell], dy);
    await this.page.mouse.click(at.x, at.y);
  }
  async drag(from, to) {
    const [begin, end] = await this.points([from, to]);
    await this.page.mouse.move(begin.x, begin.y);
    await this.page.mouse.down();
    await this.page.mouse.move((begin.x + end.x) / 2, (begin.y + end.y) / 2, { steps: 4 });
    await this.page.mouse.move(end.x, end.y, { steps: 4 });
    await this.page.mouse.up();
  }
  /* A finger that begins on a cell. */
  async swipe(cell, dx, dy) {
    const [{ x, y }] = await this.points([cell]);
    const line = await this.context.newCDPSession(this.page);
    const touch = (type, points) => line.send("Input.dispatchTouchEvent", { type, touchPoints: points });
    await touch("touchStart", [{ x, y }]);
    for (let i = 1; i <= 4; i++) await touch("touchMove", [{ x: x + (dx * i) / 4, y: y + (dy * i) / 4 }]);
    await touch("touchEnd", []);
  }
}

/* Screenshots on one picture, side by side, in their own colours and large enough to be read. */
export async function sheet(browser, shots, columns, path) {
  const width = Math.round(1320 / columns);
  const page = await browser.newPage({ viewport: { width: columns * (width + 6), height: 400 } });
  const images = shots.map((shot) => `<img width="${width}" src="data:image/png;base64,${shot.toString("base64")}">`);
  await page.setContent(
    `<body style="margin:0;display:flex;flex-wrap:wrap;gap:6px;background:#888">${images.join("")}`,
  );
  await page.screenshot({ path, fullPage: true });
  await page.close();
}

/*
 * Somebody who has never seen the game and knows only what the page shows: does what the line below the board proposes, taps the
 * buttons that stand there, and knows numbers. Nothing is asked of the module.
 */
export class Newcomer extends Player {
  solved = 0;
  static async come(browser, server, options) {
    const { context, page } = await Player.come(browser, server, options);
    return Object.assign(new Newcomer(context, page, "newcomer"), { server });
  }
  time = () => this.page.evaluate(() => performance.timeOrigin + performance.now());
  visible = (test) => this.get(test).isVisible();
  words = async () => (await this.get("step").innerText()).trim();
  seen = () => this.page.evaluate(() => document.querySelector("main").innerHTML);
  /* The robot and the arrow that the line shows: the same two are on the pad. */
  async doesAsShown(move) {
    const name = await move.getAttribute("aria-label");
    for (const group of [".pad-robots", ".pad-arrows"]) {
      const buttons = this.page.locator(`${group} button:not(.corner)`);
      const names = await buttons.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
      const [wanted] = names.filter((one) => name.includes(one)).sort((a, b) => b.length - a.length); // oeste has an este
      await buttons.nth(names.indexOf(wanted)).click();
    }
  }
  async bids() {
    const number = /\d+/.exec(await this.words());
    if (!number) return this.tap("show-me");
    await this.page.locator(".digits").getByText(number[0], { exact: true }).click();
    return this.tap("bid");
  }
  /* One thing after the other, as the page says, until there is a way on. */
  async solvesOne() {
    for (let i = 0; i < 40 && !(await this.visible("next")); i++) {
      await this.page.waitForSelector(".next-step, [data-test=next]");
      const before = await this.seen();
      const move = this.page.locator(".next-step .step").first();
      if (await move.isVisible()) await this.doesAsShown(move);
      else if (await this.visible("bid-field")) await this.bids();
      else await this.tap("show-me");
      await this.page
        .waitForFunction((old) => document.querySelector("main").innerHTML !== old, before, { timeout: 3000 })
        .catch(() => {}); // what was shown already is shown once more
    }
    await this.get("next").waitFor();
    this.solved += 1;
  }
  async learns(lessons) {
    for (let done = 0; done < lessons + 1;) {
      await this.solvesOne();
      await this.tap("next");
      done += 1;
      if (await this.visible("choices")) break;
    }
  }
}
