// A PostgreSQL of the tests' own on the loopback, alone or with a synchronous standby that takes over. PostgreSQL does not run as root: then the
// user postgres runs it. Nothing is synced to the disk: processes are killed here, not machines.
import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../support/port.mjs";

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export function programs() {
    const root = "/usr/lib/postgresql";
    const versions = readdirSync(root).filter((name) => existsSync(join(root, name, "bin/initdb"))).sort((a, b) => a - b);
    return join(root, versions.at(-1), "bin");
}

/** Runs a program of PostgreSQL; false: it failed. */
function run(program, ...words) {
    const whole = [join(programs(), program), ...words];
    const asUser = process.getuid() === 0 ? ["runuser", "-u", "postgres", "--", ...whole] : whole;
    return spawnSync(asUser[0], asUser.slice(1), { cwd: "/", stdio: ["ignore", "ignore", "ignore"] }).status === 0;
}

/** From then on every event is refused with the code that a full disk has; and then there is room again. */
export const FULL = `CREATE OR REPLACE FUNCTION carom.full() RETURNS trigger LANGUAGE plpgsql AS
    $$BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END$$;
    CREATE OR REPLACE TRIGGER is_full BEFORE INSERT ON carom.events FOR EACH ROW EXECUTE FUNCTION carom.full()`;
export const ROOM = "DROP TRIGGER IF EXISTS is_full ON carom.events; DROP FUNCTION IF EXISTS carom.full";

export class Postgres {
    /** `safe`: what is committed is on the disk. */
    constructor(folder, name, port, safe = false) {
        this.safe = safe;
        this.folder = join(folder, name);
        this.log = join(folder, name + ".log");
        this.port = port;
    }
    init() {
        if (!run("initdb", "-N", "-D", this.folder, "-A", "trust", "-U", "carom", "-E", "UTF8", "--locale=C.UTF-8"))
            throw new Error("initdb failed: is PostgreSQL installed (tools/install test)?");
    }
    async start() {
        const options = `-c listen_addresses=127.0.0.1 -p ${this.port} -c unix_socket_directories='' ` +
            (this.safe ? "" : "-c fsync=off -c full_page_writes=off ") +
            "-c shared_buffers=16MB -c max_connections=60 -c wal_level=replica -c max_wal_senders=5 -c wal_keep_size=256MB " +
            "-c hot_standby=on -c wal_retrieve_retry_interval=200ms -c wal_receiver_timeout=3s -c wal_sender_timeout=3s -c log_min_messages=error";
        for (let tries = 0; tries < 5; tries++) {
            if (run("pg_ctl", "-D", this.folder, "-l", this.log, "-w", "-t", "20", "-o", options, "start")) return;
            await sleep(300);
        }
        throw new Error("PostgreSQL does not start: " + readFileSync(this.log, "utf8").slice(-500));
    }
    /** The process and its children. */
    pids() {
        const file = join(this.folder, "postmaster.pid");
        if (!existsSync(file)) return [];
        const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
        const children = spawnSync("pgrep", ["-P", String(pid)], { encoding: "utf8" }).stdout.trim().split("\n").filter(Boolean).map(Number);
        return [pid, ...children];
    }
    signal(name) {
        for (const pid of this.pids()) {
            try {
                process.kill(pid, name);
            } catch { /* gone */ }
        }
    }
    /** As a crash would; returns when the port is free again. */
    async kill() {
        const pids = this.pids();
        this.signal("SIGKILL");
        for (const end = Date.now() + 5000; Date.now() < end && pids.some((pid) => existsSync(`/proc/${pid}`)); ) await sleep(20);
    }
    async restart() {
        await this.kill();
        await this.start();
    }
    /** False: it failed. It never waits long for a lock: whoever has it may be behind a proxy of this same process, which waits for psql. */
    sql(text) {
        return run("psql", "-q", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", String(this.port), "-U", "carom", "-d", "postgres",
            "-c", "SET lock_timeout = '300ms'", "-c", text);
    }
    promote() {
        return run("pg_ctl", "-D", this.folder, "-w", "-t", "20", "promote");
    }
    /** Becomes a standby of that one, from nothing. */
    async follow(primary) {
        rmSync(this.folder, { recursive: true, force: true });
        const link = `host=127.0.0.1 port=${primary.port} user=carom application_name=other`;
        if (!run("pg_basebackup", "-D", this.folder, "-d", link, "-R", "-X", "stream", "-c", "fast", "--no-sync"))
            throw new Error("pg_basebackup failed");
        await this.start();
    }
}

/** One primary, and with `standby` a second one to which every commit goes first. */
export class Cluster {
    static async start({ standby = false, safe = false } = {}) {
        const cluster = new Cluster();
        cluster.folder = mkdtempSync(join(tmpdir(), "carom-faults-"));
        if (process.getuid() === 0) {
            const id = Number(spawnSync("id", ["-u", "postgres"], { encoding: "utf8" }).stdout);
            chownSync(cluster.folder, id, id);
        }
        cluster.primary = new Postgres(cluster.folder, "one", await freePort(), safe);
        cluster.primary.init();
        await cluster.primary.start();
        if (standby) {
            cluster.standby = new Postgres(cluster.folder, "two", await freePort());
            await cluster.join(cluster.standby);
        }
        return cluster;
    }
    all() {
        return this.standby ? [this.primary, this.standby] : [this.primary];
    }
    /** Whoever may be written to now. */
    async writable() {
        return this.primary;
    }
    async join(standby) {
        await standby.follow(this.primary);
        this.standby = standby;
        this.primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'");
        this.primary.sql("SELECT pg_reload_conf()");
    }
    /** The primary is lost for good; the standby takes over, and a new standby is made. */
    async failover() {
        const lost = this.primary;
        await lost.kill();
        this.primary = this.standby;
        if (!this.primary.promote()) throw new Error("the standby was not promoted");
        this.primary.sql("ALTER SYSTEM SET synchronous_standby_names = ''");
        this.primary.sql("SELECT pg_reload_conf()");
        await this.join(lost);
    }
    async stop() {
        for (const one of this.all()) await one.kill();
        rmSync(this.folder, { recursive: true, force: true });
    }
}
