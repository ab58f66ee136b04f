// `carom join`, `carom bot` and `carom-dev conformance` through TLS: something that ends it before the server, as a proxy does, with certificates of an
// authority that is made here.
import test from "node:test";
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer as createPlain } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createServer } from "node:tls";
import { Server, carom, caromDev, sit } from "./client.mjs";

const programOf = (words) => (words[0] === "conformance" ? caromDev : carom);
const folder = mkdtempSync(join(tmpdir(), "carom-tls-"));
const file = (name) => join(folder, name);
const openssl = (...words) => execFileSync("openssl", words, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });

function authority(name) {
    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", `/CN=${name}`, "-days", "30",
        "-keyout", `${name}.key`, "-out", `${name}.pem`);
}

/** One of the authority `ca`, for these names; long ago if `old`. */
function certificate(name, names, old = false) {
    writeFileSync(file("ca.cnf"), "[ca]\ndefault_ca=d\n[d]\ndatabase=index\nnew_certs_dir=.\nserial=serial\ndefault_md=sha256\npolicy=p\nunique_subject=no\n" +
        `x509_extensions=x\n[p]\ncommonName=supplied\n[x]\nsubjectAltName=${names}\n`);
    writeFileSync(file("index"), "");
    writeFileSync(file("serial"), "01\n");
    openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", `/CN=${name}`, "-keyout", `${name}.key`, "-out", `${name}.csr`);
    openssl("ca", "-batch", "-config", "ca.cnf", "-cert", "ca.pem", "-keyfile", "ca.key", "-in", `${name}.csr`, "-out", `${name}.pem`, "-notext",
        ...(old ? ["-startdate", "20200101000000Z", "-enddate", "20200102000000Z"] : ["-days", "30"]));
}

const listening = (listener) => new Promise((resolve) => { listener.listen(0, "127.0.0.1", () => resolve(listener)); });
const seen = []; // what clients have asked for: name and protocol
let server;
const fronts = {};

/** Ends TLS with this certificate and hands the bytes on. */
const front = (name, options = {}) => listening(createServer(
    { key: readFileSync(file(`${name}.key`)), cert: readFileSync(file(`${name}.pem`)), ALPNProtocols: ["http/1.1"], ...options }, (socket) => {
        const behind = connect(server.port, "127.0.0.1");
        seen.push([socket.servername, socket.alpnProtocol]);
        for (const one of [socket, behind]) one.setNoDelay(true).on("error", () => {}).on("close", () => { socket.destroy(); behind.destroy(); });
        socket.pipe(behind).pipe(socket);
    }).on("tlsClientError", () => {}));

test.before(async () => {
    for (const name of ["ca", "other"]) authority(name);
    certificate("good", "DNS:localhost,IP:127.0.0.1");
    certificate("named", "DNS:carom.example");
    certificate("old", "DNS:localhost", true);
    server = await Server.start();
    for (const name of ["good", "named", "old"]) fronts[name] = await front(name);
    fronts.twelve = await front("good", { maxVersion: "TLSv1.2" });
    fronts.mute = await listening(createPlain((socket) => socket.on("error", () => {}).resume().end("220 mail.example ESMTP\r\n")));
});
test.after(async () => {
    for (const one of Object.values(fronts)) one.close();
    assert.equal(await server.stop(), 0, server.errors);
    rmSync(folder, { recursive: true });
});

const port = (name) => fronts[name].address().port;

/** The program beside this one, which is its server. */
function ask(words, env = {}) {
    const child = spawn(programOf(words), words, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, LC_ALL: "C", ...env } });
    const done = { out: "", err: "" };
    child.stdout.on("data", (data) => { done.out += data; });
    child.stderr.on("data", (data) => { done.err += data; });
    return new Promise((resolve) => { child.on("close", (status) => resolve({ ...done, status })); });
}

for (const name of ["good", "twelve"]) {
    test(`a whole trial goes through TLS ${name === "good" ? "1.3" : "1.2"}, and the name and the protocol are asked for`, async () => {
        seen.length = 0;
        const trial = await ask(["conformance", `wss://localhost:${port(name)}`, "--ca", file("ca.pem")]);
        assert.equal(trial.status, 0, trial.out + trial.err);
        assert.match(trial.out, /^(holds  .*\n){20,}\d+ hold, 0 fail\n$/);
        assert.deepEqual(seen[0], ["localhost", "http/1.1"]);
    });
}

test("bots and people sit down at a table by the link that the page has", async () => {
    const [ada] = await sit(server, ["Ada"], { preset: "ricochet", seed: 21, goal: 2 });
    seen.length = 0;
    const link = `https://127.0.0.1:${port("good")}/t/${ada.code}`;
    const bob = await ask(["join", link, "--name", "Bob", "--ca", file("ca.pem")]); // nobody types: it looks, and leaves
    assert.equal(bob.status, 0, bob.err);
    assert.match(bob.out, /Bob joins the table/);
    assert.deepEqual(seen, [[false, "http/1.1"]], "an address is no name");
    const bot = spawn(carom, ["bot", link, "--name", "Carla", "--ca", file("ca.pem"), "--quiet"], { stdio: "ignore" });
    const ended = new Promise((resolve) => { bot.on("exit", resolve); });
    await ada.until(() => ada.events.some((event) => event.ev === "joined" && event.name === "Carla"), 60000);
    bot.kill("SIGINT");
    assert.equal(await ended, 0);
    await ada.until(() => ada.events.filter((event) => event.ev === "left").length === 2, 60000);
});

const wrong = {
    "from an authority that is not trusted": [() => port("good"), "localhost", ["--ca", "other.pem"], /certificate is not trusted/],
    "from an authority that the system does not know": [() => port("good"), "localhost", [], /certificate is not trusted/],
    "for another name": [() => port("named"), "localhost", ["--ca", "ca.pem"], /for a different name/],
    "for another address": [() => port("old"), "127.0.0.1", ["--ca", "ca.pem"], /has expired|for a different name/],
    "out of date": [() => port("old"), "localhost", ["--ca", "ca.pem"], /has expired/],
    "not there": [() => port("mute"), "localhost", ["--ca", "ca.pem"], /does not speak TLS/],
    "to be checked with a file of noise": [() => port("good"), "localhost", ["--ca", "ca.cnf"], /has no certificate authorities/],
};
test("who asks the server itself for TLS is told that it does not speak it", async () => {
    const done = await ask(["conformance", `wss://localhost:${server.port}`, "--ca", file("ca.pem")]);
    assert.match(done.err, /^carom-dev conformance: .*(does not speak TLS|closed the connection when TLS began).*\n$/); // as fast as it closes
    assert.equal(done.status, 1);
});

for (const [what, [at, host, more, sentence]] of Object.entries(wrong)) {
    test(`one sentence, and the end, if the certificate is ${what}`, async () => {
        const options = more.map((word) => (word.startsWith("--") ? word : file(word)));
        const address = `https://${host}:${at()}/t/K7M2QXAB`;
        seen.length = 0;
        for (const words of [["bot", address], ["join", address, "--name", "Bob"], ["conformance", address.replace(/^https(.*)\/t.*/, "wss$1")]]) {
            const done = await ask([...words, ...options]);
            assert.equal(done.status, 1, done.out + done.err);
            assert.match(done.err, new RegExp(`^${basename(programOf(words))} ${words[0]}: .*(${sentence.source}).*\n$`));
        }
        assert.deepEqual(seen, [], "nothing was said");
    });
}
