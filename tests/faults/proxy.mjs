// A proxy between two parties that does what networks do: it delays, cuts, and goes silent with every connection open.
import { connect, createServer } from "node:net";

export class Proxy {
    static async to(port) {
        const proxy = new Proxy();
        proxy.target = port;
        proxy.pairs = new Set();
        proxy.delay = 0;
        proxy.silent = false;
        proxy.server = createServer((socket) => proxy.accept(socket));
        await new Promise((resolve) => proxy.server.listen(0, "127.0.0.1", resolve));
        proxy.port = proxy.server.address().port;
        return proxy;
    }
    accept(near) {
        const far = connect(this.target, "127.0.0.1");
        const pair = { near, far };
        this.pairs.add(pair);
        near.setNoDelay(true);
        far.setNoDelay(true);
        const end = () => {
            near.destroy();
            far.destroy();
            this.pairs.delete(pair);
        };
        for (const [from, to] of [[near, far], [far, near]]) {
            from.on("error", end);
            from.on("close", end);
            from.on("data", (data) => this.pass(data, to));
        }
        if (this.silent) this.hush(pair);
    }
    /** Bytes keep their order, also when the delay becomes shorter: nothing goes out before what came first. */
    pass(data, to) {
        to.waiting ??= [];
        to.waiting.push({ data, due: Date.now() + this.delay });
        if (to.waiting.length === 1) this.send(to);
    }
    send(to) {
        while (to.waiting.length > 0 && to.waiting[0].due <= Date.now()) {
            const { data } = to.waiting.shift();
            if (!to.destroyed) to.write(data);
        }
        if (to.waiting.length > 0) setTimeout(() => this.send(to), to.waiting[0].due - Date.now());
    }
    hush({ near, far }) {
        near.pause();
        far.pause();
    }
    cut() {
        for (const { near, far } of this.pairs) {
            near.destroy();
            far.destroy();
        }
    }
    /** Nothing gets through, and nobody is told. */
    goSilent(silent) {
        this.silent = silent;
        for (const pair of this.pairs) {
            if (silent) this.hush(pair);
            else {
                pair.near.resume();
                pair.far.resume();
            }
        }
    }
    heal() {
        this.delay = 0;
        if (this.silent) this.goSilent(false);
    }
    close() {
        this.cut();
        this.server.close();
    }
}
