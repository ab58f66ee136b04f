// People who play at tables of their own, two at each, while something else is tried: how long each bid took.
import { Client, sleep } from "./client.mjs";
import { Stranger } from "./abuse-fixture.mjs";

const PACE = 1000; // ms between two bids at a table
const GIVEN_UP = 60000; // what has not come by then is lost

/** What honest players lived through while something went on. */
export class Watch {
    /** `wait`: ms above which a bid took too long. */
    constructor(wait = Infinity) {
        this.wait = wait;
        this.times = [];
        this.lost = { seats: 0, bids: 0, connections: 0, waits: 0 };
        this.health = 0;
        this.most = 0;
        this.memory = []; // in each tenth of the time
    }
    at(part) {
        this.times.sort((a, b) => a - b);
        return this.times[Math.min(this.times.length - 1, Math.floor(this.times.length * part))] ?? NaN;
    }
}

/** Two people at a table of their own. They come back with their tokens if their connections break. */
export class Pair {
    constructor(server, number) {
        this.server = server;
        this.number = number;
        this.address = (k) => `127.${200 + Math.floor(number / 200)}.${number % 200}.${k + 1}`;
        this.bid = 1000000;
    }
    async sit() {
        const made = await new Stranger(this.server.port, this.address(0)).ask("/api/tables", { method: "POST", body: '{"rules":{"hourglass":0}}' });
        if (made.status !== 201) throw new Error(made.body);
        this.code = JSON.parse(made.body).code;
        this.players = [];
        for (const name of ["Ada", "Bob"]) {
            const client = await new Client(this.server, this.code, {}, this.address(this.players.length)).open({ since: 0 });
            await client.join(name);
            this.players.push(client);
        }
        await this.players[0].do("start");
    }
    /** Everybody who is not connected comes back, and has the seat that they had. */
    async come_back(watch) {
        for (const [k, old] of this.players.entries()) {
            if (old.socket.readyState === 1) continue;
            watch.lost.connections++;
            const client = new Client(this.server, this.code, { token: old.token }, this.address(k));
            await client.open({ since: 0 });
            if (client.you !== old.you) watch.lost.seats++;
            this.players[k] = client;
        }
    }
    async round(watch) {
        const [by, other] = this.bid % 2 ? this.players : [...this.players].reverse();
        const moves = --this.bid;
        const begun = process.hrtime.bigint();
        const seen = other.until(() => other.events.at(-1)?.moves === moves || other.events.some((event) => event.moves === moves), GIVEN_UP);
        seen.catch(() => {}); // whoever is refused does not wait for it
        const answer = await by.ask("bid", { moves });
        if (!answer?.ok) throw new Error(`table ${this.number}: ${JSON.stringify(answer)}`);
        await seen;
        const ms = Number(process.hrtime.bigint() - begun) / 1e6;
        watch.times.push(ms);
        if (ms > watch.wait) watch.lost.waits++;
        for (const client of this.players) { // they need not remember
            client.messages.length = client.bytes.length = 0;
            client.events.splice(0, client.events.length - 1);
        }
    }
    async play(watch, end) {
        await sleep(PACE * Math.random());
        while (Date.now() < end) {
            await this.round(watch).catch(async (error) => {
                watch.lost.bids++;
                watch.why ??= error.message;
                await this.come_back(watch).catch(() => { watch.lost.seats++; });
            });
            await sleep(PACE * (0.5 + Math.random()));
        }
    }
}
