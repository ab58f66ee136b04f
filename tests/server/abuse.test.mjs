// A public server among strangers: each way to stop it or to outlast it from the network that was found, tried with the
// limits that users get.
import test from "node:test";
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import http from "node:http";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { sit, sleep } from "./client.mjs";
import { House, frame, handshake, picture, until } from "./abuse-fixture.mjs";

test("1: pictures are drawn aside, in turns, and bounded in pixels", async (t) => {
    const house = await House.open(t);
    const narrow = await house.ask("/board/1x16.png?width=2048");
    assert.equal(narrow.status, 400, "67 million pixels");
    assert.equal(JSON.parse(narrow.body).why, "bad-query");
    const film = (moves, query = "") => house.ask(`/board/G1-Y2-R2-B2/Ra5/*@e5.gif?route=${"RE%20RW%20".repeat(moves / 2)}${query}`);
    for (const refused of [film(0), film(32), film(2, "&width=641")]) assert.equal(JSON.parse((await refused).body).why, "bad-query");
    assert.ok((await film(2, "&width=200")).body.startsWith("GIF89a"), "a film is a picture too");
    const answers = await house.under(t, async () => {
        const asked = Array.from({ length: 30 }, (_, i) => house.ask(picture(i)));
        const other = house.ask(picture(30, "width=100"), { from: "127.0.0.9" });
        const answers = await Promise.all(asked);
        assert.equal((await other).status, 200, "who asks for one picture has it, whatever others ask");
        return answers;
    });
    const count = (status) => answers.filter((answer) => answer.status === status).length;
    t.diagnostic(`${count(200)} of 30 pictures, ${count(503)} refused`);
    assert.ok(count(200) >= 8 && count(503) > 0, "eight of an address may wait, the others are refused");
    assert.equal(count(200) + count(503), 30);
    assert.ok(answers.every((answer) => answer.status === 503 || answer.body.startsWith("\x89PNG")));
});

test("1: a picture that was drawn is kept, and drawing has a rate of its own", async (t) => {
    const house = await House.open(t);
    const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
    const ask = (n, from) => house.ask(picture(n, "width=16"), { from, agent });
    const seen = new Set();
    for (let i = 0; i < 200 && !seen.has(429); i += 4)
        for (const answer of await Promise.all([0, 1, 2, 3].map((k) => ask((i + k) % 40, "127.0.0.2")))) seen.add(answer.status);
    assert.ok(!seen.has(429), "those that hang already cost nothing more");
    for (let i = 0; i < 200 && !seen.has(429); i += 4) {
        const asked = [0, 1, 2, 3].map((k) => house.ask(picture(0, `width=${20 + i + k}`), { from: "127.0.0.2", agent }));
        for (const answer of await Promise.all(asked)) seen.add(answer.status);
    }
    assert.ok(seen.has(429), "200 others do");
    assert.equal((await ask(0, "127.0.0.2")).status, 200, "one that hangs is still given");
    assert.equal((await house.ask("/api/deal")).status, 200, "other requests have another rate");
    agent.destroy();
});

test("2: pongs do not go round the queue's limit", async (t) => {
    const house = await House.open(t);
    const ping = frame(9, Buffer.alloc(125, 120));
    const flood = Buffer.concat(Array(500).fill(ping));
    const sockets = [];
    await house.under(t, async () => {
        for (let i = 0; i < 20; i++) {
            const socket = await house.upgraded(`127.0.0.${2 + i}`);
            socket.on("error", () => {});
            socket.pause();
            sockets.push(socket);
        }
        const end = until();
        while (Date.now() < end) {
            for (const socket of sockets) if (!socket.destroyed && socket.writableLength < 1 << 20) socket.write(flood);
            await sleep(5);
        }
    });
});

test("2: a trickle does not keep a stuck connection alive", async (t) => {
    const house = await House.open(t);
    await house.under(t, async () => {
        const words = [house.server.port, house.players[0].code, 45].map(String);
        const { stdout } = await promisify(execFile)(fileURLToPath(new URL("slow-reader.py", import.meta.url)), words);
        t.diagnostic(`dropped after ${stdout.trim()} seconds`);
    });
    assert.equal(await house.metric("carom_slow_clients_dropped_total"), 1);
});

