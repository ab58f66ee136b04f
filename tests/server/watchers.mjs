// How long a listed table with many watchers takes from a bid to everybody: watchers.mjs [WATCHERS] [BIDS] prints percentiles. Not part
// of ./test, which must not depend on time:
//
//     CAROM=build/carom node tests/server/watchers.mjs 200 200
import { Client, Server, sit, sleep } from "./client.mjs";

const watchers = Number(process.argv[2] ?? 200);
const bids = Number(process.argv[3] ?? 200);
const server = await Server.start(["--max-watchers", String(watchers + 10)]);
const [ada, bob] = await sit(server, ["Ada", "Bob"], {}, { listed: true });
const crowd = [];
for (let i = 0; i < watchers; i++) crowd.push(await new Client(server, ada.code).open({ since: 0 }));
await ada.do("start");
const all = [ada, bob, ...crowd];
await Promise.all(all.map((one) => one.until(() => one.has("drawn"))));
const { total } = await (await server.get("/api/tables")).json();
const times = [];
let slowest = [];
for (let i = 0; i < bids; i++) {
    const player = i % 2 === 0 ? ada : bob;
    const moves = 100000 - i;
    const begun = performance.now();
    const each = all.map((one) => one.until(() => one.last("bid")?.moves === moves).then(() => performance.now() - begun));
    void player.ask("bid", { moves });
    const took = await Promise.all(each);
    times.push(...took);
    slowest.push(Math.max(...took));
    await sleep(20);
}
const of = (list, share) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))].toFixed(1);
console.log(`${watchers} watchers of a listed table (${total} in the list), ${bids} bids: to each of them p50 ${of(times, 0.5)} ms, ` +
    `p99 ${of(times, 0.99)} ms, worst ${of(times, 1)} ms; to the last of them p50 ${of(slowest, 0.5)} ms, p99 ${of(slowest, 0.99)} ms`);
await Promise.all(all.map((one) => one.close()));
process.exit(await server.stop());
