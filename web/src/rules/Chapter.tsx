/*
 * What the chapters of the rules are made of: a heading, paragraphs, pictures by the drawing code, and at the end the passage
 * of the book they tell and the numbers it has in docs/rules.md.
 */
import type { ComponentChildren } from "preact";
import { Picture, type PictureProps } from "../board/Picture";
import { LAYER } from "../wasm/ops";
import { t } from "../i18n/texts";

/* The books by the names printed on them, which nobody translates. */
export const BOOK = { 2013: "Ricochet Robots (2013)", 1999: "Robot sfrenati (1999)", 2015: "Micro Robots (2015)" };

export function Example({ words, ...picture }: PictureProps & { words: string }) {
  return (
    <figure>
      <Picture off={LAYER.coordinates} bare {...picture} />
      <figcaption>{words}</figcaption>
    </figure>
  );
}

interface ChapterProps {
  title: string;
  book: keyof typeof BOOK;
  rules: string; // their numbers
  children: ComponentChildren;
}

export function Chapter({ title, book, rules, children }: ChapterProps) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
      <p class="source">{t("From the {book} rulebook, “{part}”: {rules}", { book: BOOK[book], part: title, rules })}</p>
    </section>
  );
}

/* The paragraphs of a chapter, one text each. */
export const Words = ({ of }: { of: string[] }) => (
  <>
    {of.map((words) => (
      <p key={words}>{words}</p>
    ))}
  </>
);