test("3: slow requests are cut off, and health is always answered", async (t) => {
    const house = await House.open(t);
    const sockets = [];
    await house.under(t, async () => {
        for (let i = 0; i < 600; i++) {
            const socket = await house.connect("GET / HTTP/1.1\r\nHost: x\r\nX-", `127.0.0.${2 + i % 3}`).catch(() => null);
            if (!socket) continue;
            socket.on("error", () => {});
            socket.resume();
            sockets.push(socket);
        }
        const trickle = setInterval(() => sockets.forEach((socket) => socket.destroyed || socket.write("a")), 1000);
        const begun = Date.now();
        for (let i = 0; i < 5; i++) assert.equal((await house.ask("/healthz", { from: "127.0.0.1" })).status, 200);
        assert.ok(Date.now() - begun < 5000, "health is answered at once");
        const open = () => sockets.filter((socket) => !socket.destroyed).length;
        for (let i = 0; i < 300 && open() > 0; i++) await sleep(100);
        clearInterval(trickle);
        assert.equal(open(), 0, "half a request is not kept for longer than 30 seconds");
    });
});

test("3: the connections of an address are counted, whatever they say", async (t) => {
    const house = await House.open(t);
    const sockets = [];
    for (let i = 0; i < 400; i++) {
        const socket = await house.connect("GET / HTTP/1.1\r\n").catch(() => null);
        socket?.on("error", () => {});
        if (socket) sockets.push(socket.resume());
    }
    const open = () => sockets.filter((socket) => !socket.destroyed).length;
    for (let i = 0; i < 50 && open() > 320; i++) await sleep(100);
    assert.ok(open() <= 320, `${open()} of 400 are open`);
    assert.equal((await house.ask("/healthz", { from: "127.0.0.3" })).status, 200, "others may connect");
});

test("3: more half requests than there is room for do not keep anybody out", async (t) => {
    // Few descriptors, so that it takes few connections to use them up.
    const house = await House.open(t, [], { files: 300 });
    await house.under(t, async () => {
        for (let i = 0; i < 900; i++) {
            const socket = await house.connect("GET / HTTP/1.1\r\n", `127.0.0.${2 + i % 20}`).catch(() => null);
            socket?.on("error", () => {});
            socket?.resume();
            const begun = Date.now();
            if (i % 50 === 0) assert.equal((await house.ask("/healthz", { from: "127.0.0.1" })).status, 200);
            assert.ok(Date.now() - begun < 5000, "health is answered at once");
        }
    });
});

test("3: a request that costs the server more counts for more", async (t) => {
    const house = await House.open(t, ["--request-rate", "2"]); // a slow one, so that it is not a question of time
    const seen = [];
    while (seen.length < 10 && !seen.includes(429)) seen.push((await house.ask("/api/deal?n=100")).status);
    assert.ok(seen.includes(429), "a hundred positions are eleven requests' worth, of twenty");
    assert.equal((await house.ask("/api/deal?n=100", { from: "127.0.0.3" })).status, 200, "others may ask");
});

test("3: requests that are written all at once are answered in turns, and nobody waits for all of them", async (t) => {
    const house = await House.open(t);
    const long = async () => { // turns of the loop that took more than 50 ms of a processor
        const text = (await house.ask("/metrics", { from: "127.0.0.1" })).body;
        const number = (name) => Number(new RegExp(`^carom_loop_cpu_seconds_${name} (\\d+)`, "m").exec(text)[1]);
        return number("count") - number('bucket\\{le="0.05[0-9]*"\\}');
    };
    const before = await long();
    const request = `GET /t/${house.players[0].code}/log HTTP/1.1\r\nHost: x\r\n`;
    const requests = `${request}\r\n`.repeat(19) + `${request}Connection: close\r\n\r\n`;
    const sockets = await Promise.all(Array.from({ length: 250 }, (_, k) => house.connect(requests, `127.0.3.${1 + k % 25}`)));
    const closed = sockets.map((socket) => new Promise((resolve) => socket.once("close", resolve)));
    for (const socket of sockets) socket.resume();
    await Promise.all(closed);
    assert.equal(await long(), before);
    assert.ok(await house.metric("carom_http_requests_total") >= 5000, "and every one of them was answered");
});

