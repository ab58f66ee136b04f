// Every way to trouble a server that was found, as something that goes on: for the soak (soak.mjs), which runs them alone or
// all at once. What each must not be able to do is tested one by one in abuse.test.mjs, cheats.test.mjs and
// bad-clients.test.mjs. They know a port and the code of one table, come from addresses of their own, and keep to bounds of
// connections and memory, so that it is the server that is tried and not the machine.
//
//     soak-attacks.mjs PORT CODE SECONDS NAME...    runs these; ends when the time is over
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Client, run, sleep } from "./client.mjs";
import { device, today } from "./company-client.mjs";
import { shapes } from "./extremes.mjs";
import { Stranger, cells, frame, handshake, hard, picture, say } from "./abuse-fixture.mjs";

/** One attacker: a block of addresses, the time it has, and what others must not notice. */
class Attacker extends Stranger {
    constructor(port, code, block, end) {
        super(port, `127.${block}.0.1`);
        this.server = { link: `http://127.0.0.1:${port}` };
        this.code = code;
        this.block = block;
        this.end = end;
        this.counts = new Map(); // what came of it
    }
    going() {
        return Date.now() < this.end;
    }
    from(n) {
        return `127.${this.block}.1.${1 + n % 250}`;
    }
    count(what) {
        this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
    }
    /** Does it again and again, `many` at a time; a failure is what the server is for. */
    async again(many, ms, act) {
        const one = async (k) => {
            for (let i = 0; this.going(); i++) {
                await act(k, i).catch((error) => this.count(error.code ?? "refused"));
                await sleep(ms);
            }
        };
        await Promise.all(Array.from({ length: many }, (_, k) => one(k)));
    }
    /** A request; its status is counted. */
    async get(path, options) {
        const answer = await this.ask(path, options);
        this.count(answer.status);
        return answer;
    }
    /** Keeps a bare socket until it is closed, or for so long; what arrives is thrown away, unless it does not read. */
    async hold(socket, ms, reads = true) {
        socket.on("error", () => {});
        if (reads) socket.resume();
        else socket.pause();
        const closed = new Promise((resolve) => socket.once("close", resolve));
        await Promise.race([closed, sleep(Math.min(ms, Math.max(0, this.end - Date.now())))]);
        this.count(socket.destroyed ? "closed" : "kept");
        socket.destroy();
    }
    /** A table of the attacker's, and a seat at it; null: no more tables for this address. */
    async table(rules, options, from) {
        const answer = await this.get("/api/tables", { method: "POST", body: JSON.stringify({ rules, options }), from });
        return answer.status === 201 ? this.come(JSON.parse(answer.body).code, "Mallory", from) : null;
    }
    async come(code, name, from, more = {}) {
        const client = await new Client(this.server, code, more, from).open();
        if (name) await client.ask("join", { name });
        client.keeps = () => { client.messages.length = client.bytes.length = client.events.length = 0; };
        client.watchers.add(client.keeps); // it remembers nothing
        return client;
    }
}

