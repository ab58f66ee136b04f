// Unkind clients: broken frames, half messages, huge ones, thousands that say nothing or never read. The server stays up,
// and a table where people play does not notice; how much it notices is measured and printed.
import test from "node:test";
import assert from "node:assert/strict";
import net from "node:net";
import { randomBytes } from "node:crypto";
import { Client, Server, sit, sleep } from "./client.mjs";

const MANY = Number(process.env.MANY ?? 1000);

let server;
let players;
test.before(async () => {
    server = await Server.start();
    players = await sit(server, ["Ada", "Bob"], { hourglass: 600000 });
    await players[0].do("start");
    await players[0].do("bid", { moves: 1000000 });
});
test.after(async () => { assert.equal(await server.stop(), 0, server.errors); });

const handshake = "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

/** A bare socket; resolves when it is connected. */
function connect(text = "") {
    return new Promise((resolve, reject) => {
        const socket = net.connect(server.port, "127.0.0.1", () => {
            if (text) socket.write(text);
            resolve(socket);
        });
        socket.on("error", reject);
        socket.on("error", () => {});
    });
}

/** Connects and shakes hands; resolves when the server has agreed. */
async function upgraded() {
    const socket = await connect(handshake);
    await new Promise((resolve) => socket.once("data", resolve));
    return socket;
}

/** A masked frame from the client. */
function frame(opcode, payload, { fin = true, length = payload.length, mask = true } = {}) {
    const head = [(fin ? 0x80 : 0) | opcode];
    const bit = mask ? 0x80 : 0;
    if (length < 126) head.push(bit | length);
    else if (length < 65536) head.push(bit | 126, length >> 8, length & 255);
    else {
        const wide = Buffer.alloc(8);
        wide.writeBigUInt64BE(BigInt(length));
        head.push(bit | 127, ...wide);
    }
    if (!mask) return Buffer.concat([Buffer.from(head), payload]);
    const key = randomBytes(4);
    return Buffer.concat([Buffer.from(head), key, Buffer.from(payload.map((byte, i) => byte ^ key[i % 4]))]);
}

let bid = 999999;
/** From a bid to its appearance at the other player, in ms. */
async function latency() {
    const [ada, bob] = players;
    const moves = --bid;
    const begin = process.hrtime.bigint();
    const seen = bob.until(() => bob.last("bid")?.moves === moves);
    await ada.do("bid", { moves });
    await seen;
    return Number(process.hrtime.bigint() - begin) / 1e6;
}

async function measure(t, words, attack) {
    const times = [];
    let busy = true;
    const done = attack().finally(() => { busy = false; });
    while (busy || times.length < 50) {
        times.push(await latency());
        await sleep(5);
    }
    const result = await done;
    times.sort((a, b) => a - b);
    const at = (p) => times[Math.min(times.length - 1, Math.floor(times.length * p))].toFixed(1);
    t.diagnostic(`${words}: bid to broadcast p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${times.at(-1).toFixed(1)} ms`);
    assert.ok(times.at(-1) < 2000, "the other tables do not notice");
    return result;
}

async function alive() {
    assert.equal(await (await server.get("/healthz")).text(), "ok\n");
}

test("nobody attacks: the measure", async (t) => {
    await measure(t, "undisturbed", async () => sleep(500));
});

test("malformed frames end their own connection only", async (t) => {
    const bad = [
        frame(1, Buffer.from("hello"), { mask: false }), // clients have to mask
        frame(3, Buffer.from("?")), // no such opcode
        frame(1, Buffer.from([0xff, 0xfe, 0x80])), // not UTF-8
        frame(0, Buffer.from("more")), // continues nothing
        frame(9, Buffer.alloc(126)), // a ping that is too long
        frame(8, Buffer.from([1])), // half a close code
        frame(1, Buffer.from("x"), { length: 2 ** 40 }),
        Buffer.from([0xf1, 0x80, 0, 0, 0, 0]), // reserved bits
        randomBytes(300),
    ];
    await measure(t, "malformed frames", async () => {
        for (let i = 0; i < 20; i++) {
            for (const bytes of bad) {
                const socket = await upgraded();
                socket.resume();
                const ended = new Promise((resolve) => socket.once("close", resolve));
                socket.write(bytes);
                await Promise.race([ended, sleep(1000)]);
                socket.destroy();
            }
        }
    });
    await alive();
});

