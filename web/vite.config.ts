/*
 * How the page is built: TypeScript and Preact by Vite, the module from the C build, and a service worker that knows
 * every file of this build, so that the page works offline after the first load.
 */
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

const wasm = resolve(process.env.CAROM_WASM ?? "../build/src/wasm/carom.wasm");
if (!existsSync(wasm)) throw new Error(`${wasm} is missing: build it with ninja first, or set CAROM_WASM`);
copyFileSync(wasm, "src/carom/carom.wasm"); // where the page imports it from

/* Puts the list of files into sw.js. Its version is a hash of them, so that any change brings a new worker. */
function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    generateBundle(_options, bundle) {
      const files = Object.keys(bundle).filter((name) => !name.endsWith(".map"));
      const still = readdirSync("public").filter((name) => name !== "sharing.png");
      const hash = createHash("sha256");
      for (const file of Object.values(bundle)) hash.update(file.type === "chunk" ? file.code : file.source);
      const worker = readFileSync("src/offline.js", "utf8")
        .replace("__FILES__", JSON.stringify(["/", ...[...files, ...still].map((name) => `/${name}`)]))
        .replace("__VERSION__", hash.digest("hex").slice(0, 12));
      this.emitFile({ type: "asset", fileName: "sw.js", source: worker });
    },
  };
}

/* `carom serve` sends FILE.br or FILE.gz where a browser takes it. */
function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    closeBundle() {
      for (const entry of readdirSync("dist", { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        if (!entry.isFile() || !/\.(js|css|html|svg|wasm|webmanifest)$/.test(path)) continue;
        const bytes = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(bytes));
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  plugins: [offline(), compressed()],
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false }, cssCodeSplit: false },
  worker: { format: "es" },
  preview: { port: 4173, strictPort: true },
});
