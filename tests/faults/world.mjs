// Three nodes on a PostgreSQL, or one on a file; players behind proxies; and what happens to them.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, Server, sleep } from "../server/client.mjs";
import { check } from "./check.mjs";
import { Cluster, FULL, ROOM } from "./database.mjs";
import { PatroniCluster } from "./patroni.mjs";
import { Player } from "./players.mjs";
import { Proxy } from "./proxy.mjs";

const NODES = 3;
const PEOPLE = 4;
/** What happens to a whole process or to all data: one at a time. */
const WHOLE = /kill|restart|pause|fill|read-only|clock/;

export class World {
    /** `store`: `postgresql`, `standby` (with a second one that takes over), `patroni`, or `file`. `haste`: how short faults are, from 1 down.
     * `program`: of the servers, if it is not the one that is tested. */
    constructor(seed, { tables = 6, pace = 60, store = "postgresql", haste = 1, program = undefined } = {}) {
        Object.assign(this, { seed, tables, pace, store, haste, program, state: seed >>> 0, over: false, done: new Map() });
    }
    /** A run can be repeated by its seed, as far as the machine allows. */
    random(n) {
        this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
        return Math.floor((this.state / 4294967296) * n);
    }
    async begin() {
        this.folder = mkdtempSync(join(tmpdir(), "carom-world-"));
        if (this.store === "patroni") this.cluster = await PatroniCluster.start();
        else if (this.store !== "file") this.cluster = await Cluster.start({ standby: this.store === "standby" });
        this.lines = []; // of each node to each PostgreSQL
        this.nodes = [];
        this.doors = []; // of each node to the players
        for (let i = 0; i < (this.cluster ? NODES : 1); i++) await this.addNode(i);
        this.codes = [];
        this.players = [];
        for (let i = 0; i < this.tables; i++) {
            const code = await this.nodes[i % this.nodes.length].table({ preset: i % 4 === 3 ? "micro" : "ricochet", hourglass: 700, goal: 0 });
            this.codes.push(code);
            for (let k = 0; k < PEOPLE; k++) this.players.push(new Player(this, code, `Player ${k}`));
        }
        this.playing = this.players.map((player) => player.play());
    }
    async addNode(i) {
        const lines = [];
        for (const one of this.cluster?.all() ?? []) lines.push(await Proxy.to(one.port));
        this.lines.push(lines);
        const hosts = lines.map((line) => `127.0.0.1:${line.port}`).join(",");
        const store = this.cluster ? ["--store", `postgresql://carom@${hosts}/postgres`] : [];
        const clock = join(this.folder, `clock-${i}`);
        writeFileSync(clock, "0");
        const env = process.env.CLOCK ? { LD_PRELOAD: process.env.CLOCK, CAROM_CLOCK: clock } : {};
        const words = [...store, "--idle-seconds", "2"];
        let node; // on a machine that does other things as well the first connection may take too long for the server's patience
        await this.eventually(async () => (node = await Server.start(words, { env, program: this.program }).catch(() => undefined)), "a first start", 120000);
        this.nodes.push(node);
        this.nodes[i].clock = clock;
        this.doors.push(await Proxy.to(this.nodes[i].port));
        this.doors[i].link = `http://127.0.0.1:${this.doors[i].port}`;
    }
    one(list) {
        return list[this.random(list.length)];
    }
    /** A server that does not reach its database at the start ends with a sentence; whoever runs it starts it again. */
    async revive(node, how) {
        await node[how]().catch(() => this.eventually(() => node.begin(node.port).then(() => true, () => false), "a start", 120000));
    }
    wait(least, more) {
        return sleep((least + this.random(more)) * this.haste);
    }
    /** Again until the database does it: it may be on its way back, and another one may have taken over by itself meanwhile. */
    async sql(text, member = undefined) {
        await this.eventually(async () => (member ?? (await this.cluster.writable())).sql(text), text.slice(0, 30), 60000);
    }
    /** What may happen; each ends by itself and leaves everything running. */
    faults() {
        return { ...this.faultsOfNodes(), ...(this.cluster ? this.faultsOfDatabase() : this.faultsOfDisk()) };
    }
    faultsOfNodes() {
        return {
            "kill a node": async () => this.revive(this.one(this.nodes), "crash"),
            "restart a node": async () => this.revive(this.one(this.nodes), "restart"),
            "pause a node": async () => {
                const { child } = this.one(this.nodes);
                child.kill("SIGSTOP");
                await this.wait(100, 900);
                child.kill("SIGCONT");
            },
            "cut players from a node": async () => this.one(this.doors).cut(),
            "silence between players and a node": async () => {
                const silent = this.one(this.doors);
                silent.goSilent(true);
                await this.wait(100, 1500);
                silent.goSilent(false);
            },
            "delay between players and a node": async () => {
                const slow = this.one(this.doors);
                slow.delay = 20 + this.random(200);
                await this.wait(200, 1000);
                slow.delay = 0;
            },
            ...(process.env.CLOCK ? { "set the clock of a node": () => this.setClock(this.one(this.nodes)) } : {}),
        };
    }
    /** By up to an hour. Where a node takes its time from the database the clock stays wrong; a file has nothing else to begin with. */
    async setClock(node) {
        writeFileSync(node.clock, String(this.random(7200000) - 3600000));
        await this.wait(200, 600);
        if (!this.cluster) writeFileSync(node.clock, "0");
    }
    faultsOfDatabase() {
        const line = () => this.one(this.one(this.lines));
        return {
            "kill the database": async () => this.cluster.primary.restart(),
            "pause the database": async () => {
                const paused = this.cluster.primary;
                paused.signal("SIGSTOP");
                await this.wait(100, 1000);
                paused.signal("SIGCONT");
            },
            "fill the database": async () => {
                await this.sql(FULL);
                await this.wait(200, 1000);
                await this.sql(ROOM);
            },
            "make the database read-only": async () => {
                const member = this.cluster.primary;
                const set = async (how) => {
                    await this.sql(`ALTER SYSTEM ${how}`, member);
                    await this.sql("SELECT pg_reload_conf()", member);
                };
                await set("SET default_transaction_read_only = on");
                await this.wait(200, 1000);
                await set("RESET default_transaction_read_only");
            },
            "cut a node from the database": async () => line().cut(),
            "silence between a node and the database": async () => {
                const silent = line();
                silent.goSilent(true);
                await this.wait(100, this.random(4) === 0 ? 3600 : 600);
                silent.goSilent(false);
            },
            "delay between a node and the database": async () => {
                const slow = line();
                slow.delay = 20 + this.random(300);
                await this.wait(200, 1500);
                slow.delay = 0;
            },
        };
    }
    /** No file of it may grow any more, which is what a full disk is to SQLite. */
    faultsOfDisk() {
        const limit = (size) => spawnSync("prlimit", ["--pid", String(this.nodes[0].child.pid), `--fsize=${size}:unlimited`]);
        return {
            "fill the disk": async () => {
                limit(4096);
                await this.wait(200, 1000);
                limit("unlimited");
            },
        };
    }
    /** So many faults, three at a time at most; things of one kind never meet themselves. */
    async suffer(count) {
        const faults = this.faults();
        const names = Object.keys(faults);
        const busy = new Map();
        for (let i = 0; i < count; i++) {
            let name = this.one(names);
            while (busy.has(name)) name = this.one(names);
            const rival = (other) => WHOLE.test(name) && WHOLE.test(other);
            for (const [other, running] of busy) if (rival(other) || busy.size >= 3) await running;
            this.done.set(name, (this.done.get(name) ?? 0) + 1);
            busy.set(name, faults[name]().finally(() => busy.delete(name)));
            await sleep(20 + this.random(150));
        }
        await Promise.all(busy.values());
    }
    acknowledged() {
        return this.players.reduce((sum, player) => sum + player.acks.length, 0);
    }
    /** A run in which hardly anything was played proves little: all is well now, so it goes on for a while. */
    async enough(count) {
        for (const proxy of [...this.lines.flat(), ...this.doors]) proxy.heal();
        await this.eventually(() => this.acknowledged() > count, "enough play", 120000);
    }
    async failover() {
        const begun = Date.now();
        const before = this.acknowledged();
        const over = this.cluster.failover();
        const enough = before + this.players.length;
        await this.eventually(() => this.acknowledged() >= enough, `play after the failover, ${enough} acknowledged commands`, 60000);
        const gap = Date.now() - begun;
        await over;
        this.done.set("failover", (this.done.get("failover") ?? 0) + 1);
        return gap;
    }
    /** One node after the other ends and comes back, as `program` if it is said. Returns the longest time in ms that a player was without an answer. */
    async roll(program = undefined) {
        await this.eventually(() => this.players.every((player) => player.you !== undefined), "everybody has sat down", 60000);
        for (const player of this.players) Object.assign(player, { served: Date.now(), longest: 0 });
        for (const node of this.nodes) {
            node.program = program ?? node.program;
            await this.revive(node, "restart");
            await this.wait(500, 500);
        }
        for (const player of this.players) player.longest = Math.max(player.longest, Date.now() - player.served);
        return Math.max(...this.players.map((player) => player.longest));
    }
    async eventually(condition, what, ms) {
        for (const end = Date.now() + ms; Date.now() < end; await sleep(50)) if (await condition()) return;
        throw new Error(`seed ${this.seed}: waited in vain for ${what}`);
    }
    /** All is well again: every table goes on, on every node. Then the proof. */
    async prove() {
        for (const proxy of [...this.lines.flat(), ...this.doors]) proxy.heal();
        await this.eventually(() => this.players.every((player) => player.you !== undefined), "everybody has sat down once", 60000);
        this.over = true;
        await Promise.all(this.playing);
        for (const [i, code] of this.codes.entries()) await this.goOn(code, i);
        const told = this.acknowledged();
        const unknown = this.players.reduce((sum, player) => sum + player.unknown.length, 0);
        const { wrong, events } = await check(this.nodes, this.codes, this.players);
        return { wrong, events, acknowledged: told, unknown, connects: this.players.reduce((sum, player) => sum + player.connects, 0) };
    }
    async goOn(code, number) {
        const watchers = [];
        for (const node of this.nodes)
            await this.eventually(async () => {
                const watcher = new Client(node, code);
                await watcher.open({ since: 0 }).catch(() => {});
                if (watcher.welcome?.type !== "welcome") return false;
                watchers.push(watcher);
                return true;
            }, `a welcome at ${code}`, 20000);
        const at = number % this.nodes.length;
        let answer;
        await this.eventually(async () => { // a server that has just lost its database sends everybody away once more
            const { socket, token } = watchers[at];
            if (socket.readyState !== 1) {
                const again = new Client(this.nodes[at], code, { token });
                await again.open({ since: 0 }).catch(() => {});
                if (again.welcome?.type !== "welcome") return false;
                watchers[at] = again;
                answer = { ok: again.welcome.you != null, seq: again.welcome.seq }; // it sat down, and did not hear of it
                if (answer.ok) return true;
            }
            answer = await watchers[at].ask("join", { name: "Late" });
            return answer?.ok;
        }, `a seat at ${code}`, 60000);
        for (const watcher of watchers) {
            await watcher.until(() => watcher.events.length >= answer.seq);
            await watcher.close();
        }
        for (const node of this.nodes)
            await this.eventually(async () => (await node.get(`/api/tables/${code}`)).status === 200, `the state of ${code}`, 20000);
    }
    async end() {
        this.over = true;
        for (const player of this.players ?? []) player.client?.socket?.terminate();
        for (const node of this.nodes ?? []) node.child.kill("SIGCONT");
        await Promise.all((this.nodes ?? []).map((node) => node.stop()));
        for (const proxy of [...(this.lines ?? []).flat(), ...(this.doors ?? [])]) proxy.close();
        await this.cluster?.stop();
        rmSync(this.folder, { recursive: true, force: true });
    }
}
