// Two players, one of whom is far away (netns-latency.py): run by play.test.mjs, in a network of its own. Prints what the log says.
import { Client, Server, sleep } from "./client.mjs";

const server = await Server.start(["--address", "0.0.0.0"]);
const code = await server.table({ seed: 6 });
const near = await new Client(server, code).open({ since: 0 });
const far = await new Client({ ...server, link: `http://10.7.0.2:${server.port}` }, code).open({ since: 0 });
await near.join("Near");
await far.join("Far");
await near.do("start");
await sleep(2500); // everybody is measured once a second
// The far one's bid is made first and arrives last.
const earlier = far.do("bid", { moves: 7 });
await sleep(20);
const later = near.do("bid", { moves: 7 });
await Promise.all([later, earlier]);
await near.until(() => near.count("bid") === 2);
const bids = near.events.filter((event) => event.ev === "bid").map(({ by, at, credit }) => ({ by, at, credit: credit ?? 0 }));
process.stdout.write(JSON.stringify({ far: far.you, bids }));
await Promise.all([near.close(), far.close()]);
process.exitCode = await server.stop();
