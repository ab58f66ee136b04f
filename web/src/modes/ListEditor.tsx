/*
 * A list being made or changed: its name, positions added, moved and taken away, a note with each.
 */
import { useState } from "preact/hooks";
import { Picture } from "../board/Picture";
import { targetSentence } from "../board/screenReader";
import { LAYER } from "../wasm/ops";
import { announce } from "../ui/announce";
import { Icon } from "../ui/icons";
import { inputErrorText } from "../board/screenReader";
import { t, tn } from "../i18n/texts";
import { positionOf } from "./challengeLink";
import { type PuzzleList, type ListItem, LIST_MAX, codeOf, listFault } from "./listCode";

interface EditorProps {
  first: PuzzleList;
  add: string; // a position that is put on it at once
  onSave: (list: PuzzleList, code: string) => void;
}

function withPosition(list: PuzzleList, words: string): PuzzleList {
  return { ...list, puzzles: [...list.puzzles, { position: positionOf(words), note: "" }] };
}
function begun({ first, add }: EditorProps): PuzzleList {
  try {
    return add ? withPosition(first, add) : first;
  } catch {
    return first;
  }
}

export function ListEditor(props: EditorProps) {
  const [list, setList] = useState(() => begun(props));
  const [wrong, setWrong] = useState("");
  const refuse = (sentence: string) => {
    setWrong(sentence);
    announce(sentence, "assertive");
  };
  const save = (event: Event) => {
    event.preventDefault();
    codeOf(list).then(
      (code) => props.onSave(list, code),
      (why: unknown) => refuse(listFault(why)),
    );
  };
  const change = (at: number, puzzles: ListItem[]) =>
    setList({ ...list, puzzles: [...list.puzzles.slice(0, at), ...puzzles, ...list.puzzles.slice(at + 1)] });
  const up = (at: number) => {
    const puzzles = [...list.puzzles];
    puzzles.splice(at - 1, 0, ...puzzles.splice(at, 1));
    setList({ ...list, puzzles });
  };
  return (
    <form class="setup paste" onSubmit={save}>
      <h1>{t("Puzzle list")}</h1>
      <label>
        <span>{t("Name")}</span>
        <input
          type="text"
          maxLength={LIST_MAX.name}
          value={list.name}
          data-test="list-name"
          onInput={(event) => setList({ ...list, name: event.currentTarget.value })}
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
      <AddPuzzle list={list} onChange={(longer) => (setList(longer), setWrong(""))} onWrong={refuse} />
      {wrong && (
        <p class="wrong" data-test="wrong">
          {wrong}
        </p>
      )}
      <button type="submit" class="primary big" disabled={list.puzzles.length === 0} data-test="save">
        {t("Save and get the link")}
      </button>
    </form>
  );
}

interface AddPuzzleProps {
  list: PuzzleList;
  onChange: (list: PuzzleList) => void;
  onWrong: (sentence: string) => void;
}

function AddPuzzle({ list, onChange, onWrong }: AddPuzzleProps) {
  const [words, setWords] = useState("");
  const full = list.puzzles.length >= LIST_MAX.puzzles;
  const add = () => {
    try {
      onChange(withPosition(list, words));
      setWords("");
    } catch (why) {
      onWrong(inputErrorText(why));
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
          onInput={(event) => setWords(event.currentTarget.value)}
        />
      </label>
      {full && (
        <p class="help">
          {tn("A list can have up to {n} puzzle.", "A list can have up to {n} puzzles.", LIST_MAX.puzzles)}
        </p>
      )}
      <button type="button" disabled={full || words.trim() === ""} onClick={add} data-test="add">
        <Icon name="plus" /> {t("Add")}
      </button>
    </>
  );
}

interface RowProps {
  one: ListItem;
  at: number;
  onChange: (puzzles: ListItem[]) => void;
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
          maxLength={LIST_MAX.note}
          placeholder={t("Note")}
          aria-label={t("Note for puzzle {n}", { n: at + 1 })}
          value={one.note}
          onInput={(event) => onChange([{ ...one, note: event.currentTarget.value }])}
        />
        <span class="row">
          <button type="button" class="quiet" disabled={at === 0} onClick={onUp}>
            {t("Move up")}
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
