// What the walk (walk.mjs) asks with: every parameter at 0, 1, its limit, one less and one more, and boards of extreme shapes.
// Limits come from the program's sources (limits.mjs).
import { documented, limit } from "./limits.mjs";

/** A generator of chance that repeats itself: mulberry32. */
export function chance(seed) {
    let state = seed >>> 0;
    const next = () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let t = state;
        t = Math.imul(t ^ (t >>> 15), t | 1);
        t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
    return {
        below: (n) => Math.floor(next() * n),
        pick: (list) => list[Math.floor(next() * list.length)],
        shuffle(list) {
            const all = [...list];
            for (let i = all.length - 1; i > 0; i--) {
                const k = Math.floor(next() * (i + 1));
                [all[i], all[k]] = [all[k], all[i]];
            }
            return all;
        },
    };
}

/* ---- numbers and words ---- */

/** Round a limit, from both sides, and what no reader of numbers expects. */
export const numbers = (most, least = 0) => [...new Set([0, 1, least - 1, least, least + 1, most - 1, most, most + 1])];
export const strange = [-1, 2 ** 31, 2 ** 32, 2 ** 53, 1e19, 0.5];
const strangeWords = ["", "-1", "+1", " 1", "1e3", "0x10", "1.", String(2n ** 32n), String(2n ** 63n), String(2n ** 64n), "9".repeat(40)];
const flags = ["", "0", "1", "false", "true", "x"];
/** Texts of `most` bytes, one less and one more, of the characters that grow most when they are written. */
export const texts = (most) => ["", "a", "\"".repeat(most), "\\".repeat(most - 1), "é".repeat(most / 2), "😀".repeat(most / 4), "a".repeat(most + 1),
    `${"\"\\".repeat(most / 2 - 1)}a`, "\u0000", "\u202e".repeat(4), "a".repeat(4000)];

/* ---- boards ---- */

const columns = "abcdefghijklmnop";
const colours = "RYGB";

/** Every cell of a board, as `[x, y, name]`. */
const cellsOf = (width, height) => Array.from({ length: width * height }, (_, i) => [i % width, Math.floor(i / width), columns[i % width] + (1 + Math.floor(i / width))]);

/** Where robots and target stand: [first robot, target]. */
const placesOf = (width, height) => {
    const [right, middle] = [columns[width - 1], columns[Math.floor((width - 1) / 2)]];
    const all = [["a1", `${right}${height}`], [`${right}${height}`, "a1"], [`${middle}${height}`, `${columns[Math.min(width - 1, Math.ceil(width / 2))]}1`]];
    return width * height === 1 ? [["a1", "a1"]] : all.filter(([from, to], i) => from !== to && all.findIndex((one) => one[0] === from) === i);
};

/** How the cells that are not free are filled: nothing, barriers of one slope, of both in turn, solid cells, walls everywhere. */
const fillings = {
    empty: () => "",
    up: (cells) => "-b" + cells.map(([x, y, name]) => `${colours[(7 * x + y) % 4]}u${name}`).join("."),
    chequered: (cells) => "-b" + cells.map(([x, y, name]) => `${colours[(7 * x + y) % 4]}${"ud"[(x + y) % 2]}${name}`).join("."),
    "chequered otherwise": (cells) => "-b" + cells.map(([x, y, name]) => `${colours[(7 * x + y) % 4]}${"du"[(x + y) % 2]}${name}`).join("."),
    "of one colour": (cells) => "-b" + cells.map(([x, y, name]) => `R${"ud"[x % 2]}${name}`).join("."),
    solid: (cells) => "-x" + cells.map(([, , name]) => name).join("."),
    walls: (_, width, height) => {
        const places = (width - 1) * height + width * (height - 1);
        return places > 0 ? "-w" + "~".repeat(Math.floor(places / 6)) : "";
    },
};

