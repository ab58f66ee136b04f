// Three nodes on one PostgreSQL while nodes, database and network fail at random; then a checker proves that nothing was lost, doubled, reordered or early.
import test from "node:test";
import assert from "node:assert/strict";
import { compare } from "./check.mjs";
import { installed } from "./patroni.mjs";
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

const number = (name, otherwise) => Number(process.env[name] ?? otherwise);
const seed = number("SEED", Date.now() % 1000000);
const haste = number("HASTE", 1);
const people = { tables: number("TABLES", 6), haste };

/** So many faults with failovers between them; then the proof. */
async function run(t, world, faults, failovers = 0) {
    t.after(() => world.end());
    await world.begin();
    let longest = 0;
    for (let part = 0; part <= failovers; part++) {
        await world.suffer(Math.ceil(faults / (failovers + 1)));
        if (part < failovers) longest = Math.max(longest, await world.failover());
    }
    await world.enough(faults);
    const proof = await world.prove();
    t.diagnostic(`${proof.acknowledged} acknowledged commands, ${proof.unknown} of unknown fate, ${proof.events} events, ${proof.connects} connections`);
    t.diagnostic([...world.done].map(([name, count]) => `${name}: ${count}`).join(", "));
    if (failovers > 0) t.diagnostic(`play went on after at most ${longest} ms of failover`);
    assert.deepEqual(proof.wrong, []);
    assert.ok(proof.acknowledged > faults, `${proof.acknowledged} acknowledged`);
    if (failovers > 0) assert.ok(longest < 60000, `${longest} ms`);
}

const FAULTS = number("FAULTS", 60);
const FAILOVERS = number("FAILOVERS", 0);
test(`${FAULTS} faults, ${FAILOVERS} failovers of three servers on PostgreSQL (seed ${seed})`, { skip: FAULTS === 0 }, async (t) =>
    run(t, new World(seed, { ...people, store: FAILOVERS > 0 ? "standby" : "postgresql" }), FAULTS, FAILOVERS));

const FILE_FAULTS = number("FILE_FAULTS", 0);
test(`${FILE_FAULTS} faults of one server with a file (seed ${seed})`, { skip: FILE_FAULTS === 0 }, async (t) =>
    run(t, new World(seed, { ...people, store: "file" }), FILE_FAULTS));

const PATRONI_FAULTS = number("PATRONI_FAULTS", 0);
const PATRONI_FAILOVERS = number("PATRONI_FAILOVERS", 1);
test(`${PATRONI_FAULTS} faults, ${PATRONI_FAILOVERS} failovers of three servers on PostgreSQL under Patroni (seed ${seed})`,
    { skip: PATRONI_FAULTS === 0 || (!installed() && "patroni and etcd-server are not installed") }, async (t) =>
        run(t, new World(seed, { ...people, store: "patroni" }), PATRONI_FAULTS, PATRONI_FAILOVERS));

// The limit is for machines that do other things as well; the figure is what counts, and `tests/faults/rolling` holds it to 3 s.
const LONGEST_MS = number("LONGEST_MS", 30000);
test(`three servers are upgraded one after the other under load${process.env.OLD ? ", from another version" : ""}`, async (t) => {
    const world = new World(seed, { ...people, pace: 100, program: process.env.OLD });
    t.after(() => world.end());
    await world.begin();
    const longest = await world.roll(process.env.CAROM);
    const proof = await world.prove();
    t.diagnostic(`${proof.acknowledged} acknowledged commands, ${world.players.length} players, nobody without an answer for more than ${longest} ms`);
    assert.deepEqual(proof.wrong, []);
    assert.ok(longest < LONGEST_MS, `${longest} ms`);
});
