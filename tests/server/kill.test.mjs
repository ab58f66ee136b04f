// kill -9 at random moments, again and again: what was acknowledged is in the log, everybody resumes, every log is valid.
import test from "node:test";
import assert from "node:assert/strict";
import { Client, Server, run, sleep } from "./client.mjs";

const KILLS = Number(process.env.KILLS ?? 100);
const TABLES = 4;
const seed = Number(process.env.SEED ?? Date.now() % 1000000);

// A small generator, so that a run can be repeated by its seed (as far as the network allows).
let state = seed >>> 0;
function random(n) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * n);
}

/** What a player tries next: anything that might make sense. */
function wish(client) {
    const kinds = ["bid", "bid", "bid", "done", "move", "move", "pass", "next", "next", "start", "skip"];
    const what = kinds[random(kinds.length)];
    if (what === "bid") return [what, { moves: 3 + random(30) }];
    if (what === "move") return [what, { move: "RYGB"[random(4)] + "NESW"[random(4)] }];
    return [what, {}];
}

/** Plays until the connection breaks; notes every acknowledgement. */
async function play(client, noted) {
    while (client.socket.readyState === 1) {
        const [what, members] = wish(client);
        const answer = await client.ask(what, members);
        if (answer === null) return;
        if (answer.ok) noted.push({ code: client.code, game: client.game, you: client.you, what, members, seq: answer.seq });
        if (client.has("over")) await client.ask("again");
        await sleep(random(3));
    }
}

/** The event that an acknowledged command has to have left behind. */
function left(note, events) {
    const kind = { bid: "bid", done: "done", move: "moved", skip: "skip", start: "started" }[note.what];
    if (kind === undefined) return true;
    return events.some((event) => event.seq <= note.seq && event.ev === kind && event.by === note.you &&
        (note.what !== "bid" || event.moves === note.members.moves) &&
        (note.what !== "move" || event.move === note.members.move)) ||
        events.some((event) => event.seq <= note.seq && event.ev === "failed"); // a move may end a demonstration
}

async function eventsOf(server, code, game) {
    const text = await server.log(code, game);
    const verdict = run(["replay"], text);
    assert.equal(verdict.status, 0, `table ${code}: ${verdict.err}${verdict.out}`);
    return text.trim().split("\n").map((line) => JSON.parse(line));
}

test(`${KILLS} times kill -9 during play (seed ${seed})`, async (t) => {
    const server = await Server.start(["--idle-seconds", "1"]);
    t.after(() => server.stop());
    const clients = [];
    const codes = [];
    for (let i = 0; i < TABLES; i++) {
        const code = await server.table({ preset: i === 3 ? "micro" : "ricochet", hourglass: 300, goal: 0 });
        codes.push(code);
        for (const name of ["Ada", "Bob", "Cyd"]) {
            const client = await new Client(server, code).open({ since: 0 });
            await client.join(name);
            clients.push(client);
        }
    }
    let acknowledged = 0;
    for (let kill = 0; kill < KILLS; kill++) {
        const noted = [];
        const playing = clients.map((client) => play(client, noted));
        await sleep(20 + random(120));
        const joining = random(4) === 0 ? lateJoin(server, clients[random(clients.length)].code, kill) : null;
        await sleep(random(5));
        await server.crash();
        await Promise.all(playing);
        const joined = await joining;
        const logs = new Map();
        const current = new Map();
        for (const code of codes) {
            current.set(code, (await (await server.get(`/api/tables/${code}`)).json()).game);
            logs.set(code, await eventsOf(server, code, current.get(code)));
        }
        for (const note of noted) {
            const events = note.game === current.get(note.code) ? logs.get(note.code) : await eventsOf(server, note.code, note.game);
            assert.ok(events.at(-1).seq >= note.seq, `${JSON.stringify(note)} is not in the log`);
            assert.ok(left(note, events), `${JSON.stringify(note)} left nothing in the log`);
        }
        for (const client of clients) {
            const you = client.you;
            await client.open({ resume: true });
            assert.equal(client.you, you, "back in the same seat");
            assert.equal(client.gap, undefined);
            const log = logs.get(client.code); // since then the sand may have run out
            if (log[0].at === client.events[0].at) assert.deepEqual(client.events.slice(0, log.length), log);
        }
        if (joined !== null) await checkJoin(server, joined);
        acknowledged += noted.length;
    }
    t.diagnostic(`${acknowledged} acknowledged commands, none lost`);
    assert.ok(acknowledged > KILLS);
});

/** Somebody who joins at the moment of the crash. */
async function lateJoin(server, code, number) {
    const client = new Client(server, code);
    try {
        await client.open();
        const answer = await client.ask("join", { name: `Late ${number}` });
        client.acknowledged = answer?.ok === true;
        return client;
    } catch {
        return null; // not even connected
    }
}

/** Acknowledged: seated. Not acknowledged: the token tells whether it happened. Then leaves again. */
async function checkJoin(server, client) {
    if (client.token === undefined || client.token === null) return;
    await client.open();
    if (client.acknowledged) assert.notEqual(client.you, null, "an acknowledged seat is kept");
    if (client.you !== null) await client.ask("leave");
    await client.close();
}