const broken = [
    "GET / HTTP/9.9\r\n\r\n", "\r\n\r\n\r\n", `GET /${"a".repeat(9000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    "POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{",
    `GET / HTTP/1.1\r\nHost: x\r\n${"X-A: b\r\n".repeat(2000)}\r\n`,
    "POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
];
const malformed = [
    Buffer.from([0x81, 0x05, 104, 101, 108, 108, 111]), frame(3, Buffer.from("?")), frame(1, Buffer.from([0xff, 0xfe, 0x80])),
    frame(0, Buffer.from("more")), frame(8, Buffer.from([1])), Buffer.from([0xf1, 0x80, 0, 0, 0, 0]),
    Buffer.from([0x81, 0xff, 0, 0, 1, 0, 0, 0, 0, 0, 1, 2, 3, 4, 120]), say({ id: 1, do: "hello" }).subarray(0, 9), say([[[[]]]]),
];
const rigged = [{ seed: 7 }, { tokens: ["Rm", "Yg"] }, { board: "Y2-G4-R1-B4" }, { preset: "micro", dice: ["6P"] }];
/** What keeps the solver longest: barriers in every cell, and a transparent robot between them. */
const worst = shapes.filter(({ name }) => /^16x16 chequered.* (T|RT)$/.test(name)).map(({ text }) => text);
const flood = Buffer.concat(Array(500).fill(frame(9, Buffer.alloc(125, 120))));

/** Writes what it has as fast as it goes, with at most a megabyte waiting on this side. */
async function pour(attacker, socket, bytes, ms) {
    const end = Date.now() + ms;
    while (attacker.going() && !socket.destroyed && Date.now() < end) {
        if (socket.writableLength < 1 << 20) socket.write(bytes);
        await sleep(20);
    }
}

/** The number is that of docs/reference/security.md. */
export const attacks = {
    "pictures": { number: 1, run: (a) => a.again(60, 10, (k, i) => a.get(picture(k * 31 + i, `width=${2048 - i % 64}`), { from: a.from(k % 4) })) },
    "pings of who does not read": { number: 2, run: (a) => a.again(20, 100, async (k) => {
        const socket = await a.upgraded(a.from(k));
        const held = a.hold(socket, 30000, false);
        await pour(a, socket, flood, 30000);
        await held;
    }) },
    "watchers who do not read": { number: 2, run: (a) => a.again(200, 100, async (k) => {
        const socket = await a.upgraded(a.from(k));
        socket.write(Buffer.concat([say({ id: 1, do: "hello", version: 1, table: a.code, since: 0 }), ...Array(20).fill(say({ do: "watch" }))]));
        await a.hold(socket, 30000, false);
    }) },
    "a trickle": { number: 2, run: (a) => a.again(4, 100, () => new Promise((resolve) => {
        execFile(fileURLToPath(new URL("slow-reader.py", import.meta.url)), [a.port, a.code, 30].map(String), resolve);
    })) },
    "half requests, a byte a second": { number: 3, run: (a) => a.again(1500, 500, async (k) => {
        const socket = await a.connect("GET / HTTP/1.1\r\nHost: x\r\nX-", a.from(k % 25));
        const trickle = setInterval(() => socket.destroyed || socket.write("a"), 1000);
        await a.hold(socket, 60000).finally(() => clearInterval(trickle));
    }) },
    "connections that come and go": { number: 3, run: (a) => a.again(40, 5, async (k, i) => {
        const socket = await a.connect(i % 2 ? handshake() : "", a.from(k));
        await a.hold(socket, 20);
    }) },
    "bytes that are no HTTP": { number: 3, run: (a) => a.again(10, 10, async (k, i) => a.hold(await a.connect(broken[(k + i) % broken.length], a.from(k)), 100)) },
    "rigged deals": { number: 4, run: (a) => a.again(4, 20, async (k) => {
        const client = await a.table({}, undefined, a.from(k)) ?? await a.come(a.code, undefined, a.from(k));
        for (let i = 0; a.going() && i < 200 && client.socket.readyState === 1; i++) {
            await client.ask("again", { rules: rigged[i % rigged.length] });
            await a.get("/api/tables", { method: "POST", body: JSON.stringify({ rules: rigged[i % rigged.length] }), from: a.from(k) });
        }
        await client.close();
    }) },
    "questions to the solver": { number: 6, run: (a) => a.again(72, 20, (k, i) => a.get(`/api/solve/${hard(cells[(k * 17 + i) % cells.length])}`, { from: a.from(k % 8) })) },
    "rounds that are hard to solve, and bots": { number: 6, run: (a) => a.again(8, 20, async (k) => {
        const rules = { hourglass: 600000, board: "16x16-tRmh8.Ygi9.Gsg6", robots: "Ra1,Yd5,Gn12,Bp3" };
        const client = await a.table(rules, { arranged: true }, a.from(k));
        if (!client) return sleep(1000);
        for (let i = 0; i < 4; i++) await client.ask("bot", { level: 10 });
        await client.ask("start");
        while (a.going() && client.socket.readyState === 1) {
            await client.ask("skip");
            await client.ask("next");
            await sleep(50);
        }
    }) },
    "`again` without end": { number: 7, run: (a) => a.again(4, 100, async (k) => {
        const client = await a.table({}, undefined, a.from(k));
        if (!client) return sleep(1000);
        for (let i = 0; i < 16; i++) await client.ask("bot", { level: 1 });
        const others = await Promise.all(Array.from({ length: 5 }, () => a.come(client.code, undefined, a.from(k), { token: client.token })));
        while (a.going() && client.socket.readyState === 1) {
            const answers = await Promise.all(others.map((one) => one.ask("again")));
            answers.forEach((answer) => a.count(answer?.why ?? (answer ? "ok" : "closed")));
            await sleep(60);
        }
        for (const one of [client, ...others]) one.socket.terminate();
    }) },
    "logs that nobody reads": { number: 7, run: (a) => a.again(100, 100, async (k) => {
        const socket = await a.connect(`GET /t/${a.code}/log HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(20), a.from(k));
        await a.hold(socket, 30000, false);
    }) },
    "more tables than anybody needs": { number: 8, run: (a) => a.again(20, 50, (k) => a.get("/api/tables", { method: "POST", body: "{}", from: a.from(k) })) },
    "more addresses than are remembered": { number: 9, run: (a) => a.again(1, 100, async (_, turn) => {
        const socket = await a.connect("", "127.7.7.7"); // the proxy
        let answers = 0;
        socket.on("data", (data) => { answers += data.toString("latin1").split("HTTP/1.1 ").length - 1; });
        for (let i = turn * 7; a.going() && !socket.destroyed; i += 50) {
            const ask = (n) => `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}\r\n\r\n`;
            socket.write(Array.from({ length: 50 }, (__, k) => ask(i + k)).join(""));
            for (let wait = 0; i - turn * 7 - answers > 500 && wait < 2000 && a.going(); wait++) await sleep(1);
            await sleep(20);
        }
        await a.hold(socket, 0);
    }) },
    "forwarded addresses of who is no proxy": { number: 10, run: (a) => a.again(10, 5, (k, i) => a.get("/none.txt", { from: a.from(k), headers: { "X-Forwarded-For": `2001:db8:1:${(10 * i + k) & 0xffff}::1` } })) },
    "guessed codes": { number: 11, run: (a) => a.again(20, 10, async (k, i) => {
        const code = "ABCDEFGH".split("").map((letter, n) => String.fromCharCode(65 + (letter.charCodeAt(0) + k * 7 + i * (n + 3)) % 8)).join("");
        if (i % 2) await a.get(`/api/tables/${code}`, { from: a.from(k) });
        else await new Client(a.server, code, {}, a.from(k)).open().then((client) => client.socket.terminate());
    }) },
    "names, coming and going": { number: 12, run: (a) => a.again(10, 20, async (k, i) => {
        const client = await a.come(a.code, undefined, a.from(k));
        for (const name of ["\u2800", "A\u200dda", "M".repeat(48), "\u202eeve", `Guest ${k}`]) a.count((await client.ask("join", { name }))?.why ?? "ok");
        await client.ask("leave");
        if (i % 2) client.socket.terminate();
        else await client.close();
    }) },
    "frames that are none": { number: 2, run: (a) => a.again(10, 10, async (k, i) => {
        const socket = await a.upgraded(a.from(k));
        socket.write(malformed[(k + i) % malformed.length]);
        await a.hold(socket, 200);
    }) },
    "messages of 10 MB": { number: 2, run: (a) => a.again(2, 200, async (k, i) => {
        const body = "x".repeat(10 << 20);
        if (i % 2) await a.get("/api/tables", { method: "POST", body, from: a.from(k) });
        else {
            const client = await a.come(a.code, undefined, a.from(k));
            client.socket.send(body);
            await client.closed;
        }
    }) },
    "pongs that are late, and silence": { number: 13, run: (a) => a.again(50, 100, async (k) => {
        const socket = await a.upgraded(a.from(k));
        if (k % 2) socket.write(say({ id: 1, do: "hello", version: 1, table: a.code }));
        const late = setInterval(() => socket.destroyed || socket.write(frame(10, Buffer.from("late"))), 3000);
        await a.hold(socket, 30000).finally(() => clearInterval(late));
    }) },
    "requests that cost the host nothing": { number: 7, run: (a) => a.again(4, 100, async (k) => {
        const client = await a.table({}, undefined, a.from(k));
        if (!client) return sleep(1000);
        const others = await Promise.all(Array.from({ length: 60 }, () => a.come(client.code, undefined, a.from(k), { token: client.token }).catch(() => null)));
        const all = [client, ...others.filter((one) => one?.welcome?.type === "welcome")];
        for (let i = 0; a.going() && client.socket.readyState === 1; i++) {
            const what = ["lock", "unlock", "list", "unlist", "host"][i % 5];
            const answers = await Promise.all(all.map((one) => one.socket.readyState === 1 ? one.ask(what, { player: client.you ?? "p1" }) : null));
            answers.forEach((answer) => a.count(answer?.why ?? (answer ? "ok" : "closed")));
            await sleep(20);
        }
        for (const one of all) one.socket.terminate();
    }) },
    "as many seats as there are": { number: 12, run: (a) => a.again(2, 100, async (k) => {
        const host = await a.table({}, { listed: true }, a.from(k));
        if (!host) return sleep(1000);
        for (let i = 0; a.going() && i < 400 && host.socket.readyState === 1; i++) {
            const client = await a.come(host.code, undefined, a.from(k));
            const answer = await client.ask("join", { name: `\"\\${k}-${i}`, bot: 10 });
            a.count(answer?.why ?? (answer ? "ok" : "closed"));
            client.socket.terminate();
            if (!answer?.ok) await host.ask("end"); // everybody keeps a token, and the next game begins
            if (!answer?.ok) await host.ask("join", { name: "Mallory" });
        }
        host.socket.terminate();
    }) },
    "positions full of barriers": { number: 6, run: (a) => a.again(16, 20, (k, i) => a.get(`/api/solve/${worst[(k + i) % worst.length]}${i % 2 ? "?all=1" : ""}`, { from: a.from(k % 8) })) },
    "films": { number: 1, run: (a) => a.again(40, 10, (k, i) => a.get(`/board/16x1/R${"abcdefghijklmno"[(k + i) % 15]}1/R@p1.gif?route=RE+RW&width=${640 + (k * 31 + i) % 1408}`, { from: a.from(k % 8) })) },
    "made-up results": { number: 28, run: (a) => {
        const date = today(), { position } = JSON.parse(run(["daily", date, "--json"]).out).puzzles[0];
        const route = JSON.parse(run(["solve", position, "--json"]).out).route.join(" ");
        return a.again(20, 5, (k, i) => {
            const path = `/api/daily/${date}/easy`, from = a.from((k * 31 + i) % 250);
            if (i % 3 === 1) return a.get(`${path}?device=${device(`${k}-${i - 1}`)}`, { from });
            if (i % 3 === 2) return a.get(`/api/daily/${new Date(Date.now() - 86400_000 * ((k * 31 + i) % 250)).toISOString().slice(0, 10)}/medium`, { from });
            return a.get(path, { method: "POST", body: JSON.stringify({ device: device(`${k}-${i}`), route: i % 2 ? route : "RN ".repeat(256), ms: i * 1000 }), from });
        });
    } },
    "circles full of people, and their matches": { number: 28, run: (a) => a.again(4, 50, async (k) => {
        const ask = async (method, path, token, body, from = a.from(k)) => {
            const answer = await a.get(`/api/circles${path}`, { method, headers: token ? { "Carom-Member": token } : {}, body: body && JSON.stringify(body), from });
            return { status: answer.status, ...(answer.body.startsWith("{\"") ? JSON.parse(answer.body.split("\n")[0]) : {}) };
        };
        const { circle, token } = await ask("POST", "", undefined, { name: "\"".repeat(48), member: "Mallory", device: device(`m${k}${Date.now()}`) });
        if (!circle) return sleep(1000);
        const members = [token];
        for (let i = 0; i < 60 && a.going(); i++) members.push((await ask("POST", `/${circle}/members`, undefined, { name: `${"\"".repeat(40)}${i}x`, device: device(`m${k}-${i}`) })).token ?? token);
        const { match } = await ask("POST", `/${circle}/matches`, token, { targets: 20, ends: Date.now() + 86400_000 });
        for (let i = 0; a.going() && match && i < 2000; i++) {
            const by = members[i % members.length], target = 1 + Math.floor(i / members.length / 3) % 20;
            await ask("POST", `/${circle}/matches/${match}/${["show", "hand", "done"][Math.floor(i / members.length) % 3]}`, by, { target, route: "RN RE RS RW ".repeat(5) });
            await Promise.all([ask("GET", `/${circle}/matches/${match}`, by), ask("GET", `/${circle}`, by), ask("GET", `/${circle}/matches/${match}/log`, by),
                ask("PATCH", `/${circle}/members/me`, by, { name: `${"\"".repeat(40)}${i}y` })]);
        }
    }) },
    "everything else that can be asked": { number: 3, run: (a) => a.again(20, 5, (k, i) => a.get(["/metrics", "/readyz", "/", "/api/deal?n=100",
        `/t/${a.code}/qr.svg`, "/api/check/x/y", "/board/G1-Y2-R2-B2.svg"][(k + i) % 7], { from: a.from(k) })) },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const [port, code, seconds, ...names] = process.argv.slice(2);
    const end = Date.now() + Number(seconds) * 1000;
    const order = Object.keys(attacks);
    process.on("unhandledRejection", () => {}); // connections break all the time
    process.on("uncaughtException", (error) => { if (!error.syscall) throw error; });
    const runs = names.map(async (name) => {
        const attacker = new Attacker(Number(port), code, 10 + order.indexOf(name), end);
        await attacks[name].run(attacker);
        return [name, Object.fromEntries(attacker.counts)];
    });
    await Promise.race([Promise.all(runs).then((all) => console.log(JSON.stringify(Object.fromEntries(all)))), sleep(end + 10000 - Date.now())]);
    process.exit(0);
}
