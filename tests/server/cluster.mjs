// Several `carom serve` on one PostgreSQL. The address of an empty database comes from with-postgres (tests/store).
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Server, run, sleep } from "./client.mjs";

export const database = process.env.CAROM_TEST_POSTGRES;

/** So many servers on the same data; each is a Server of client.mjs. `node.admin(...)` asks one of them as `carom admin` does. */
export async function startNodes(count, { store = database, options = [] } = {}) {
    const nodes = [];
    const folder = mkdtempSync(join(tmpdir(), "carom-nodes-"));
    for (let i = 0; i < count; i++) {
        const admin = join(folder, `admin-${i}`);
        const node = await Server.start(["--store", store, "--admin", admin, ...options]);
        node.admins = folder;
        node.admin = (...words) => {
            const answer = run(["admin", "--admin", admin, "--json", ...words]);
            assert.equal(answer.status, 0, answer.err);
            return answer.out.trim().split("\n").filter(Boolean).map((line) => JSON.parse(line));
        };
        nodes.push(node);
    }
    return nodes;
}

export async function stopNodes(nodes) {
    const codes = await Promise.all(nodes.map((node) => node.stop()));
    for (const node of nodes) rmSync(node.admins, { recursive: true, force: true });
    return codes;
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
