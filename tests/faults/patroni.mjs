// PostgreSQL as people run it to survive its machine: three nodes under Patroni, with etcd to agree on. The same interface as Cluster in database.mjs.
// Debian's packages patroni and etcd-server. Patroni speaks etcd's version 2: with version 3 this Patroni let a primary that had been paused write on.
import { spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../support/port.mjs";
import { Postgres, programs } from "./database.mjs";

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const NODES = 3;

/** Are both programs there? */
export const installed = () => ["patroni", "etcd"].every((name) => spawnSync("which", [name]).status === 0);

function owner() {
    return process.getuid() === 0 ? Number(spawnSync("id", ["-u", "postgres"], { encoding: "utf8" }).stdout) : process.getuid();
}

/** A process of its own, which ends with SIGKILL and not before. */
function begin(log, ...words) {
    const user = process.getuid() === 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] : [];
    const [first, ...rest] = [...user, ...words];
    const out = openSync(log, "a");
    return spawn(first, rest, { cwd: "/", stdio: ["ignore", out, out], detached: true, env: { ...process.env, LC_ALL: "C.UTF-8" } });
}

async function status(port, path) {
    return new Promise((resolve) => {
        const request = get({ host: "127.0.0.1", port, path, timeout: 1000 }, (answer) => {
            answer.resume();
            resolve(answer.statusCode);
        });
        request.on("error", () => resolve(0));
        request.on("timeout", () => request.destroy());
    });
}

class Member extends Postgres {
    constructor(cluster, name, port, rest) {
        super(cluster.folder, name, port);
        Object.assign(this, { cluster, name, rest, config: join(cluster.folder, `${name}.yml`) });
        this.sockets = join(cluster.folder, `${name}-sockets`);
        mkdirSync(this.sockets);
        chownSync(this.sockets, owner(), owner());
        writeFileSync(this.config, JSON.stringify(this.settings())); // which is YAML
    }
    settings() {
        const parameters = {
            fsync: "off", full_page_writes: "off", shared_buffers: "16MB", max_connections: 60, synchronous_commit: "on", wal_keep_size: "256MB",
            wal_sender_timeout: "3s", wal_receiver_timeout: "3s", wal_retrieve_retry_interval: "200ms", wal_log_hints: "on",
            unix_socket_directories: this.sockets, log_min_messages: "error",
        };
        const dynamic = {
            ttl: 5, loop_wait: 1, retry_timeout: 2, primary_start_timeout: 0, primary_stop_timeout: 5, failsafe_mode: true,
            synchronous_mode: true, synchronous_mode_strict: true, synchronous_node_count: 2, maximum_lag_on_failover: 1048576,
            postgresql: { use_pg_rewind: true, use_slots: false, parameters },
        };
        return {
            scope: "carom", name: this.name, restapi: { listen: `127.0.0.1:${this.rest}`, connect_address: `127.0.0.1:${this.rest}` },
            etcd: { host: `127.0.0.1:${this.cluster.etcdPort}` }, watchdog: { mode: "off" },
            bootstrap: { dcs: dynamic, initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, { auth: "trust" }, { username: "carom" }, "no-sync", "data-checksums"] },
            postgresql: {
                remove_data_directory_on_rewind_failure: true, remove_data_directory_on_diverged_timelines: true,
                listen: `127.0.0.1:${this.port}`, connect_address: `127.0.0.1:${this.port}`, data_dir: this.folder, bin_dir: programs(),
                pgpass: join(this.cluster.folder, `${this.name}.pgpass`), parameters: { unix_socket_directories: this.sockets },
                authentication: { superuser: { username: "carom" }, replication: { username: "carom" }, rewind: { username: "carom" } },
                pg_hba: ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust", "local all all trust"],
            },
        };
    }
    run() {
        this.patroni = begin(this.log, "/usr/bin/python3", "/usr/bin/patroni", this.config);
    }
    killPatroni() {
        try {
            process.kill(-this.patroni.pid, "SIGKILL");
        } catch { /* gone */ }
    }
    /** As a crash of its machine. */
    async kill() {
        this.killPatroni();
        await super.kill();
    }
    /** Patroni starts it again, or makes another one the primary. */
    async restart() {
        await super.kill();
        await this.cluster.settle();
    }
}

export class PatroniCluster {
    static async start() {
        const cluster = new PatroniCluster();
        cluster.folder = mkdtempSync(join(tmpdir(), "carom-patroni-"));
        chownSync(cluster.folder, owner(), owner());
        cluster.etcdPort = await freePort();
        const peers = `http://127.0.0.1:${await freePort()}`;
        const clients = `http://127.0.0.1:${cluster.etcdPort}`;
        cluster.etcd = begin(join(cluster.folder, "etcd.log"), "etcd", "--data-dir", join(cluster.folder, "etcd"), "--enable-v2", "--unsafe-no-fsync",
            "--listen-client-urls", clients, "--advertise-client-urls", clients, "--listen-peer-urls", peers, "--initial-advertise-peer-urls", peers,
            "--initial-cluster", `default=${peers}`);
        cluster.members = [];
        for (let i = 0; i < NODES; i++) cluster.members.push(new Member(cluster, `db${i}`, await freePort(), await freePort()));
        for (const member of cluster.members) member.run();
        try {
            await cluster.settle(120000);
        } catch (error) {
            await cluster.stop();
            throw error;
        }
        return cluster;
    }
    all() {
        return this.members;
    }
    async primariesOf(members) {
        const primaries = [];
        for (const member of members) if ((await status(member.rest, "/primary")) === 200) primaries.push(member);
        return primaries;
    }
    /** Patroni makes another one the primary whenever it has to: on a busy machine a pause is enough. */
    async writable() {
        const primaries = await this.primariesOf(this.members);
        if (primaries.length === 1) this.primary = primaries[0];
        return this.primary;
    }
    /** Waits until there is one that may be written to, and that two others follow. */
    async settle(ms = 60000) {
        for (const end = Date.now() + ms; Date.now() < end; await sleep(200)) {
            const primaries = await this.primariesOf(this.members);
            let standbys = 0;
            for (const member of this.members) if (!primaries.includes(member) && (await status(member.rest, "/synchronous")) === 200) standbys++;
            if (primaries.length === 1 && standbys === NODES - 1) {
                this.primary = primaries[0];
                return;
            }
        }
        const logs = this.members.map((member) => (existsSync(member.log) ? readFileSync(member.log, "utf8").slice(-600) : "no log")).join("\n---\n");
        throw new Error(`Patroni does not come to rest:\n${logs}`);
    }
    /**
     * The primary's machine is lost, another takes over by itself; then an empty one comes in its place and follows. Not before two follow it: who is
     * lost while nobody else has everything is waited for, and Patroni promotes nobody.
     */
    async failover() {
        await this.settle();
        const lost = this.primary;
        await lost.kill();
        for (const end = Date.now() + 60000; Date.now() < end; await sleep(200)) {
            const now = await this.primariesOf(this.members.filter((member) => member !== lost));
            if (now.length === 1) {
                this.primary = now[0];
                break;
            }
        }
        if (this.primary === lost) throw new Error("nobody took over");
        rmSync(lost.folder, { recursive: true, force: true }); // with everything that was on it
        lost.run();
        await this.settle();
    }
    async stop() {
        for (const member of this.members ?? []) member.killPatroni();
        for (const member of this.members ?? []) await Postgres.prototype.kill.call(member);
        try {
            process.kill(-this.etcd.pid, "SIGKILL");
        } catch { /* gone */ }
        rmSync(this.folder, { recursive: true, force: true });
    }
}
