// A client of the server written from docs/reference/protocol.md alone, on the npm package `ws`, and a way to run the real
// program on a free port of the loopback. Every client keeps the events it was sent and complains about a gap.
import { spawn, spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../support/port.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);

function loadWs() {
    for (const place of ["ws", "/usr/share/nodejs/ws"]) {
        try {
            return require(place);
        } catch (error) {
            if (error.code !== "MODULE_NOT_FOUND") throw error;
        }
    }
    const install = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: here, stdio: ["ignore", 2, 2] });
    if (install.status !== 0) throw new Error("the package `ws` is missing: run `npm ci` in tests/server");
    return require(join(here, "node_modules/ws"));
}
export const WebSocket = loadWs();

export const carom = process.env.CAROM ?? join(here, "../../build/carom");
export const caromDev = `${carom}-dev`; // the program for developers lies beside it

/** Runs `carom`, or another program, with these words and gives its standard output; `input` goes to its standard input. */
export function run(words, input = "", program = carom) {
    const done = spawnSync(program, words, { input, encoding: "utf8", maxBuffer: 64 << 20 });
    return { status: done.status, out: done.stdout, err: done.stderr };
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The program, running. */
export class Server {
    /** `blocks`: how large its files may become, in the shell's units (512 bytes or 1 KiB). `defaults`: with the limits that
     * users get; otherwise tests may ask as much as they like. `files`: how many it may have open. `env`: variables of its own. */
    static async start(options = [], { folder = undefined, blocks = "unlimited", files = undefined, defaults = false, env = {}, program = carom } = {}) {
        const server = new Server();
        server.ulimits = `ulimit -f ${blocks}; ${files ? `ulimit -n ${files};` : ""}`;
        server.env = env;
        server.program = program;
        server.limits = defaults ? [] : ["--max-per-address", "20000", "--new-tables", "0", "--request-rate", "0", "--picture-rate", "0",
            "--message-rate", "0", "--misses", "0", "--table-events", "0", "--address-events", "0"];
        server.folder = folder ?? mkdtempSync(join(tmpdir(), "carom-"));
        server.ownFolder = folder === undefined;
        server.options = options;
        await server.begin(await freePort());
        return server;
    }
    async begin(port) {
        const words = ["serve", "--port", String(port), "--data", join(this.folder, "data.db"), "--log-level", "warn",
            ...this.limits, ...this.options];
        const limited = `${this.ulimits} exec "$0" "$@"`;
        this.child = spawn("sh", ["-c", limited, this.program, ...words],
            { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...this.env } });
        this.errors = "";
        this.child.stderr.on("data", (data) => { this.errors += data; });
        this.ended = new Promise((resolve) => this.child.once("exit", (code, signal) => resolve(code ?? signal)));
        const line = await new Promise((resolve, reject) => {
            let text = "";
            this.child.stdout.on("data", (data) => {
                text += data;
                if (text.includes("\n")) resolve(text);
            });
            this.child.once("exit", () => reject(new Error("the server did not start: " + this.errors)));
        });
        this.link = line.startsWith("{") ? JSON.parse(line).link : line.trim().split(" ").at(-1);
        this.port = Number(new URL(this.link).port);
    }
    /** Ends it as a power cut would, and starts it again on the same port. */
    async crash() {
        this.child.kill("SIGKILL");
        await this.ended;
        await this.begin(this.port);
    }
    async restart() {
        this.child.kill("SIGTERM");
        const code = await this.ended;
        if (code !== 0) console.error(this.errors); // the next one begins its own
        await this.begin(this.port);
        return code;
    }
    async stop() {
        this.child.kill("SIGTERM");
        const code = await this.ended;
        if (this.ownFolder) rmSync(this.folder, { recursive: true, force: true });
        return code;
    }
    async get(path, options = {}) {
        return fetch(this.link + path, options);
    }
    /** Megabytes of memory in use. */
    memory() {
        const status = readFileSync(`/proc/${this.child.pid}/status`, "utf8");
        return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)[1]) / 1024;
    }
    /** A new table; one whose deal is chosen says so, as it has to. */
    async table(rules = {}, options = undefined) {
        const chosen = ["seed", "board", "robots", "tokens", "dice"].some((name) => name in rules);
        if (chosen && rules.preset !== "solo") options = { arranged: true, ...options };
        const body = JSON.stringify(options === undefined ? { rules } : { rules, options });
        const answer = await this.get("/api/tables", { method: "POST", body });
        const json = await answer.json();
        if (answer.status !== 201) throw new Error(JSON.stringify(json));
        return json.code;
    }
    async log(code, game = "") {
        return (await this.get(`/t/${code}/log${game && "?game=" + game}`)).text();
    }
}

