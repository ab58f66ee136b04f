/*
 * Lists of puzzles: made and changed here, kept on this device, sent as a link that has everything in it, and played.
 */
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { Picture } from "../board/Picture";
import { targetSentence } from "../board/screenReader";
import { LAYER } from "../wasm/ops";
import { warmUp } from "../wasm/solver";
import { addResult, addSolved } from "../storage/stats";
import { isUnspoiled } from "../storage/shownSolutions";
import { saveItem, loadItem } from "../storage/settings";
import { Link } from "../ui/Link";
import { type ScreenProps, navigate, link } from "../ui/navigation";
import { Icon } from "../ui/icons";
import { Share } from "../solve/Share";
import { type PuzzleOutcome, TimedPuzzle } from "../solve/TimedPuzzle";
import { useStats } from "../storage/useStats";
import { t, tc, tn } from "../i18n/texts";
import { newEntryId, recordPuzzle } from "../history/record";
import { ListEditor } from "./ListEditor";
import { type PuzzleList, listFault, listOf } from "./listCode";

/* Lists of this device, the last one first, as codes. */
interface Kept {
  name: string;
  code: string;
  count: number;
}
const KEPT = 50;
const keptLists = (): Kept[] => loadItem<Kept[]>("lists", []);
const keepLists = (lists: Kept[]): void => saveItem("lists", lists.slice(0, KEPT));

export function Lists({ rest }: ScreenProps) {
  useEffect(warmUp, []);
  if (rest === "") return <Mine />;
  const [first = "", ...more] = rest.split("/");
  if (first === "edit") return <Edit what={more.join("/")} key={rest} />;
  return <Opened code={first} number={more[0]} key={first} />;
}

function Mine() {
  const [lists, setLists] = useState(keptLists);
  const forget = (code: string) => {
    keepLists(lists.filter((one) => one.code !== code));
    setLists(keptLists());
  };
  return (
    <div class="setup">
      <h1>{t("Puzzle lists")}</h1>
      <p>{t("Collect positions, add a name and notes, and send them as a link.")}</p>
      <Link to={link("list", "edit")} class="button primary">
        <Icon name="plus" /> {t("New list")}
      </Link>
      {lists.length > 0 && (
        <ul class="lists" data-test="lists">
          {lists.map((one) => (
            <li key={one.code} class="row">
              <Link to={link("list", one.code)} class="shelf">
                <b>{one.name || t("Untitled")}</b>
                <span>{tn("{n} puzzle", "{n} puzzles", one.count)}</span>
              </Link>
              <button
                type="button"
                class="quiet icon"
                aria-label={tc("list", "Remove {name}", { name: one.name })}
                onClick={() => forget(one.code)}
              >
                <Icon name="minus" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/* The list behind a code, or a sentence that says what is wrong with the code. */
function useList(code: string): { list?: PuzzleList; wrong?: string } {
  const [found, setFound] = useState<{ list?: PuzzleList; wrong?: string }>({});
  useEffect(() => {
    let stale = false;
    listOf(code).then(
      (list) => void (stale || setFound({ list })),
      (why: unknown) => void (stale || setFound({ wrong: listFault(why) })),
    );
    return () => {
      stale = true;
    };
  }, [code]);
  return found;
}

function Wrong({ words }: { words: string }) {
  return (
    <div class="setup">
      <h1>{t("Puzzle lists")}</h1>
      <p class="wrong" data-test="wrong">
        {words}
      </p>
      <Link to={link("list")} class="button primary">
        {t("Your lists")}
      </Link>
    </div>
  );
}

function Edit({ what }: { what: string }) {
  const [position, code] = what.includes("/") ? [what, ""] : ["", what];
  const { list, wrong } = useList(code);
  if (code && wrong) return <Wrong words={wrong} />;
  if (code && !list) return <p class="setup help">{t("One moment…")}</p>;
  const save = (made: PuzzleList, saved: string) => {
    const others = keptLists().filter((one) => one.code !== saved && one.code !== code);
    keepLists([{ name: made.name, code: saved, count: made.puzzles.length }, ...others]);
    navigate(link("list", saved));
  };
  return <ListEditor first={list ?? { name: "", puzzles: [] }} add={position} onSave={save} />;
}

function Opened({ code, number }: { code: string; number: string | undefined }) {
  const { list, wrong } = useList(code);
  if (wrong) return <Wrong words={wrong} />;
  if (!list) return <p class="setup help">{t("One moment…")}</p>;
  const at = Number(number ?? 0) - 1;
  if (list.puzzles[at]) return <One code={code} list={list} at={at} key={at} />;
  return <Page code={code} list={list} />;
}

function Page({ code, list }: { code: string; list: PuzzleList }) {
  const all = useStats();
  const done = list.puzzles.filter((one) => all.solved[one.position] !== undefined).length;
  return (
    <div class="setup collections">
      <h1>{list.name || t("Untitled")}</h1>
      <p data-test="progress">{t("{n} of {all} solved", { n: done, all: list.puzzles.length })}</p>
      <ol class="listed" data-test="listed">
        {list.puzzles.map(({ position, note }, i) => (
          <li key={i}>
            <Link to={link("list", `${code}/${i + 1}`)} class="listed-one">
              <Picture position={position} off={LAYER.coordinates} bare />
              <span>
                <b>{i + 1}</b> {note || targetSentence(position)}
                {all.solved[position] !== undefined && (
                  <small>{t("Your fewest moves: {n}", { n: all.solved[position] })}</small>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ol>
      <Share label={t("Share this list")} words={list.name} address={location.origin + link("list", code)} />
      <p class="row wrap">
        <Link to={link("list", `edit/${code}`)} class="button">
          {t("Edit")}
        </Link>
        <Link to={link("list")} class="button quiet">
          {t("Your lists")}
        </Link>
      </p>
    </div>
  );
}

function One({ code, list, at }: { code: string; list: PuzzleList; at: number }) {
  const { position, note } = list.puzzles[at] as PuzzleList["puzzles"][number];
  const [ended, setEnded] = useState<PuzzleOutcome>();
  const [best, setBest] = useState<number>();
  const [fresh] = useState(() => isUnspoiled(position));
  const [id] = useState(newEntryId);
  useLayoutEffect(() => {
    if (ended && best !== undefined && fresh) addResult({ mode: "collection", moves: ended.moves, best });
    if (ended) recordPuzzle({ ...ended, best }, { id, mode: "list", position, title: list.name });
  }, [ended, best]);
  return (
    <TimedPuzzle
      title={`${list.name} ${at + 1}`}
      name={`puzzle ${position}`}
      position={position}
      best={best}
      onFound={setBest}
      ended={ended}
      onEnd={(done) => {
        setEnded(done);
        if (done.moves !== null) addSolved(position, done.moves);
      }}
      next={
        <div class="tools">
          <Link to={link("list", code)} class="button">
            {t("Back to the list")}
          </Link>
          {at + 1 < list.puzzles.length && (
            <Link to={link("list", `${code}/${at + 2}`)} class="button primary">
              {t("Next")} <Icon name="next" />
            </Link>
          )}
        </div>
      }
    >
      <p class="help" data-test="note">
        {t("{n} of {all}", { n: at + 1, all: list.puzzles.length })}
        {note && ` · ${note}`}
      </p>
    </TimedPuzzle>
  );
}
