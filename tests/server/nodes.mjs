// Several `carom serve` on one PostgreSQL. The address of an empty database comes from with-postgres (tests/store).
import { freePort } from "../faults/database.mjs";
import { Server, sleep } from "./client.mjs";

export const database = process.env.CAROM_TEST_POSTGRES;

/** So many servers on the same data; each is a Server of client.mjs. */
export async function startNodes(count, { store = database, options = [] } = {}) {
    const nodes = [];
    for (let i = 0; i < count; i++) // on a port that no outgoing connection takes while the server restarts
        nodes.push(await Server.start(["--store", store, "--port", String(await freePort()), ...options]));
    return nodes;
}

export async function stopNodes(nodes) {
    return Promise.all(nodes.map((node) => node.stop()));
}

/** A number of /metrics. */
export async function metric(node, name) {
    const text = await (await node.get("/metrics")).text();
    return Number(new RegExp(`^carom_${name} (\\d+)`, "m").exec(text)[1]);
}

/** Waits until it is so. */
export async function eventually(condition, what, ms = 20000) {
    for (const end = Date.now() + ms; Date.now() < end; await sleep(20)) if (await condition()) return;
    throw new Error("waited in vain: " + what);
}
