/*
 * What the chapters of the rules are made of: what the book says, in paragraphs and pictures by the drawing code, with the passage of
 * the book and the numbers it has in docs/reference/rules.md; and apart from it what carom decides where the book is silent.
 */
import type { ComponentChildren } from "preact";
import { Picture, type PictureProps } from "../board/Picture";
import { LAYER } from "../wasm/ops";
import { t } from "../i18n/texts";

/* The books by the names printed on them, which nobody translates. */
const BOOK = { 2013: "Ricochet Robots (2013)", 1999: "Robot sfrenati (1999)", 2015: "Micro Robots (2015)" };

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
  decides?: string[]; // what the book does not say
  children: ComponentChildren;
}

export function Chapter({ title, book, rules, decides = [], children }: ChapterProps) {
  return (
    <section>
      <h2>{title}</h2>
      <h3>{t("The rulebook says")}</h3>
      {children}
      <p class="source">{t("From the {book} rulebook, “{part}”: {rules}", { book: BOOK[book], part: title, rules })}</p>
      {decides.length > 0 && (
        <div class="decides" data-test="decides">
          <h3>{t("carom decides")}</h3>
          <Words of={decides} />
        </div>
      )}
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
