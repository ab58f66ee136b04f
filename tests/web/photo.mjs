/*
 * A photo of one's own board in a real browser: read on the device by a module that is fetched only then, shown with what was seen,
 * corrected, and played on to the answer. The picture is a drawing of the program, which is read as photos are.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PHONE, Server, check, equal, finish, openBrowser, program, truth } from "./table-harness.mjs";
import { Player, note } from "./page-harness.mjs";

const server = await new Server().start();
const browser = await openBrowser();
const folder = mkdtempSync(join(tmpdir(), "carom-photo-"));
const drawing = join(folder, "board.png");
execFileSync(program, ["render", "-o", drawing, "R3-Y3-G3-B1/Yd14,Gk3,Bl11"]);
const seen = JSON.parse(execFileSync(program, ["photo", "--json", drawing], { encoding: "utf8" }));

async function come(options = {}) {
  const one = await Player.come(browser, server, options);
  one.fetched = [];
  one.page.on("request", (request) => one.fetched.push(request.url()));
  await one.to("/#/own");
  await one.page.waitForSelector("[data-test=photo]", { state: "attached" });
  return one;
}
const choose = (one, file) => one.page.setInputFiles("[data-test=photo]", file);

await check("a photo is read on the device, by a module that is fetched only then", async () => {
  const one = await come(PHONE);
  truth(!one.fetched.some((url) => /photo.*\.wasm/.test(url)), "the module is not fetched before");
  const begin = Date.now();
  await choose(one, drawing);
  await one.waitForPosition(seen.position, 30000);
  note(`from the file to the board: ${Date.now() - begin} ms, fetching the module included`);
  truth(
    one.fetched.some((url) => /photo.*\.wasm/.test(url)),
    "the module is fetched",
  );
  truth(
    one.fetched.every((url) => url.startsWith(server.url) || url.startsWith("blob:")),
    "nothing goes elsewhere",
  );
  await one.page.waitForSelector("[data-test=photo-seen] img");
  equal(await one.page.locator(".photo-corner").count(), 4, "corners to drag");
  equal(await one.page.locator(".photo-ring.doubtful").count(), seen.doubtful.length, "doubtful things that pulse");
  await one.page.screenshot({ path: join(folder, "read.png"), fullPage: true });
});

await check("a robot is moved by two taps on the photo, and dragged corners are read again", async () => {
  const one = await come();
  await choose(one, drawing);
  await one.waitForPosition(seen.position, 30000);
  const box = await one.page.locator("[data-test=photo-seen] svg").boundingBox();
  const [nw, , se] = seen.corners;
  const tap = (column, row) =>
    one.page.mouse.click(
      box.x + ((nw[0] + ((se[0] - nw[0]) * (column + 0.5)) / 16) * box.width) / 1024,
      box.y + ((nw[1] + ((se[1] - nw[1]) * (row + 0.5)) / 16) * box.height) / 1024,
    );
  await one.page.locator("[data-test=photo-seen]").scrollIntoViewIfNeeded();
  await tap(10, 2); // green on k3
  await tap(12, 4); // to m5
  await one.waitForPosition(seen.position.replace("Gk3", "Gm5"));
  const corner = await one.get("corner-0").boundingBox();
  await one.page.mouse.move(corner.x + corner.width / 2, corner.y + corner.height / 2);
  await one.page.mouse.down();
  await one.page.mouse.move(corner.x + corner.width / 2 + 4, corner.y + corner.height / 2 + 4);
  await one.page.mouse.up();
  await one.waitForPosition(seen.position, 30000);
});

await check("the module could not be fetched: the next photo fetches it again", async () => {
  const one = await come();
  await one.page.context().route(/photo.*\.wasm/, (route) => route.abort());
  await choose(one, drawing);
  await one.page.getByText("The file is damaged.").first().waitFor({ timeout: 30000 });
  await one.page.context().unroute(/photo.*\.wasm/);
  await choose(one, drawing);
  await one.waitForPosition(seen.position, 30000);
});

await check("of two photos the one that was chosen last counts, though the first takes longer", async () => {
  const one = await come();
  const [large, small] = [join(folder, "large.png"), join(folder, "first.png")];
  execFileSync(program, ["render", "--size", "2048", "-o", large, "R3-Y3-G3-B1/Yd14,Gk3,Bl11"]);
  execFileSync(program, ["render", "-o", small, "Y1-R4-B2-G2/Ra1,Yp1,Gb16"]);
  const expected = JSON.parse(execFileSync(program, ["photo", "--json", small], { encoding: "utf8" })).position;
  await one.page.evaluate(() => {
    const real = window.Worker.prototype.postMessage; // the first photo waits until the second has been read
    let held = 0;
    window.Worker.prototype.postMessage = function (data, ...more) {
      if (data?.file && held++ === 0) setTimeout(() => real.call(this, data, ...more), 3000);
      else real.call(this, data, ...more);
    };
  });
  await choose(one, large);
  await choose(one, small);
  await one.waitForPosition(expected, 30000);
  await one.page.waitForTimeout(5000);
  await one.waitForPosition(expected, 1000);
});

await check("what is no board is refused with a reason, and what is no picture too", async () => {
  const one = await come();
  const other = join(folder, "small.png");
  execFileSync(program, ["render", "--size", "300", "-o", other, "8x8"]);
  const told = spawnSync(program, ["photo", "--json", other], { encoding: "utf8" });
  await choose(one, other);
  await one.page.getByText(JSON.parse(told.stdout).error.replace(/^.*: /, "")).first().waitFor({ timeout: 30000 });
  await one.page.getByText("Drag the four corners to those of the board.").first().waitFor();
  equal(await one.page.locator(".photo-corner").count(), 4, "corners to mark the board by hand");
  equal(await one.page.locator(".photo-walls").count(), 0, "walls drawn where no board was read");
  const text = join(folder, "text.jpg");
  writeFileSync(text, "R1-Y1-G1-B1");
  await choose(one, text);
  await one.page.getByText("The file is damaged.").first().waitFor({ timeout: 30000 });
});

await check("from the photo to the answer in four taps", async () => {
  const one = await come(PHONE);
  await choose(one, drawing); // the first: the photo
  await one.waitForPosition(seen.position, 30000);
  await one.tap("tab-play");
  await one.tap("token-Bg"); // a drawing has no token in the middle
  await one.tap("show-solution");
  await one.page.waitForSelector("[data-test=routes]", { timeout: 20000 });
  await one.page.screenshot({ path: join(folder, "answer.png") });
});
note(folder);

await browser.close();
await server.end();
finish();
