// The program's limits, read from its own sources: every `#define NAME NUMBER` below include/ and src/. Tests that ask at a limit
// take it from here, so that a limit stands in one place, and one that was renamed is missed at once.
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

function* sources(folder) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) yield* sources(path);
        else if (/\.[ch]$/.test(entry.name)) yield path;
    }
}

/** NAME: [[file, words behind it]...] */
const defined = new Map();
for (const folder of ["include", "src"]) {
    for (const path of sources(join(root, folder))) {
        for (const [, name, words] of readFileSync(path, "utf8").matchAll(/^#define ([A-Z][A-Z0-9_]*) +([^\n\\]+)$/gm)) {
            if (!defined.has(name)) defined.set(name, []);
            defined.get(name).push([path, words.replace(/\/\*.*$/, "").trim()]);
        }
    }
}

/** A number as C writes it: sums, products and shifts, casts, TEST_LIMIT(normal, test), other names. */
function value(words, path) {
    const plain = words
        .replace(/TEST_LIMIT\(([^,]+),[^)]*\)/g, "($1)")
        .replace(/\((carom_ms|size_t|u?int\d+_t)\)/g, "")
        .replace(/\b(\d+)[uUlL]+\b/g, "$1")
        .replace(/\b[A-Z][A-Z0-9_]*\b/g, (name) => `(${limit(name, path)})`);
    if (!/^[\d\s+*()<>-]+$/.test(plain)) throw new Error(`${path}: \`${words}\` is no number`);
    return Number(new Function(`return ${plain}`)());
}

/** The limit of this name. Where several files have one of that name, `near` is a part of the right one's path. */
export function limit(name, near = "") {
    const all = defined.get(name) ?? [];
    const found = all.length === 1 ? all : all.filter(([path]) => path.includes(near));
    if (found.length !== 1) throw new Error(`${found.length} limits are called ${name}${near && ` in ${near}`}`);
    return value(found[0][1], found[0][0]);
}

/** What a document says in `code` in the first column of its tables, under a heading. */
export function documented(file, heading) {
    const text = readFileSync(join(root, "docs/reference", file), "utf8");
    const part = heading ? text.split(new RegExp(`^## ${heading}$`, "m"))[1].split(/^## /m)[0] : text;
    return [...part.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell]) => [...cell.matchAll(/`([^`]+)`/g)].map(([, words]) => words));
}
