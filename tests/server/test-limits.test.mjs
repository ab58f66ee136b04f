// A server whose limits are so small (tests/server/meson.build) that every queue is full and every socket stuck all the time:
// what waits there, who goes away while it waits, and what is given up are looked at by the sanitizers it is built with.
// Named after what was found: a visitor forgotten while an upgrade waited on a full socket.
import test from "node:test";
import assert from "node:assert/strict";
import { Client, Server, sit, sleep } from "./client.mjs";
import { House, cells, hard, handshake, picture, say } from "./abuse-fixture.mjs";

const times = (count, make) => Array.from({ length: count }, (_, i) => make(i));

test("A5: a refusal whose text has to grow is counted once", async (t) => {
    const server = await Server.start(); // the first text that it writes, into as good as no memory
    t.after(async () => assert.equal(await server.stop(), 0, server.errors));
    const answer = await server.get("/api/nothing");
    assert.deepEqual([answer.status, (await answer.json()).why], [404, "not-found"]);
    const metrics = await (await server.get("/metrics")).text();
    assert.match(metrics, /^carom_api_errors_total\{code="not-found"\} 1$/m);
    assert.match(metrics, /^carom_commit_seconds_count \d+\n$/m, "and longer ones are whole");
});

test("9: upgrades that wait on full sockets while addresses are forgotten", async (t) => {
    const house = await House.open(t, ["--proxies", "127.0.0.2", "--max-addresses", "16"]);
    const lines = (n, path) => `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 10.0.0.${n}\r\n\r\n`;
    const stuck = [];
    for (let i = 0; i < 24; i++) {
        const socket = await house.connect(lines(i, "/board/G1-Y2-R2-B2.svg").repeat(1 + i % 3) + handshake(`X-Forwarded-For: 10.0.0.${i}\r\n`));
        socket.pause();
        stuck.push(socket);
    }
    for (let i = 0; i < 200; i++) await house.ask("/healthz", { headers: { "X-Forwarded-For": `10.1.0.${i}` } }).catch(() => {});
    stuck.forEach((socket, i) => (i % 2 ? socket.destroy() : socket.resume()));
    await house.latency();
});

test("9: readers that come late, stop reading and go away in the middle of a history", async (t) => {
    const house = await House.open(t, ["--message-rate", "0"]);
    for (let i = 0; i < 150; i++) await house.latency();
    const { code } = house.players[0];
    const hello = say({ id: 1, do: "hello", version: 1, table: code, since: 0 });
    const stuck = [];
    for (let i = 0; i < 20; i++) {
        const socket = await house.upgraded(`127.0.0.${2 + i}`);
        socket.pause();
        socket.write(Buffer.concat([hello, ...Array(30).fill(say({ do: "watch" }))]));
        stuck.push(socket);
    }
    for (let i = 0; i < 20; i++) await house.latency();
    stuck.forEach((socket, i) => i % 3 === 0 && socket.destroy());
    const late = await Promise.all(times(6, (i) => new Client(house.server, code, {}, `127.0.1.${1 + i}`).open({ since: 0 })));
    await house.latency();
    await late[0].until(() => late[0].events.length === house.players[1].events.length);
    for (const one of late) assert.equal(one.gap, undefined);
});

test("9: logs, pictures and questions whose askers go away", async (t) => {
    const house = await House.open(t);
    const { code } = house.players[0];
    for (let i = 0; i < 20; i++) await house.latency();
    for (let round = 0; round < 4; round++) {
        const paths = times(12, (i) => [`/t/${code}/log`, picture(round * 12 + i), `/api/solve/${hard(cells[round * 12 + i])}`][i % 3]);
        const sockets = await Promise.all(paths.map((path, i) => house.connect(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(3), `127.0.0.${2 + i}`).catch(() => null)));
        await sleep(20 * round);
        for (const socket of sockets) socket?.destroy();
        await house.latency();
    }
    const log = (await house.server.log(code)).trimEnd().split("\n");
    assert.equal(log.length, house.players[0].events.at(-1).seq, "a whole log, 600 bytes at a time");
});

test("9: the server ends while everything waits", async (t) => {
    const house = await House.open(t, ["--message-rate", "0"]);
    const { code } = house.players[0];
    for (let i = 0; i < 50; i++) await house.latency();
    for (let i = 0; i < 10; i++) {
        const socket = await house.upgraded(`127.0.0.${2 + i}`);
        socket.on("error", () => {});
        socket.pause();
        socket.write(Buffer.concat([say({ id: 1, do: "hello", version: 1, table: code, since: 0 }), ...Array(30).fill(say({ do: "watch" }))]));
        house.connect(`GET ${[`/t/${code}/log`, picture(i), `/api/solve/${hard(cells[i])}`][i % 3]} HTTP/1.1\r\nHost: x\r\n\r\n`, `127.0.1.${2 + i}`)
            .then((other) => other.on("error", () => {}).pause(), () => {});
    }
    await house.latency();
    const [ada] = await sit(house.server, ["Ada"]);
    await ada.do("start"); // the end comes while its round is being solved
}); // House.open ends the server, and wants its exit code to be 0