test("9: a visitor whose upgrade waits is not forgotten", async (t) => {
    // What is wrong here a sanitizer or valgrind sees: that the server goes on is only half of it.
    const house = await House.open(t, ["--proxies", "127.0.0.2"]);
    const waiting = spawn(fileURLToPath(new URL("stalled-upgrade.py", import.meta.url)), [String(house.server.port)], { stdio: ["pipe", "pipe", "inherit"] });
    const lines = createInterface({ input: waiting.stdout })[Symbol.asyncIterator]();
    const [word, number] = (await lines.next()).value.split(" ");
    assert.equal(word, "waiting");
    // More addresses than are remembered. One connection is enough, because the proxy says who asks.
    const many = await house.connect();
    let answers = 0;
    many.on("data", (data) => { answers += data.toString("latin1").split("HTTP/1.1 ").length - 1; });
    for (let i = 0; i < Number(process.env.ADDRESSES ?? 75000);) {
        let text = "";
        for (let k = 0; k < 100; k++, i++)
            text += `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 10.${i >> 16}.${(i >> 8) & 255}.${i & 255}\r\n\r\n`;
        many.write(text);
        while (i - answers > 1000) await sleep(1);
    }
    waiting.stdin.end("\n");
    assert.equal((await lines.next()).value, number, "all are let in at last");
    await house.latency();
});

/** Requests for one address behind a proxy until one is refused because of the rate; false: none was. */
async function spend(house, from, lines) {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
    let refused = false;
    for (let i = 0; i < 200 && !refused; i++) {
        const asked = Array.from({ length: 4 }, () => house.ask("/none.txt", { from, agent, headers: { "X-Forwarded-For": lines } }));
        refused = (await Promise.all(asked)).some((answer) => answer.status === 429);
    }
    agent.destroy();
    return refused;
}

test("10: every X-Forwarded-For line counts, and proxies are compared exactly", async (t) => {
    const house = await House.open(t, ["--proxies", "127.0.0.0/29,127.0.0.64"]);
    const status = async (from, lines) => (await house.ask("/none.txt", { from, headers: { "X-Forwarded-For": lines } })).status;
    assert.equal(await status("127.0.0.2", "192.0.2.1"), 404);
    // One address behind the proxy spends its requests; written over two lines, it is still the same address.
    assert.ok(await spend(house, "127.0.0.2", ["192.0.2.7"]), "192.0.2.7 has a rate");
    // A fresh address may ask hundreds of times at once; one that has spent its requests is refused among the first few.
    const refuses = async (from, lines) => (await Promise.all(Array.from({ length: 40 }, () => status(from, lines)))).includes(429);
    assert.ok(await refuses("127.0.0.3", ["198.51.100.1", "192.0.2.7"]), "the last line counts");
    assert.equal(await status("127.0.0.3", ["192.0.2.7", "198.51.100.2"]), 404, "what a client writes before the proxy's line does not");
    // 127.0.0.66 is no proxy: what it forwards is its own business.
    assert.ok(await spend(house, "127.0.0.66", ["203.0.113.1"]));
    assert.ok(await refuses("127.0.0.66", "203.0.113.2"));
});

test("10: an IPv6 network of 64 bits has limits, and so has one of 48", async (t) => {
    const house = await House.open(t, ["--proxies", "127.0.0.2"]);
    const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
    let refused = 0;
    for (let i = 0; i < 1000 && refused === 0; i++) {
        const asked = Array.from({ length: 8 }, (_, k) => house.ask("/none.txt", { agent, headers: { "X-Forwarded-For": `2001:db8:1:${(8 * i + k).toString(16)}::1` } }));
        refused += (await Promise.all(asked)).filter((answer) => answer.status === 429).length;
    }
    agent.destroy();
    assert.ok(refused > 0, "8000 requests from one network of 48 bits");
    assert.equal((await house.ask("/none.txt", { headers: { "X-Forwarded-For": "2001:db8:2:1::1" } })).status, 404, "the next one");
});

test("10: what is no network is refused at the start", async (t) => {
    for (const list of ["127.0.0.1/33", "proxy.example", "127.0.0.1/8"])
        await assert.rejects(House.open(t, ["--proxies", list]), /bad-option option=proxies/);
});

/** Sends bytes and resolves with all that comes back until the server closes; null: it did not within five seconds. */
async function until_closed(house, text) {
    const socket = await house.connect(text);
    let answer = "";
    socket.on("data", (data) => { answer += data.toString("latin1"); });
    const closed = new Promise((resolve) => socket.once("close", () => resolve(answer)));
    return Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 5000, null).unref())]);
}

