// What the tests among strangers share: a server with the limits that users get, two who play at it, and attackers who come
// from other addresses of the loopback (127.0.0.2 and up). While an attack runs the players' bids are measured, and the
// server's memory; both have bounds.
import assert from "node:assert/strict";
import http from "node:http";
import net from "node:net";
import { Server, sit, sleep } from "./client.mjs";

const SECONDS = Number(process.env.SECONDS ?? 3); // how long an attack goes on
const BID_MS = Number(process.env.BID_MS ?? 1000); // p99 of bids at another table: 100 on a machine that has nothing else to do
const GROWTH_MB = Number(process.env.GROWTH_MB ?? 200);

export const until = () => Date.now() + SECONDS * 1000;

/** Somebody at the network: knows nothing but the port. `address`: one of the loopback. */
export class Stranger {
    constructor(port, address = "127.0.0.2") {
        this.port = port;
        this.address = address;
        this.sockets = new Set();
    }
    /** A bare socket; resolves when it is connected. */
    connect(text = "", from = this.address) {
        return new Promise((resolve, reject) => {
            const socket = net.connect({ port: this.port, host: "127.0.0.1", localAddress: from }, () => {
                if (text) socket.write(text);
                resolve(socket);
            });
            socket.on("error", reject);
            socket.on("close", () => this.sockets.delete(socket));
            this.sockets.add(socket);
        });
    }
    /** A bare WebSocket. */
    async upgraded(from) {
        const socket = await this.connect(handshake(), from);
        await new Promise((resolve, reject) => {
            socket.once("data", resolve);
            socket.once("close", () => reject(new Error("the handshake was refused")));
        });
        return socket;
    }
    /** A request over HTTP: its status, headers and body. */
    ask(path, { from = this.address, method = "GET", body = undefined, headers = {}, agent = false } = {}) {
        const options = { port: this.port, host: "127.0.0.1", localAddress: from, path, method, headers, agent };
        return new Promise((resolve, reject) => {
            const request = http.request(options, (answer) => {
                const parts = [];
                answer.on("data", (part) => parts.push(part));
                answer.on("end", () => resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts).toString("latin1") }));
                answer.on("error", reject);
            });
            request.on("error", reject);
            request.end(body);
        });
    }
}

/** A server, and two who play there. */
export class House extends Stranger {
    static async open(t, options = [], more = {}) {
        const server = await Server.start(options, { defaults: true, ...more });
        const house = new House(server.port);
        house.server = server;
        t.after(async () => {
            for (const socket of house.sockets) socket.destroy();
            const code = await house.server.stop();
            if (code !== 0) t.diagnostic(house.server.errors.slice(0, 4000));
            assert.equal(code, 0, house.server.errors);
        });
        house.players = await sit(house.server, ["Ada", "Bob"], { hourglass: 600000 });
        await house.players[0].do("start");
        house.memory = house.server.memory();
        house.bid = 1000000;
        return house;
    }
    /** From a bid to its appearance at the other player, in ms. */
    async latency() {
        const [ada, bob] = this.players;
        const moves = --this.bid;
        const begun = process.hrtime.bigint();
        const seen = bob.until(() => bob.last("bid")?.moves === moves);
        await Promise.all([ada.do("bid", { moves }), seen]);
        return Number(process.hrtime.bigint() - begun) / 1e6;
    }
    /** Runs the attack and bids meanwhile, ten times a second, well within the rate of one connection. */
    async under(t, attack) {
        const times = [];
        let busy = true;
        let most = 0;
        const done = attack().finally(() => { busy = false; });
        done.catch(() => {}); // it is awaited below; until then its failure is nobody's
        while (busy || times.length < 20) {
            times.push(await this.latency());
            most = Math.max(most, this.server.memory());
            await sleep(100);
        }
        const result = await done;
        times.sort((a, b) => a - b);
        const p99 = times[Math.min(times.length - 1, Math.floor(times.length * 0.99))];
        t.diagnostic(`${times.length} bids, p99 ${p99.toFixed(1)} ms; memory ${this.memory.toFixed(0)} to ${most.toFixed(0)} MB`);
        assert.ok(p99 < BID_MS, `bids at another table took ${p99.toFixed(0)} ms`);
        assert.ok(most - this.memory < GROWTH_MB, `memory grew by ${(most - this.memory).toFixed(0)} MB`);
        return result;
    }
    /** A number of /metrics. */
    async metric(name) {
        const page = await this.ask("/metrics", { from: "127.0.0.1" });
        return Number(new RegExp(`^${name} (\\d+)`, "m").exec(page.body)?.[1]);
    }
}

export const handshake = (more = "") => "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
    `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${more}\r\n`;

/** A masked frame, as clients send them. */
export function frame(opcode, payload) {
    const key = Buffer.from([1, 2, 3, 4]);
    const size = payload.length < 126 ? [0x80 | payload.length] : [0x80 | 126, payload.length >> 8, payload.length & 255];
    return Buffer.concat([Buffer.from([0x80 | opcode, ...size]), key, Buffer.from(payload.map((byte, i) => byte ^ key[i % 4]))]);
}
export const say = (message) => frame(1, Buffer.from(JSON.stringify(message)));

/** The largest picture there is, of the n-th of many positions. */
export const picture = (n, query = "width=2048") => `/board/G1-Y2-R2-B2/Ro3,Yp1,Gb3,B${"abcdef"[n % 6]}${5 + Math.floor(n / 6) % 10}/Bg.png?${query}`;

/** A target in the middle of an empty board, which no search of ours reaches before its bound. */
export const hard = (robot) => `16x16-tRmh8/Ra1,Yd5,Gn12,B${robot}/Rm`;
export const cells = Array.from({ length: 12 * 12 }, (_, i) => "abcdefghijkl"[i % 12] + (2 + Math.floor(i / 12)));
