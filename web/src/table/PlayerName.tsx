/*
 * Names of players, which may be long: as much of one is seen as there is room for, with an ellipsis, and the whole of it is there for
 * pointers (title) and screen readers (the text itself). Sentences come with names in them already: the long ones are found again.
 */
import { createContext } from "preact";
import { useContext } from "preact/hooks";

const LONG = 12; // shorter ones fit everywhere

/* All who are, or were, at the table whose sentences are shown. */
export const Names = createContext<string[]>([]);

export function PlayerLabel({ name }: { name: string }) {
  return (
    <bdi class="who" title={name}>
      {name}
    </bdi>
  );
}

/* The parts of a sentence, those at odd places being names. */
export function splitNames(words: string, names: string[]): string[] {
  const long = [...new Set(names)].filter((name) => name.length > LONG).sort((a, b) => b.length - a.length);
  if (long.length === 0) return [words];
  const any = long.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  return words.split(new RegExp(`(${any})`));
}

export function TextWithNames({ words }: { words: string }) {
  const parts = splitNames(words, useContext(Names));
  return <>{parts.map((part, i) => (i % 2 === 1 ? <PlayerLabel key={i} name={part} /> : part))}</>;
}