test("12: a request that says twice where it ends is refused, and its connection closed", async (t) => {
    const house = await House.open(t);
    const hidden = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"; // what one reader takes for a body and another for a request
    const chunked = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`;
    const heads = {
        "two lengths": ["Content-Length: 0", `Content-Length: ${hidden.length}`],
        "two equal lengths": ["Content-Length: 0", "Content-Length: 0"],
        "a length and chunks": ["Content-Length: 0", "Transfer-Encoding: chunked"],
        "chunks and a length": ["Transfer-Encoding: chunked", "Content-Length: 0"],
        "two encodings": ["Transfer-Encoding: chunked", "Transfer-Encoding: identity"],
        "another encoding": ["Transfer-Encoding: gzip, chunked"],
        "two hosts": ["Host: y"],
        "a blank before the colon": ["Transfer-Encoding : chunked"],
        "a tab before the colon": ["Content-Length\t: 0"],
    };
    for (const method of ["POST /api/tables", "GET /healthz"]) {
        for (const [name, lines] of Object.entries(heads)) {
            for (const body of [hidden, chunked]) {
                const answer = await until_closed(house, `${method} HTTP/1.1\r\nHost: x\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
                assert.ok(answer !== null, `${method}, ${name}: still open`);
                assert.match(answer, /^HTTP\/1\.1 400 /, `${method}, ${name}`);
                assert.equal(answer.split("HTTP/1.1 ").length, 2, `${method}, ${name}: one answer`);
            }
        }
    }
    const good = await house.ask("/api/tables", { method: "POST", body: "{}", headers: { "Transfer-Encoding": "chunked" } });
    assert.equal(good.status, 201, "one way to say it is enough");
});

test("12: a server with names answers to no others, over WebSockets neither", async (t) => {
    const house = await House.open(t, ["--host", "127.0.0.1", "--host", "carom.example", "--host", "[::1]"]);
    const ask = async (host, path = "/api/deal") => (await house.ask(path, { headers: { Host: host } })).status;
    for (const host of ["carom.example", "CAROM.example:8080", "carom.example.", "127.0.0.1:1", "[::1]:8080"])
        assert.equal(await ask(host), 200, host);
    for (const host of ["evil.example", "carom.example.evil.example", "xcarom.example", "carom.example:80:80", "carom.example:x", "[::1", "::1"])
        assert.equal(await ask(host), 421, host);
    assert.equal(JSON.parse((await house.ask("/", { headers: { Host: "evil.example" } })).body).why, "bad-host");
    assert.equal(await ask("evil.example", "/healthz"), 200, "health is answered to anybody");
    const upgrade = (host) => until_closed(house, handshake().replace("Host: x", `Host: ${host}`) + String.fromCharCode(0x88, 0x80, 1, 2, 3, 4));
    assert.match(await upgrade("carom.example"), /^HTTP\/1\.1 101 /);
    const page = handshake("Origin: http://evil.example\r\nConnection: close\r\n").replace("Host: x", "Host: evil.example");
    assert.match(await until_closed(house, page), /^HTTP\/1\.1 421 /, "its origin is its host, but not this server");
    await assert.rejects(House.open(t, ["--host", "http://carom.example"]), /bad-option option=host/);
    await assert.rejects(House.open(t, ["--host", "carom.example:80"]), /bad-option option=host/);
});

test("13: pongs that are late bring no credit", async (t) => {
    const house = await House.open(t);
    const [near, far] = await sit(house.server, ["Near", "Far"], { hourglass: 600000 });
    // It claims to be far away: each pong comes 300 ms late.
    far.socket._receiver.removeAllListeners("ping");
    far.socket._receiver.on("ping", (data) => setTimeout(() => far.socket.pong(data, true), 300));
    await near.do("start");
    await sleep(6000);
    await near.do("bid", { moves: 7 });
    await far.do("bid", { moves: 7 });
    await near.until(() => near.count("bid") === 2);
    const bids = near.events.filter((event) => event.ev === "bid");
    assert.deepEqual(bids.map((bid) => bid.by), ["p1", "p2"], "what was made first is first");
    assert.ok(bids.every((bid) => bid.credit === undefined), JSON.stringify(bids));
});
