/*
 * What arguments may be. TypeScript checks types; this is for JavaScript, where a misspelt option would be ignored.
 */
interface Kind {
  expected: string;
  fits: (value: unknown) => boolean;
}
export const FLAG: Kind = { expected: "true or false", fits: (value) => typeof value === "boolean" };
export const TEXT: Kind = { expected: "a string", fits: (value) => typeof value === "string" };
export const COUNT: Kind = {
  expected: "a whole number from 0 up",
  fits: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
};
export const LIST: Kind = { expected: "a list of numbers", fits: Array.isArray };
export const oneOf = (words: readonly string[]): Kind => ({
  expected: words.join(" or "),
  fits: (value) => words.includes(value as string),
});

/* The same kind for several options. */
export const all = <Name extends string>(kind: Kind, ...names: Name[]): Record<Name, Kind> =>
  Object.fromEntries(names.map((name) => [name, kind])) as Record<Name, Kind>;

/* Throws TypeError, with what was expected. */
export function expect(name: string, value: unknown, kind: Kind): void {
  if (!kind.fits(value)) throw new TypeError(`${name} is ${JSON.stringify(value)}; expected ${kind.expected}`);
}

/* Every option has to be one of these; those that are undefined count as left out. */
export function expectOptions<T extends object>(options: T, kinds: Record<keyof T & string, Kind>): void {
  for (const [name, value] of Object.entries(options)) {
    const kind: Kind | undefined = Object.hasOwn(kinds, name) ? kinds[name as keyof T & string] : undefined;
    if (!kind) throw new TypeError(`there is no option ${name}; expected ${Object.keys(kinds).join(", ")}`);
    if (value !== undefined) expect(name, value, kind);
  }
}
