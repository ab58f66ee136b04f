import { Server, Person, openBrowser, pause } from "../tests/web/table-harness.mjs";
const server = await new Server().start();
const browser = await openBrowser();
const what = process.argv[2];
const SIZES = [[360,640],[320,640],[740,360],[1280,800]];
if (what === "game") {
  const p = await Person.come(browser, "Ann");
  p.page.setViewportSize({width:360,height:640});
  await p.page.goto(server.url + "/#/new/computer");
  await p.phase("bidding");
  for (const [w,h] of SIZES) { await p.page.setViewportSize({width:w,height:h}); await pause(500); await p.page.screenshot({path:`/tmp/fg/bid-${w}.png`}); console.log(w, await p.page.evaluate(()=>document.documentElement.scrollWidth)); }
  await p.page.setViewportSize({width:360,height:640});
  await p.tap("easy-start"); await pause(300); await p.page.screenshot({path:`/tmp/fg/easy.png`});
} else {
  const pages = process.argv.slice(3);
  for (const [w,h] of what === "320" ? [[320,640]] : SIZES) {
    const p = await Person.come(browser, "Ann", {viewport:{width:w,height:h}});
    for (const a of pages) {
      await p.page.goto(server.url + a); await pause(1500);
      const wide = await p.page.evaluate(()=>[document.documentElement.scrollWidth, [...document.querySelectorAll("body *")].filter(e=>e.getBoundingClientRect().right>innerWidth+1&&e.checkVisibility()).slice(0,5).map(e=>e.tagName+"."+e.className)]);
      console.log(w, a, JSON.stringify(wide));
      await p.page.screenshot({path:`/tmp/fg/${w}-${a.replace(/[^a-z0-9]/gi,"_")}.png`});
    }
    await p.context.close();
  }
}
await browser.close(); await server.end(); process.exit(0);