/** Boards as narrow, flat, large and small as they may be, and one more, filled in every way, with each set of robots. */
export const shapes = [];
for (const [width, height] of [[16, 1], [1, 16], [16, 16], [1, 1], [2, 2], [16, 2], [2, 16]]) {
    for (const [name, fill] of Object.entries(fillings)) {
        for (const [from, to] of placesOf(width, height)) {
            for (const robots of ["R", "T", "RT", "RYGBST"]) {
                const cells = cellsOf(width, height);
                const stand = [from, ...cells.map(([, , cell]) => cell).filter((cell) => cell !== from && cell !== to)].slice(0, robots.length);
                if (stand.length < robots.length && width * height > 1) continue;
                const taken = new Set([...stand, to]);
                const board = `${width}x${height}${fill(cells.filter(([, , cell]) => !taken.has(cell)), width, height)}`;
                const order = [...robots].reverse(); // the last named stands at `from`
                const placed = stand.map((cell, i) => order[i] + cell).join(",");
                shapes.push({ name: `${width}x${height} ${name} ${robots}`, text: `${board}/${placed}/${order[0]}@${to}`, board: `${board}-tV${to}`, placed, robot: order[0] });
            }
        }
    }
}
/** Boards of the boxes, and what is none. */
export const usual = ["G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg", "black-A0-B0-D0-C0/1B>6P", "black-A0-B0-D0-C0/1B>2Y>6P", "0765+42+2E21BD0F+93", "R4-Y4-G4-B4/Ra1,Sp16,Tb2/*@e5"]
    .map((text) => ({ name: text, text, robot: text.startsWith("black") ? "6P" : "R" }));
export const broken = ["", "/", "0x0", "17x1/Ra1/R@b1", "1x17/Ra1/R@a2", "16x16-w" + "~".repeat(200), "16x16/Ra1,Ra1/R@b1", "16x16/Rq17/R@b1", "16x16-b", "%00", "%ff%fe",
    "16x16-t" + "Rma1.".repeat(300), "a".repeat(4000)].map((text) => ({ name: `broken ${text.slice(0, 12)}`, text, robot: "R" }));

/** Routes for a robot: 0, 1, the most of a film, of a picture and of a hand, and one more; signs without end. */
export function routes(robot) {
    const move = robot.length > 1 ? () => robot : (i) => robot + "ESWN"[i % 4];
    const counts = [1, 2, ...[limit("GIF_MOVES_MAX"), limit("CAROM_PICTURE_MOVES_MAX"), limit("CAROM_HANDED_MOVES_MAX")].flatMap((most) => [most, most + 1])];
    const many = counts.map((count) => Array.from({ length: count }, (_, i) => move(i)).join(" "));
    return [...many, "", `TE!${"+".repeat(64)}`, `TE${"-+".repeat(33)}`, "XX", robot + "E".repeat(99)];
}

/* ---- the rules of a table ---- */

