/*
 * A list being made or changed: its name, positions added, moved and taken away, a note with each.
 */
import { useState } from "preact/hooks";
import { Picture } from "../board/Picture";
import { targetSentence } from "../board/spoken";
import { LAYER } from "../carom/ask";
import { announce } from "../parts/announce";
import { Icon } from "../parts/icons";
import { faultWords } from "../board/spoken";
import { t } from "../texts/texts";
import { positionOf } from "./challengeLink";
import { type List, type Listed, MOST, codeOf, listFault } from "./listCode";

interface EditorProps {
  first: List;
  add: string; // a position that is put on it at once
  onSave: (list: List, code: string) => void;
}

function withPosition(list: List, words: string): List {
  return { ...list, puzzles: [...list.puzzles, { position: positionOf(words), note: "" }] };
}
function begun({ first, add }: EditorProps): List {
  try {
    return add ? withPosition(first, add) : first;
  } catch {
    return first;
  }
}

export function ListEditor(props: EditorProps) {
  const [list, set] = useState(() => begun(props));
  const [wrong, say] = useState("");
  const refuse = (sentence: string) => {
    say(sentence);
    announce(sentence, "assertive");
  };
  const save = (event: Event) => {
    event.preventDefault();
    codeOf(list).then(
      (code) => props.onSave(list, code),
      (why: unknown) => refuse(listFault(why)),
    );
  };
  const change = (at: number, puzzles: Listed[]) =>
    set({ ...list, puzzles: [...list.puzzles.slice(0, at), ...puzzles, ...list.puzzles.slice(at + 1)] });
  const up = (at: number) => {
    const puzzles = [...list.puzzles];
    puzzles.splice(at - 1, 0, ...puzzles.splice(at, 1));
    set({ ...list, puzzles });
  };
  return (
    <form class="setup paste" onSubmit={save}>
      <h1>{t("Puzzle list")}</h1>
      <label>
        <span>{t("Name")}</span>
        <input
          type="text"
          maxLength={MOST.name}
          value={list.name}
          data-test="list-name"
          onInput={(event) => set({ ...list, name: event.currentTarget.value })}
        />
      </label>
      <ol class="listed" data-test="listed">
        {list.puzzles.map((one, at) => (
          <Row
            key={`${at} ${one.position}`}
            one={one}
            at={at}
            onChange={(puzzles) => change(at, puzzles)}
            onUp={() => up(at)}
          />
        ))}
      </ol>
      <Adding list={list} onChange={(longer) => (set(longer), say(""))} onWrong={refuse} />
      {wrong && (
        <p class="wrong" data-test="wrong">
          {wrong}
        </p>
      )}
      <button type="submit" class="primary big" disabled={list.puzzles.length === 0} data-test="save">
        {t("Keep and get the link")}
      </button>
    </form>
  );
}

interface AddingProps {
  list: List;
  onChange: (list: List) => void;
  onWrong: (sentence: string) => void;
}

function Adding({ list, onChange, onWrong }: AddingProps) {
  const [words, write] = useState("");
  const full = list.puzzles.length >= MOST.puzzles;
  const add = () => {
    try {
      onChange(withPosition(list, words));
      write("");
    } catch (why) {
      onWrong(faultWords(why));
    }
  };
  return (
    <>
      <label>
        <span>{t("A position, or a link to one")}</span>
        <textarea
          rows={3}
          spellcheck={false}
          disabled={full}
          value={words}
          data-test="paste"
          onInput={(event) => write(event.currentTarget.value)}
        />
      </label>
      {full && <p class="help">{t("A list has at most {n} puzzles.", { n: MOST.puzzles })}</p>}
      <button type="button" disabled={full || words.trim() === ""} onClick={add} data-test="add">
        <Icon name="plus" /> {t("Add")}
      </button>
    </>
  );
}

interface RowProps {
  one: Listed;
  at: number;
  onChange: (puzzles: Listed[]) => void;
  onUp: () => void;
}

function Row({ one, at, onChange, onUp }: RowProps) {
  const name = `${at + 1}`;
  return (
    <li class="listed-one">
      <Picture position={one.position} off={LAYER.coordinates} bare />
      <span>
        <b>{name}</b> {targetSentence(one.position)}
        <input
          type="text"
          maxLength={MOST.note}
          placeholder={t("Note")}
          aria-label={t("Note to puzzle {n}", { n: at + 1 })}
          value={one.note}
          onInput={(event) => onChange([{ ...one, note: event.currentTarget.value }])}
        />
        <span class="row">
          <button type="button" class="quiet" disabled={at === 0} onClick={onUp}>
            {t("Further up")}
            <span class="heard"> {name}</span>
          </button>
          <button type="button" class="quiet" onClick={() => onChange([])}>
            {t("Remove")}
            <span class="heard"> {name}</span>
          </button>
        </span>
      </span>
    </li>
  );
}
