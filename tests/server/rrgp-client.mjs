// What the tests of RRGP share: somebody who speaks the protocol by hand.
import assert from "node:assert/strict";
import net from "node:net";

/** A person with telnet: lines, some of them with line breaks in quotes. */
export class Caller {
    constructor(server, from = undefined) {
        this.lines = [];
        this.text = "";
        this.looks = new Set();
        this.socket = net.connect({ port: server.rrgp, host: "127.0.0.1", localAddress: from });
        this.ended = new Promise((resolve) => this.socket.once("close", resolve));
        this.socket.on("error", () => {});
        this.socket.on("data", (data) => {
            this.text += data;
            for (;;) {
                let quoted = false, end = -1;
                for (let i = 0; i < this.text.length && end < 0; i++) {
                    if (this.text[i] === "\\") i++;
                    else if (this.text[i] === '"') quoted = !quoted;
                    else if (this.text[i] === "\n" && !quoted) end = i;
                }
                if (end < 0) break;
                this.lines.push(this.text.slice(0, end));
                this.text = this.text.slice(end + 1);
            }
            for (const look of [...this.looks]) look();
        });
        this.socket.on("close", () => { for (const look of [...this.looks]) look(); });
        server.callers?.push(this);
    }
    static async named(server, name, from) {
        const caller = new Caller(server, from);
        assert.match(await caller.ask(`HELO "${name}"`), /^HELO carom /);
        return caller;
    }
    async until(condition, what = condition) {
        if (condition()) return;
        await new Promise((resolve, reject) => {
            const timer = setTimeout(() => reject(new Error(`waited in vain for ${what}\n${this.lines.join("\n")}`)), 30000);
            const look = () => {
                if (!condition()) return;
                clearTimeout(timer);
                this.looks.delete(look);
                resolve();
            };
            this.looks.add(look);
        });
    }
    replies() {
        return this.lines.filter((line) => !line.startsWith("NOTICE "));
    }
    /** Says a line and gives the reply to it. */
    async ask(line) {
        const before = this.replies().length;
        this.socket.write(line + "\n");
        await this.until(() => this.replies().length > before || this.socket.destroyed, `the reply to ${line}`);
        return this.replies()[before];
    }
    async do(line) {
        assert.equal((await this.ask(line))?.split(" ")[0], line.split(" ")[0].toUpperCase(), line);
    }
    async notice(pattern, times = 1) {
        const count = () => this.lines.filter((line) => line.startsWith("NOTICE ") && pattern.test(line)).length;
        await this.until(() => count() >= times, pattern);
    }
}

/** The code of the table that a NEW has made. */
export function codeOf(caller) {
    return /\/t\/([A-Z2-9]{8})/.exec(caller.lines.find((line) => /^NOTICE MESSAGE carom .*\/t\//.test(line)))[1];
}
