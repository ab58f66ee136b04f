// A port for a server that comes back on it: not one of those that the system gives to connections, which would be taken by one while the server is away.
import { createServer } from "node:net";

export async function freePort() {
    for (;;) {
        const port = 16000 + Math.floor(Math.random() * 15000);
        const good = await new Promise((resolve) => {
            const probe = createServer().once("error", () => resolve(false)).once("listening", () => probe.close(() => resolve(true)));
            probe.listen(port, "127.0.0.1");
        });
        if (good) return port;
    }
}
