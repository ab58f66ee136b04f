// Three nodes on one PostgreSQL while nodes, database and network fail at random; then a checker proves that nothing was lost, doubled, reordered or early.
import test from "node:test";
import assert from "node:assert/strict";
import { compare } from "./check.mjs";
import { World } from "./world.mjs";

/** A log of three events, and a player who has seen it all, bid once, and does not know about another bid. */
function small() {
    const log = [{ seq: 1, ev: "opened", at: 1000 }, { seq: 2, ev: "bid", by: "p1", moves: 9, at: 1010 }, { seq: 3, ev: "bid", by: "p1", moves: 8, at: 1020 }];
    const player = {
        code: "T", you: "p1", faults: [], games: new Map([[1, log.map((event) => ({ event: { ...event }, came: event.at + 5 }))]]),
        acks: [{ what: "bid", members: { moves: 9 }, game: 1, by: "p1", seq: 2 }],
        unknown: [{ what: "bid", members: { moves: 8 }, game: 1, by: "p1" }],
    };
    return { log, player, wrong: () => compare([player], new Map([[1, log]])).length };
}

test("the checker finds what is lost, doubled, unasked for, out of order, different or early", () => {
    assert.equal(small().wrong(), 0);
    const cases = {
        lost: ({ log }) => { log[1].moves = 7; },
        "not there": ({ player }) => { player.acks[0].seq = 4; },
        "twice acknowledged, once there": ({ player }) => player.acks.push({ ...player.acks[0] }),
        unasked: ({ player }) => { player.unknown = []; },
        gap: ({ player }) => player.games.get(1).splice(1, 1),
        order: ({ player }) => player.games.get(1).reverse(),
        different: ({ player }) => { player.games.get(1)[2].event.moves = 5; },
        early: ({ player }) => { player.games.get(1)[2].came = 500; },
        seat: ({ player }) => player.faults.push("p1 lost the seat"),
    };
    for (const [name, break_] of Object.entries(cases)) {
        const one = small();
        break_(one);
        assert.ok(one.wrong() > 0, name);
    }
});

const FAULTS = Number(process.env.FAULTS ?? 60);
const FAILOVERS = Number(process.env.FAILOVERS ?? 0);
const seed = Number(process.env.SEED ?? Date.now() % 1000000);

test(`${FAULTS} faults, ${FAILOVERS} failovers (seed ${seed})`, async (t) => {
    const world = new World(seed, { tables: Number(process.env.TABLES ?? 6), standby: FAILOVERS > 0 });
    t.after(() => world.end());
    await world.begin();
    let longest = 0;
    for (let part = 0; part <= FAILOVERS; part++) {
        await world.suffer(Math.ceil(FAULTS / (FAILOVERS + 1)));
        if (part < FAILOVERS) longest = Math.max(longest, await world.failover());
    }
    const proof = await world.prove();
    t.diagnostic(`${proof.acknowledged} acknowledged commands, ${proof.unknown} of unknown fate, ${proof.events} events, ${proof.connects} connections`);
    t.diagnostic([...world.done].map(([name, count]) => `${name}: ${count}`).join(", "));
    if (FAILOVERS > 0) t.diagnostic(`play went on after at most ${longest} ms of failover`);
    assert.deepEqual(proof.wrong, []);
    assert.ok(proof.acknowledged > FAULTS, `${proof.acknowledged} acknowledged`);
    if (FAILOVERS > 0) assert.ok(longest < 20000, `${longest} ms`);
});
