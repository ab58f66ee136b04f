// Questions to the solver that would take very long: they end in time, with their asker, and with the server.
import test from "node:test";
import assert from "node:assert/strict";
import net from "node:net";
import { Server, sleep } from "./client.mjs";
import { Stranger, cells, hard, say } from "./abuse-fixture.mjs";
import { crowded } from "./extremes.mjs";

const PATIENCE = 30000; // far longer than anything here may take

const LONG = crowded();

/** A board on which the transparent robot has more choices than anybody can try. */
function choices() {
    const free = "e5 o1 a3 a4 m4 l7 c9 c13 g15 b16 j16 n16".split(" ");
    const cells = Array.from({ length: 256 }, (_, i) => "abcdefghijklmnop"[i % 16] + (Math.floor(i / 16) + 1));
    return `16x16-b${cells.filter((cell) => !free.includes(cell)).map((cell) => "Ru" + cell).join(".")}/Te5/T@a3`;
}

/** The promise, or "late" if it takes too long. */
function soon(promise) {
    let timer;
    const late = new Promise((resolve) => { timer = setTimeout(resolve, PATIENCE, "late"); });
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

async function open(t) {
    const server = await Server.start(["--public-nodes", "0"]);
    t.after(() => server.child.kill("SIGKILL"));
    return server;
}

/** Jobs that have been done so far. */
async function solved(server) {
    return Number(/^carom_positions_solved_total (\d+)$/m.exec(await (await server.get("/metrics")).text())[1]);
}

test("A2: a question is answered in time, and pictures do not wait for it", async (t) => {
    const server = await open(t);
    const asked = server.get("/api/solve/" + LONG).then((answer) => answer.json());
    const picture = await soon(Promise.race([server.get("/board/8x8/Ra1/R@h1.png").then((answer) => answer.status), asked]));
    assert.equal(picture, 200);
    const answer = await soon(asked);
    assert.equal(answer.proven, false);
    assert.equal(answer.moves, null);
});

test("A2: a question ends when its asker has left", async (t) => {
    const server = await open(t);
    const socket = net.connect(server.port, "127.0.0.1");
    socket.write(`GET /api/solve/${LONG} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
    await sleep(300);
    socket.destroy();
    const begun = performance.now();
    while ((await solved(server)) === 0 && performance.now() - begun < PATIENCE) await sleep(20);
    assert.equal(await solved(server), 1);
    console.log(`# gave up ${Math.round(performance.now() - begun)} ms after its asker`);
});

test("A2: questions of askers who have left are not looked at, whatever else they had sent, and however they went", async (t) => {
    const server = await open(t);
    const head = (position) => `GET /api/solve/${position} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`;
    const askers = [LONG, ...cells.slice(0, 6).map(hard)].map((position, i) => {
        const socket = net.connect(server.port, "127.0.0.1");
        socket.write(head(position) + (i % 2 ? head("x") : ""));
        return socket;
    });
    const jobs = async (kind) => Number(new RegExp(`^carom_jobs_${kind} (\\d+)$`, "m").exec(await (await server.get("/metrics")).text())[1]);
    while ((await jobs("in_progress")) < askers.length) await sleep(20);
    askers.forEach((socket, i) => (i % 3 === 2 ? socket.resetAndDestroy() : socket.destroy()));
    const begun = performance.now();
    while ((await jobs("in_progress")) > 0 && performance.now() - begun < PATIENCE) await sleep(20);
    assert.equal(await jobs("in_progress"), 0);
    assert.equal(await solved(server), 1, "the one that had begun");
});

test("A2: one address has one thread for its rounds, though hello, join and start come in one packet", async (t) => {
    const server = await Server.start(["--solve-nodes", "0"]);
    t.after(() => server.child.kill("SIGKILL"));
    const stranger = new Stranger(server.port);
    t.after(() => stranger.sockets.forEach((socket) => socket.destroy()));
    const [barriers, robots, target] = LONG.split("/");
    const rules = { board: `${barriers}-tRm${target.slice(2)}`, robots, silver: true, transparent: true, hourglass: 600000 };
    for (let i = 0; i < 3; i++) {
        const table = await server.table(rules);
        const socket = await stranger.upgraded();
        const started = new Promise((resolve) => {
            let text = "";
            socket.on("data", (data) => { if ((text += data).includes('"type":"answer","id":3')) resolve(text); });
        });
        socket.write(Buffer.concat([say({ id: 1, do: "hello", version: 1, table }), say({ id: 2, do: "join", name: "Mallory" }), say({ id: 3, do: "start" })]));
        assert.match(await started, /"type":"answer","id":3,"ok":true/);
    }
    const metrics = await (await server.get("/metrics")).text();
    assert.match(metrics, /^carom_jobs_in_progress 3$/m);
    assert.match(metrics, /^carom_jobs_waiting\{kind="round"\} 2$/m, "the other thread is for others");
});

test("A3: SIGTERM ends a server that is solving the worst position", async (t) => {
    const server = await open(t);
    server.get(`/api/solve/${choices()}?all=1`).catch(() => {});
    server.get("/api/solve/" + LONG).catch(() => {});
    await sleep(300);
    const begun = performance.now();
    server.child.kill("SIGTERM");
    assert.equal(await soon(server.ended), 0);
    console.log(`# ended after ${Math.round(performance.now() - begun)} ms`);
});

test("what is known of a board is kept for the next question about it: counted, not timed", async (t) => {
    const server = await Server.start(["--request-rate", "0", "--public-nodes", "2000"]);
    t.after(() => server.child.kill("SIGKILL"));
    const targets = "Rm Rg Rp Rs Ym Yg Yp Ys Gm Gg Gp Gs Bm Bg Bp Bs V".split(" ");
    const rounds = ["Ra1,Yb2,Gc3,Bd4", "Ra2,Yp9,Gi1,Bk16", "Rp1,Ya16,Gp16,Ba9", "Rb7,Yc8,Gd9,Be10", "Re1,Yf2,Gg3,Bm4"];
    for (const robots of rounds)
        for (const target of targets) {
            const answer = await server.get(`/api/solve/Y2-R2-B2-G1/${robots}/${target}`);
            assert.equal(answer.status, 200, await answer.text());
        }
    assert.equal(await solved(server), rounds.length * targets.length);
    const metrics = await (await server.get("/metrics")).text();
    const built = Number(/^carom_solver_tables_built_total (\d+)$/m.exec(metrics)[1]);
    assert.ok(built >= targets.length && built <= 2 * targets.length, `${built} tables were built by two threads`);
});
