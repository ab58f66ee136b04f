/*
 * How the page is built: TypeScript and Preact by Vite, the module from the C build, and a service worker that knows
 * every file of this build, so that the page works offline after the first load.
 */
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";
import { atlasPages } from "./atlas-pages.ts";
import { directionOf } from "./src/i18n/direction.ts";
import { ABOUT, NO_SCRIPT } from "./src/i18n/staticTexts.ts";

const wasm = resolve(process.env.CAROM_WASM ?? "../build/src/wasm/carom.wasm");
if (!existsSync(wasm)) throw new Error(`${wasm} is missing: build it with ninja first, or set CAROM_WASM`);
copyFileSync(wasm, "src/wasm/carom.wasm"); // where the page imports it from
copyFileSync(join(dirname(wasm), "plain.wasm"), "src/wasm/plain.wasm"); // for browsers without SIMD
copyFileSync(join(dirname(wasm), "daily.wasm"), "src/wasm/daily.wasm");
copyFileSync(join(dirname(wasm), "photo.wasm"), "src/wasm/photo.wasm");

/* The graded puzzles as the page needs them: position, moves, difficulty, easier ones first; remarks and the number of routes stay at
 * home. */
mkdirSync("src/puzzledata/files", { recursive: true });
for (const name of readdirSync("../data/puzzles").filter((file) => file.endsWith(".txt"))) {
  const lines = readFileSync(`../data/puzzles/${name}`, "utf8").split("\n");
  const words = lines.filter((line) => line !== "" && !line.startsWith("#")).map((line) => line.split(" "));
  words.sort((a, b) => Number(a[3]) - Number(b[3]) || Number(a[1]) - Number(b[1]));
  const kept = words.map(([position, moves, , difficulty]) => `${position} ${moves} ${difficulty}\n`).join("");
  writeFileSync(`src/puzzledata/files/${name}`, kept);
}

atlasPages();

/* What tools/texts.py page has written, and where the page is built: a test builds one with other texts elsewhere. */
const texts = resolve(process.env.CAROM_TEXTS ?? "src/i18n");
const dist = resolve(process.env.CAROM_DIST ?? "dist");

/* Puts the list of files into sw.js, last of all: chunks that held nothing but styles are gone by then, and a worker that cannot
 * fetch one of its files is never installed. Its version is a hash of them, so that any change brings a new worker. */
function offline(): Plugin {
  let listed: string[] = [];
  return {
    name: "offline",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      // What the atlas says of single boards comes from the network: nobody wants all of it on a device.
      const files = Object.keys(bundle).filter((name) => !/\.map$|\/atlas-[RYGB]\d-/.test(name));
      const still = readdirSync("public").filter((name) => name !== "sharing.png");
      const hash = createHash("sha256");
      for (const file of Object.values(bundle)) hash.update(file.type === "chunk" ? file.code : file.source);
      const worker = readFileSync("src/serviceWorker.js", "utf8")
        .replace("__FILES__", JSON.stringify(["/", ...[...files, ...still].map((name) => `/${name}`)]))
        .replace("__VERSION__", hash.digest("hex").slice(0, 12));
      this.emitFile({ type: "asset", fileName: "sw.js", source: worker });
      listed = files;
    },
    closeBundle() {
      const lost = listed.filter((name) => !existsSync(join(dist, name)));
      if (lost.length > 0) throw new Error(`the service worker lists what is not there: ${lost.join(", ")}`);
    },
  };
}

/* The page's program is fetched before it asks for the module: with this line the module comes beside it, not after it. */
function preloaded(): Plugin {
  return {
    name: "preloaded",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const module = Object.keys(bundle ?? {}).find((name) => /\/carom-[^/]*\.wasm$/.test(name));
        if (!module) throw new Error("the module is not among the files of the page");
        const attrs = { rel: "preload", as: "fetch", href: `/${module}`, crossorigin: true };
        return [{ tag: "link", attrs, injectTo: "head" }];
      },
    },
  };
}