/** One connection. */
export class Client {
    constructor(server, code, more = {}, from = undefined) {
        this.from = from; // an address of the loopback
        this.server = server;
        this.code = code;
        this.more = more;
        this.token = more.token;
        this.messages = [];
        this.bytes = [];
        this.events = [];
        this.game = 0;
        this.next = 1;
        this.waiting = new Map();
        this.watchers = new Set();
    }
    /** Connects and says hello; `since` resumes. */
    async open({ resume = false, since = undefined } = {}) {
        this.socket = new WebSocket(this.server.link.replace("http", "ws") + "/ws", { perMessageDeflate: false, localAddress: this.from });
        this.closed = new Promise((resolve) => this.socket.once("close", (code) => resolve(code)));
        this.socket.on("message", (data) => this.receive(data));
        await new Promise((resolve, reject) => {
            this.socket.once("open", resolve);
            this.socket.once("error", reject);
        });
        this.socket.on("error", () => {});
        const hello = { version: 1, table: this.code, ...this.more };
        if (this.token) hello.token = this.token;
        if (resume) Object.assign(hello, { game: this.game, since: this.events.length });
        else if (since !== undefined) hello.since = since;
        this.welcome = await this.ask("hello", hello);
        if (this.welcome.type !== "welcome") return this;
        this.token ??= this.welcome.token;
        this.you = this.welcome.you;
        if (resume || since !== undefined) {
            const ended = this.closed.then((code) => { throw new Error(`closed with ${code} before the history was whole`); });
            await Promise.race([this.until(() => this.events.length >= this.welcome.seq), ended]);
        }
        return this;
    }
    receive(data) {
        this.bytes.push(data.toString());
        const message = JSON.parse(data.toString());
        this.messages.push(message);
        if (message.type === "welcome" && message.game !== this.game) {
            this.game = message.game;
            this.events = [];
        }
        if (message.type === "events") {
            for (const event of message.events) {
                const last = this.events.at(-1)?.seq ?? event.seq - 1;
                if (event.seq !== last + 1) this.gap = `event ${event.seq} after ${last}`;
                this.events.push(event);
            }
        } else if (message.type === "game") {
            this.game = message.game;
            this.events = [];
        } else if (message.id !== undefined && this.waiting.has(message.id)) {
            this.waiting.get(message.id)(message);
            this.waiting.delete(message.id);
        }
        for (const look of [...this.watchers]) look();
    }
    /** Sends a request; resolves with its answer, or with null when the connection breaks first. */
    ask(what, members = {}) {
        const id = this.next++;
        const answer = new Promise((resolve) => {
            this.waiting.set(id, resolve);
            this.closed.then(() => resolve(null));
        });
        this.socket.send(JSON.stringify({ id, do: what, ...members }));
        return answer;
    }
    /** The same, and the answer has to be yes. */
    async do(what, members = {}) {
        const answer = await this.ask(what, members);
        if (!answer?.ok) throw new Error(`${what} ${JSON.stringify(members)}: ${JSON.stringify(answer)}`);
        return answer;
    }
    async join(name, more = {}) {
        const answer = await this.do("join", { name, ...more });
        this.you = answer.you;
        return answer;
    }
    async until(condition, ms = 20000) {
        if (condition()) return;
        await new Promise((resolve, reject) => {
            const timer = setTimeout(() => {
                this.watchers.delete(look);
                reject(new Error("waited in vain for " + condition));
            }, ms);
            const look = () => {
                if (!condition()) return;
                clearTimeout(timer);
                this.watchers.delete(look);
                resolve();
            };
            this.watchers.add(look);
        });
    }
    has(kind) {
        return this.events.some((event) => event.ev === kind);
    }
    last(kind) {
        return this.events.filter((event) => event.ev === kind).at(-1);
    }
    count(kind) {
        return this.events.filter((event) => event.ev === kind).length;
    }
    async close() {
        this.socket.close();
        await this.closed;
    }
}

/** Sits a few people down at a new table. */
export async function sit(server, names, rules = {}, options = undefined) {
    const code = await server.table(rules, options);
    const clients = [];
    for (const name of names) {
        const client = await new Client(server, code).open({ since: 0 });
        await client.join(name);
        clients.push(client);
    }
    return clients;
}

/** The shortest route of the round that is on, as the server solves it. */
export async function solve(client) {
    const opened = client.events.find((event) => event.ev === "opened");
    const drawn = client.last("drawn");
    const position = drawn.start !== undefined
        ? `${opened.board}/${drawn.start}${drawn.via ? ">" + drawn.via : ""}>${drawn.target}`
        : `${opened.board}/${currentRobots(client, opened)}/${drawn.target}`;
    const answer = await (await client.server.get("/api/solve/" + encodeURI(position))).json();
    if (!answer.route) throw new Error(position + ": " + JSON.stringify(answer));
    return answer;
}

/** Where the robots stand at the beginning of the current round: after the last `won`, wherever they were moved. */
function currentRobots(client, opened) {
    const robots = new Map(opened.robots.split(",").map((word) => [word[0], word.slice(1)]));
    let kept = new Map(robots);
    for (const event of client.events) {
        if (event.ev === "moved") robots.set(event.move[0], event.to);
        else if (event.ev === "won") kept = new Map(robots);
        else if (event.ev === "reset" || event.ev === "drawn") kept.forEach((cell, robot) => robots.set(robot, cell));
    }
    return [...kept].map(([robot, cell]) => robot + cell).join(",");
}
