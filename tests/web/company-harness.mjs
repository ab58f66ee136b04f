/*
 * Other people without a server that has them: what it would answer is answered here, so that what the page shows can be compared
 * to the digit.
 */
import { Player, solve } from "./page-harness.mjs";

export const ON = { "GET server": { company: true } };
export const OFF = { "GET server": { company: false } };

/* Answers of a server, by method and path (`GET daily/DATE/easy`); what was asked is kept in `asked`. */
export async function answers(one, table) {
  one.asked = [];
  await one.page.route("**/api/**", async (route) => {
    const request = route.request();
    const url = new URL(request.url());
    const path = url.pathname.replace("/api/", "");
    const found = table[`${request.method()} ${path}`];
    if (found === undefined) return route.continue();
    const body = request.postDataJSON();
    one.asked.push({ path, method: request.method(), body, token: request.headers()["carom-member"] });
    const json = typeof found === "function" ? await found(body) : found;
    if (json === null) return route.abort(); // it cannot be reached
    return route.fulfill({ json, status: "why" in json ? 409 : 200 });
  });
}

/* Somebody at an address at a certain time. */
export async function comeAt(browser, server, now, address, table, options = {}) {
  const one = await Player.come(browser, server, { timezoneId: "UTC", ...options });
  await one.page.clock.install({ time: now });
  await answers(one, table);
  await one.to(address);
  return one;
}
export const posts = (one) => one.asked.filter(({ method }) => method === "POST");
export async function handIn(one, { position }) {
  await one.page.waitForSelector(".board svg");
  await one.route(solve(position).route);
  await one.tap("hand-in");
}

/* CAROM_SHOTS=FOLDER keeps what was looked at. */
export const picture = (one, name, words) =>
  one.page.screenshot({
    path: `${process.env.CAROM_SHOTS}/${name}-${words.replaceAll(", ", "-")}.png`,
    fullPage: true,
  });