const FONT_LICENCE = "node_modules/@fontsource/m-plus-rounded-1c/LICENSE"; // goes wherever the typeface goes

/* `carom serve` sends FILE.br or FILE.gz where a browser takes it. */
function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    closeBundle() {
      copyFileSync(FONT_LICENCE, join(dist, "assets", "M-PLUS-Rounded-1c-OFL.txt"));
      for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        if (!entry.isFile() || !/\.(js|css|html|svg|txt|wasm|webmanifest)$/.test(path)) continue;
        const bytes = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(bytes));
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

/* What is said without the page's program, in every language: below <noscript>, and a manifest each. */
function translated(): Plugin {
  const tags = readdirSync(texts)
    .filter((name) => /^[^.]+\.json$/.test(name))
    .map((name) => name.replace(/\.json$/, ""));
  const words = (tag: string): Record<string, string> => JSON.parse(readFileSync(join(texts, `${tag}.json`), "utf8"));
  const direction = (tag: string) => (directionOf(tag) === "rtl" ? " dir=rtl" : "");
  const paragraph = (tag: string, text: string) => `<p lang=${tag}${direction(tag)}>${text}`; // the page is sent with every visit
  return {
    name: "translated",
    transformIndexHtml(html) {
      const others = tags.map((tag) => paragraph(tag, words(tag)[NO_SCRIPT] ?? NO_SCRIPT));
      return html
        .replace(/^ +/gm, "") // the server sends it as it is: link previews are written into it
        .replace("%ABOUT%", ABOUT)
        .replace("%NO_SCRIPT%", [paragraph("en", NO_SCRIPT), ...others].join(""));
    },
    generateBundle() {
      const english = JSON.parse(readFileSync("public/manifest.webmanifest", "utf8"));
      for (const tag of tags) {
        const said = { ...english, lang: tag, dir: directionOf(tag), description: words(tag)[ABOUT] ?? ABOUT };
        this.emitFile({
          type: "asset",
          fileName: `manifest.${tag}.webmanifest`,
          source: JSON.stringify(said, null, 2),
        });
      }
    },
  };
}

/* What every screen needs is one file: each further one costs a request and its headers. */
const FIRST = new RegExp(
  [
    "node_modules/preact",
    "src/app/(App|CodeField|ContinueCard|Home|Ways|scenes|screens)",
    "src/board/(Picture|RouteMoves|names)",
    "src/i18n/(texts|direction)",
    "src/storage/(savedSolo|seats|settings|stats|progress|soloResults)\\.ts",
    "src/ui/(Later|Link|SoundSwitch|announce|displayFont|icons|navigation|tableCode)",
    "src/wasm/(module|ops|referee|fetchModule)",
  ].join("|"),
);

/* A plugin of PostCSS: puts the conditions of style/breakpoints.css in the place of their names, `@media (--phone)`. */
function breakpoints() {
  const source = readFileSync("src/style/breakpoints.css", "utf8");
  const known = new Map(
    [...source.matchAll(/^@custom-media (--[\w-]+) (.+?);/gm)].map(([, name, when]) => [name, when]),
  );
  const condition = (_: string, name: string): string => {
    const when = known.get(name);
    if (!when) throw new Error(`style/breakpoints.css has no ${name}`);
    return when;
  };
  return {
    postcssPlugin: "breakpoints",
    AtRule: {
      media(rule: { params: string }) {
        const expanded = rule.params.replace(/\((--[\w-]+)\)/g, condition);
        if (expanded !== rule.params) rule.params = expanded;
      },
    },
  };
}

export default defineConfig({
  resolve: { alias: { "@texts": texts } },
  css: { postcss: { plugins: [breakpoints()] } },
  plugins: [translated(), preloaded(), offline(), compressed()],
  build: {
    outDir: dist,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "first", test: FIRST }] } } },
  },
  worker: { format: "es" },
  preview: { port: 4173, strictPort: true },
});
