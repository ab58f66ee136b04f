// Three nodes on a PostgreSQL, players behind proxies, and what happens to them.
import { Client, Server, sleep } from "../server/client.mjs";
import { check } from "./check.mjs";
import { Cluster, freePort } from "./database.mjs";
import { Player } from "./players.mjs";
import { Proxy } from "./proxy.mjs";

const NODES = 3;
const PEOPLE = 4;

export class World {
    constructor(seed, { tables = 6, pace = 60, standby = false } = {}) {
        Object.assign(this, { seed, tables, pace, standby, state: seed >>> 0, over: false, done: new Map() });
    }
    /** A run can be repeated by its seed, as far as the machine allows. */
    random(n) {
        this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
        return Math.floor((this.state / 4294967296) * n);
    }
    async begin() {
        this.cluster = await Cluster.start({ standby: this.standby });
        this.lines = []; // of each node to each PostgreSQL
        this.nodes = [];
        this.doors = []; // of each node to the players
        for (let i = 0; i < NODES; i++) {
            const lines = [];
            for (const one of this.cluster.all()) lines.push(await Proxy.to(one.port));
            this.lines.push(lines);
            const hosts = lines.map((line) => `127.0.0.1:${line.port}`).join(",");
            this.nodes.push(await Server.start(["--store", `postgresql://carom@${hosts}/postgres`, "--idle-seconds", "2",
                "--port", String(await freePort())]));
            this.doors.push(await Proxy.to(this.nodes[i].port));
            this.doors[i].link = `http://127.0.0.1:${this.doors[i].port}`;
        }
        this.codes = [];
        this.players = [];
        for (let i = 0; i < this.tables; i++) {
            const code = await this.nodes[i % NODES].table({ preset: i % 4 === 3 ? "micro" : "ricochet", hourglass: 700, goal: 0 });
            this.codes.push(code);
            for (let k = 0; k < PEOPLE; k++) this.players.push(new Player(this, code, `Player ${k}`));
        }
        this.playing = this.players.map((player) => player.play());
    }
    one(list) {
        return list[this.random(list.length)];
    }
    /** A server that does not reach its database at the start ends with a sentence; whoever runs it starts it again. */
    async revive(node, how) {
        await node[how]().catch(() => this.eventually(() => node.begin(node.port).then(() => true, () => false), "a start", 30000));
    }
    /** What may happen; each ends by itself and leaves everything running. */
    faults() {
        const line = () => this.one(this.one(this.lines));
        const wait = (least, more) => sleep(least + this.random(more));
        return {
            "kill a node": async () => this.revive(this.one(this.nodes), "crash"),
            "restart a node": async () => this.revive(this.one(this.nodes), "restart"),
            "pause a node": async () => {
                const { child } = this.one(this.nodes);
                child.kill("SIGSTOP");
                await wait(100, 900);
                child.kill("SIGCONT");
            },
            "kill the database": async () => this.cluster.primary.restart(),
            "pause the database": async () => {
                const paused = this.cluster.primary;
                paused.signal("SIGSTOP");
                await wait(100, 1000);
                paused.signal("SIGCONT");
            },
            "cut a node from the database": async () => line().cut(),
            "cut players from a node": async () => this.one(this.doors).cut(),
            "silence between a node and the database": async () => {
                const silent = line();
                silent.goSilent(true);
                await wait(100, this.random(4) === 0 ? 3600 : 600);
                silent.goSilent(false);
            },
            "silence between players and a node": async () => {
                const silent = this.one(this.doors);
                silent.goSilent(true);
                await wait(100, 1500);
                silent.goSilent(false);
            },
            "delay between a node and the database": async () => {
                const slow = line();
                slow.delay = 20 + this.random(300);
                await wait(200, 1500);
                slow.delay = 0;
            },
            "delay between players and a node": async () => {
                const slow = this.one(this.doors);
                slow.delay = 20 + this.random(200);
                await wait(200, 1000);
                slow.delay = 0;
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
            const whole = name.includes("kill") || name.includes("restart") || name.includes("pause");
            const rival = (other) => whole && (other.includes("kill") || other.includes("restart") || other.includes("pause"));
            for (const [other, running] of busy) if (rival(other) || busy.size >= 3) await running;
            this.done.set(name, (this.done.get(name) ?? 0) + 1);
            busy.set(name, faults[name]().finally(() => busy.delete(name)));
            await sleep(20 + this.random(150));
        }
        await Promise.all(busy.values());
    }
    async failover() {
        const begun = Date.now();
        const before = this.players.reduce((sum, player) => sum + player.acks.length, 0);
        const over = this.cluster.failover();
        const enough = before + this.players.length;
        await this.eventually(() => this.players.reduce((sum, player) => sum + player.acks.length, 0) >= enough, "play after the failover", 60000);
        const gap = Date.now() - begun;
        await over;
        this.done.set("failover", (this.done.get("failover") ?? 0) + 1);
        return gap;
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
        const told = this.players.reduce((sum, player) => sum + player.acks.length, 0);
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
        const last = watchers[number % NODES];
        let answer;
        await this.eventually(async () => (answer = await last.ask("join", { name: "Late" }))?.ok, `a seat at ${code}`, 20000);
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
    }
}