test("half messages, and messages in many pieces", async (t) => {
    const socket = await upgraded();
    const answer = new Promise((resolve) => socket.on("data", (data) => resolve(data.toString())));
    const text = Buffer.from(JSON.stringify({ id: 1, do: "hello", version: 1, table: players[0].code }));
    const pieces = [frame(1, text.subarray(0, 5), { fin: false }), frame(9, Buffer.from("ping")),
        frame(0, text.subarray(5, 9), { fin: false }), frame(0, text.subarray(9))];
    for (const byte of Buffer.concat(pieces)) {
        socket.write(Buffer.from([byte]));
        await sleep(0);
    }
    assert.match(await answer, /ping|welcome/);
    socket.destroy();
    await measure(t, "half messages", async () => {
        for (let i = 0; i < 100; i++) {
            const half = await upgraded();
            half.write(frame(1, text).subarray(0, 3 + (i % 40)));
            if (i % 2) half.destroy();
            else half.unref();
        }
    });
    await alive();
});

test("messages of 10 MB, over WebSocket and HTTP", async (t) => {
    await measure(t, "10 MB messages", async () => {
        for (let i = 0; i < 5; i++) {
            const client = new Client(server, players[0].code);
            await client.open();
            client.socket.send("x".repeat(10 << 20));
            assert.equal(await client.closed, 1009);
            assert.equal(client.messages.at(-1).why, "too-big");
            const post = await server.get("/api/tables", { method: "POST", body: "x".repeat(10 << 20) });
            assert.equal(post.status, 413);
        }
    });
});

test(`${MANY} connections that send nothing`, async (t) => {
    const sockets = await measure(t, `${MANY} silent`, async () => {
        const all = [];
        for (let i = 0; i < MANY; i++) all.push(await (i % 2 ? connect() : upgraded()));
        return all;
    });
    await measure(t, `${MANY} silent, connected`, async () => sleep(500));
    for (const socket of sockets) socket.destroy();
    await alive();
});

test(`${MANY} connections that never read`, async (t) => {
    const hello = Buffer.from(JSON.stringify({ id: 1, do: "hello", version: 1, table: players[0].code, since: 0 }));
    // They watch at the table where people play, so every bid is sent to them; what they ask for is never read.
    const ask = frame(1, Buffer.from('{"do":"watch"}'));
    const sockets = await measure(t, `${MANY} never reading`, async () => {
        const all = [];
        for (let i = 0; i < MANY; i++) {
            const socket = await upgraded();
            socket.pause();
            socket.write(frame(1, hello));
            for (let k = 0; k < 20; k++) socket.write(ask);
            all.push(socket);
        }
        return all;
    });
    await measure(t, `${MANY} never reading, connected`, async () => sleep(2000));
    for (const socket of sockets) socket.destroy();
    await alive();
});

test("HTTP that is none", async (t) => {
    await measure(t, "broken HTTP", async () => {
        for (let i = 0; i < 100; i++) {
            const socket = await connect(["GET / HTTP/9.9\r\n\r\n", "\r\n\r\n\r\n", "GET /" + "a".repeat(9000) +
                " HTTP/1.1\r\nHost: x\r\n\r\n", "POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{",
                "GET / HTTP/1.1\r\nHost: x\r\n" + "X-A: b\r\n".repeat(2000) + "\r\n"][i % 5]);
            socket.resume();
            await sleep(2);
            socket.destroy();
        }
    });
    await alive();
});