const laid = shapes.filter(({ name }) => /^(16x1 |1x16|16x16)/.test(name) && !/of one colour|up/.test(name));
const ms = [...numbers(limit("CAROM_DURATION_MAX")), ...strange];
const kinds = {
    preset: ["ricochet", "ricochet-it", "sfrenati", "sfrenati-competition", "solo", "micro", "micro-expert", "race", "none"],
    claim: ["exact", "at-most", ""], tie: ["first", "fewest", 1], hourglass: ms, patience: ms, demonstration: ms,
    goal: [null, ...numbers(17), 254, 255, 256, -1], silver: [true, false, 1], transparent: [true, false, "x"], edition: ["1999", "2013", 2013, "2000"],
    barriers: ["any", "no", "only", "none"], turns: [0, 1, 2, 3, 255, 256], handicap: [true, false], touch: [true, false], continued: [true, false], chip: [true, false],
    side: ["dealt", "black", "copper", "", 1], easy_start: [true, false, 1], reading: [0, 1, 2, 3, 4, 5, 255], seed: [...numbers(limit("CAROM_TIME_MAX")), -1, "0".repeat(64), "f".repeat(64), "f".repeat(63), "f".repeat(65), "g".repeat(64)],
    board: ["G1-Y2-R2-B2", "black-A0-B0-D0-C0", "none", ...laid.map(({ board }) => board)], robots: ["Ro3,Yp1,Gb3,Bn12", "", ...laid.map(({ placed }) => placed)],
    tokens: [[], ["Rm"], ["Rm", "Rm"], [..."RYGB"].flatMap((colour) => [..."mgps"].map((sign) => colour + sign)).concat("V"), Array(18).fill("V")],
    dice: [[], ["6P"], ...[-1, 0, 1].map((more) => Array.from({ length: limit("CAROM_DICE_MAX") + more }, (_, i) => (1 + i % 6) + "BYGRPW"[i % 5]))],
};
const documentedRules = documented("referee.md", "Commands").slice(documented("referee.md", "Commands").indexOf("preset"));
for (const rule of documentedRules) if (!(rule in kinds)) throw new Error(`the walk has no values for the rule \`${rule}\` of docs/reference/referee.md`);

/** Rules with every rule at each of its values, the others left out, and as many again with several of them. */
export function* rules(random, more) {
    for (const [name, values] of Object.entries(kinds)) for (const value of values) yield { [name]: value };
    for (let i = 0; i < more; i++) {
        const names = random.shuffle(Object.keys(kinds)).slice(0, 1 + random.below(6));
        yield Object.fromEntries(names.map((name) => [name, random.pick(kinds[name])]));
    }
    for (const shape of laid) yield { board: shape.board, robots: shape.placed };
}

/* ---- the parameters of addresses ---- */

const words = (list) => [...list.map(String), ...strangeWords];
/** The values of each parameter of a query; `position` is the one that is asked about. */
export const parameters = {
    route: (position) => routes(position.robot),
    width: () => words([...numbers(limit("WIDTH_MAX"), 16), ...numbers(limit("CAROM_GIF_WIDTH_MAX")), Math.floor(Math.sqrt(limit("GIF_PIXELS_MAX"))), Math.floor((limit("CAROM_GIF_WIDTH_MAX") + limit("WIDTH_MAX")) / 2)]),
    theme: () => ["light", "dark", "contrast", "", "none"],
    animate: () => flags, all: () => flags, no_ricochet: () => flags, at_most: () => flags, silver: () => flags, transparent: () => flags, micro: () => flags, expert: () => flags,
    bid: () => words(numbers(limit("CAROM_BID_MAX"))),
    seed: () => words(numbers(limit("CAROM_TIME_MAX"))),
    edition: () => ["1999", "2013", "", "2000"], barriers: () => ["any", "no", "only", "", "none"],
    n: () => words([...numbers(limit("DEAL_MAX")), ...numbers(limit("PAGE_MAX"))]),
    after: () => ["", "A", "ABCDEFGH", "ABCDEFGHJ", "O".repeat(8), "a-b c"],
    game: () => words([...numbers(2), 2 ** 32 - 1, 2 ** 32]),
};

/** A board of barriers, with robots on its free cells: every state takes long, and there are very many. */
export function crowded() {
    let seed = 15838;
    const chance = (most) => (seed = (seed * 48271) % 2147483647) % most;
    const cells = Array.from({ length: 256 }, (_, i) => "abcdefghijklmnop"[i % 16] + (Math.floor(i / 16) + 1));
    const free = [];
    while (free.length < 100) {
        const cell = cells[chance(256)];
        if (!free.includes(cell)) free.push(cell);
    }
    const barriers = cells.flatMap((cell) => (free.includes(cell) ? [] : ["RYGB"[chance(4)] + "ud"[chance(2)] + cell]));
    return `16x16-b${barriers.join(".")}/${[..."RYGBST"].map((robot, i) => robot + free[i]).join(",")}/R@${free[6]}`;
}
