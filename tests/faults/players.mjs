// Scripted players. Each keeps a model of what it was told: every event with the time it came, every answer, and what it does not know because the
// connection broke or the server said so.
import { Client, sleep } from "../server/client.mjs";

export class Player {
    constructor(world, code, name) {
        Object.assign(this, { world, code, name, acks: [], unknown: [], games: new Map(), faults: [], refusals: new Map(), connects: 0, served: Date.now(), longest: 0 });
    }
    /** An answer that means something: how long was it without one? */
    noteServed() {
        this.longest = Math.max(this.longest, Date.now() - this.served);
        this.served = Date.now();
    }
    /** Somewhere, as often as it takes. */
    async connect() {
        while (!this.world.over) {
            const door = this.world.doors[this.world.random(this.world.doors.length)];
            const client = (this.client ??= new Client(door, this.code)); // the same one always: its token is the seat
            client.server = door;
            try {
                await this.attempt(client);
                this.connects++;
                return true;
            } catch {
                client.socket?.terminate();
            }
            await sleep(50 + this.world.random(100));
        }
        return false; // it is over
    }
    async attempt(client) {
        const give = setTimeout(() => client.socket?.terminate(), 4000);
        try {
            client.watchers.clear(); // of an attempt that was given up
            const opened = client.open(client.game > 0 ? { resume: true } : { since: 0 });
            opened.catch(() => {});
            this.watch(client);
            await Promise.race([opened, sleep(4500).then(() => { throw new Error("late"); })]);
            if (client.welcome?.type !== "welcome") throw new Error("refused");
            if (this.you !== undefined && client.you !== this.you && client.you !== null) this.faults.push(`${this.you} came back as ${client.you}`);
            if (this.you !== undefined && client.you === null) this.faults.push(`${this.you} lost the seat`);
        } finally {
            clearTimeout(give);
        }
        if (this.you === undefined && client.you === null) {
            const answer = await this.within(client, client.ask("join", { name: this.name }));
            if (!answer?.ok) throw new Error("not joined");
            this.acks.push({ what: "join", game: client.game, by: answer.you, seq: answer.seq });
            client.you = answer.you;
        }
        this.you = client.you;
    }
    /** Every event with the time at which it came. */
    watch(client) {
        if (client.watched === client.socket) return;
        client.watched = client.socket;
        client.socket.on("message", () => this.note(client));
    }
    note(client) {
        const game = this.games.get(client.game) ?? [];
        this.games.set(client.game, game);
        for (const event of client.events.slice(game.length)) game.push({ event, came: Date.now() });
        if (client.gap) this.faults.push(`${this.you}: ${client.gap}`);
        client.gap = undefined;
    }
    async within(client, answer, ms = 8000) {
        let timer;
        const late = new Promise((resolve) => { timer = setTimeout(() => resolve(null), ms); });
        const result = await Promise.race([answer, late]);
        clearTimeout(timer);
        if (result === null) client.socket.terminate();
        return result;
    }
    wish() {
        const kinds = ["bid", "bid", "bid", "done", "move", "move", "pass", "next", "next", "start", "skip"];
        const what = kinds[this.world.random(kinds.length)];
        if (what === "bid") return [what, { moves: 3 + this.world.random(60) }];
        if (what === "move") return [what, { move: "RYGB"[this.world.random(4)] + "NESW"[this.world.random(4)] }];
        return [what, {}];
    }
    async play() {
        if (!(await this.connect())) return;
        while (!this.world.over) {
            if (this.client.socket.readyState !== 1) {
                if (!(await this.connect())) return;
                continue;
            }
            const [what, members] = this.wish();
            const told = { what, members, game: this.client.game, by: this.you };
            const answer = await this.within(this.client, this.client.ask(what, members));
            if (answer !== null && !["unsure", "store", "busy"].includes(answer.why)) this.noteServed();
            if (answer?.ok) this.acks.push({ ...told, seq: answer.seq });
            else if (answer === null || answer.why === "unsure") this.unknown.push(told);
            else this.refusals.set(answer.why, (this.refusals.get(answer.why) ?? 0) + 1);
            if (answer !== null && answer.why === undefined && this.client.has("over")) await this.within(this.client, this.client.ask("again"));
            await sleep(20 + this.world.random(this.world.pace));
        }
    }
}
