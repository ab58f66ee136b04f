/*
 * The history on this device, in IndexedDB: localStorage holds a few megabytes for everything together and is read and written
 * as a whole, while here a result costs one small write. If the device refuses it (forbidden, full), entries last as long as the
 * page, and `historyTrouble` says so.
 */
import { type HistoryEntry, HISTORY_MAX, mergeEntries } from "./historyEntry";
import { results } from "./soloResults";
import { type Kind, dateOf, loadStats } from "./stats";

const NAME = "carom-history";
const STORE = "entries";
const TIME = "at"; // an index

const held = new Map<string, HistoryEntry>(); // what could not be stored
let trouble = false;
const listeners = new Set<() => void>();
export const historyTrouble = (): boolean => trouble;
export function watchHistory(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
const tell = (): void => listeners.forEach((listener) => listener());

/* The entry of a game alone: also of one whose result was kept before there was a history. */
export const aloneId = (at: number): string => `alone-${at}`;

/* What was played before there was a history, as far as it is known: puzzles of the day, games alone. */
function olderEntries(): HistoryEntry[] {
  const noon = (date: string) => new Date(`${date}T12:00:00`).getTime();
  const daily = Object.entries(loadStats().daily).flatMap(([day, kinds]) =>
    Object.entries(kinds).map(([kind, { moves, best, ms, late }]): HistoryEntry => {
      const done = { moves, best, ms, ...(late ? { late: true } : {}) };
      return { id: `daily-${day}-${kind}`, at: noon(day), date: day, mode: "daily", day, kind: kind as Kind, ...done };
    }),
  );
  const { solo, micro } = results();
  const alone = (at: number) => ({ id: aloneId(at), at, date: dateOf(new Date(at)) });
  return [
    ...daily,
    ...solo.map(({ at, up, won }): HistoryEntry => ({ ...alone(at), mode: "solo", score: up, won })),
    ...micro.map(({ at, rounds }): HistoryEntry => ({ ...alone(at), mode: "micro", score: rounds, won: true })),
  ];
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((good, bad) => {
    request.onsuccess = () => good(request.result);
    request.onerror = () => bad(request.error);
  });
const committed = (writing: IDBTransaction): Promise<void> =>
  new Promise((good, bad) => {
    writing.oncomplete = () => good();
    writing.onabort = writing.onerror = () => bad(writing.error);
  });

let opened: Promise<IDBDatabase> | undefined;
function open(): Promise<IDBDatabase> {
  opened ??= new Promise((good, bad) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => {
      const store = asked.result.createObjectStore(STORE, { keyPath: "id" });
      store.createIndex(TIME, TIME);
      for (const entry of olderEntries()) store.put(entry);
    };
    asked.onsuccess = () => good(asked.result);
    asked.onerror = asked.onblocked = () => bad(asked.error);
  });
  return opened;
}

/* Deletes the oldest beyond HISTORY_MAX. */
async function trim(store: IDBObjectStore): Promise<void> {
  let over = (await done(store.count())) - HISTORY_MAX;
  if (over <= 0) return;
  const oldest = store.index(TIME).openCursor();
  oldest.onsuccess = () => {
    if (!oldest.result || over <= 0) return;
    oldest.result.delete();
    over -= 1;
    oldest.result.continue();
  };
}

async function write(entries: HistoryEntry[], clear = false): Promise<void> {
  try {
    const writing = (await open()).transaction(STORE, "readwrite");
    const store = writing.objectStore(STORE);
    const ended = committed(writing);
    if (clear) store.clear();
    for (const entry of entries) store.put(entry);
    await Promise.all([trim(store), ended]);
    trouble = false;
  } catch {
    trouble = true;
    for (const entry of entries) held.set(entry.id, entry);
  }
  tell();
}

/* All of them, the oldest first. */
export async function loadHistory(): Promise<HistoryEntry[]> {
  let stored: HistoryEntry[] = [];
  try {
    stored = await done((await open()).transaction(STORE).objectStore(STORE).getAll());
  } catch {
    trouble = true;
  }
  return mergeEntries(stored, [...held.values()]);
}

export async function findEntry(id: string): Promise<HistoryEntry | undefined> {
  try {
    return held.get(id) ?? (await done((await open()).transaction(STORE).objectStore(STORE).get(id)));
  } catch {
    return undefined;
  }
}
/* An entry with a known id takes the place of the one before. */
export const saveEntry = (entry: HistoryEntry): Promise<void> => write([entry]);
export const importHistory = async (entries: HistoryEntry[]): Promise<void> =>
  write(mergeEntries(await loadHistory(), entries));
export function clearHistory(): Promise<void> {
  held.clear();
  return write([], true);
}
