/*
 * The graded puzzles as collections: those of 20 moves and more, and every grade by what is special about it. What was solved is
 * kept on this device; every puzzle has an address of its own.
 */
import { useEffect, useState } from "preact/hooks";
import { warmUp } from "../wasm/solver";
import { type PlayerStats, addResult, addSolved, loadStats } from "../storage/stats";
import { isUnspoiled } from "../storage/shownSolutions";
import { Link } from "../ui/Link";
import { type ScreenProps, link } from "../ui/navigation";
import { Icon } from "../ui/icons";
import { type PuzzleOutcome, TimedPuzzle } from "../solve/TimedPuzzle";
import { useStats } from "../storage/useStats";
import { difficultyName } from "../board/names";
import { GRADES } from "../wasm/ops";
import { t, tc } from "../i18n/texts";
import { recordPuzzle } from "../history/record";
import { ShareChallenge } from "./Challenge";
import { type PuzzlesByDifficulty, type Graded, PUZZLE_KINDS, type PuzzleKind } from "../puzzledata/graded";
import { type CollectionSpec, collectionOf, shelves } from "./collectionList";
import { useAllPuzzles } from "../puzzledata/useGraded";

function sortName(sort: PuzzleKind): string {
  switch (sort) {
    case "plain":
      return t("walls only");
    case "barriers":
      return t("barriers");
    case "silver":
      return t("silver robot");
    case "transparent":
      return t("transparent robot");
    case "micro":
      return t("Micro Robots");
  }
}
const shelfTitle = ({ grade, sort }: CollectionSpec): string =>
  grade === undefined ? t("20 or more moves") : [difficultyName(grade), ...(sort ? [sortName(sort)] : [])].join(" · ");

const solvedAmong = (puzzles: Graded[], all: PlayerStats): number =>
  puzzles.filter((one) => all.solved[one.position] !== undefined).length;

export function Collection({ rest }: ScreenProps) {
  const graded = useAllPuzzles();
  const all = useStats();
  useEffect(warmUp, []);
  const cut = rest.indexOf("/");
  const [name, position] = cut < 0 ? [rest, ""] : [rest.slice(0, cut), rest.slice(cut + 1)];
  if (graded === null)
    return (
      <div class="setup">
        <p class="wrong">{t("Couldn't load the puzzles. Reload the page to try again.")}</p>
      </div>
    );
  if (!graded) return <p class="setup help">{t("One moment…")}</p>;
  const shelf = name === "" ? undefined : collectionOf(name);
  if (name !== "" && !shelf)
    return <Missing words={t("There's no collection called {found}.", { found: name.slice(0, 40) })} />;
  if (!shelf) return <Overview graded={graded} all={all} />;
  const puzzles = shelf.of(graded);
  if (position === "") return <ShelfPage shelf={shelf} puzzles={puzzles} all={all} key={name} />;
  const at = puzzles.findIndex((one) => one.position === position);
  if (at < 0) return <Missing words={t("This position isn't in the collection.")} />;
  return <One shelf={shelf} puzzles={puzzles} at={at} key={position} />;
}

function Missing({ words }: { words: string }) {
  return (
    <div class="setup">
      <h1>{t("Collections")}</h1>
      <p class="wrong" data-test="wrong">
        {words}
      </p>
      <Link to={link("puzzles")} class="button primary">
        {t("All collections")}
      </Link>
    </div>
  );
}

function ShelfLink({
  shelf,
  words,
  graded,
  all,
}: {
  shelf: CollectionSpec;
  words: string;
  graded: PuzzlesByDifficulty;
  all: PlayerStats;
}) {
  const puzzles = shelf.of(graded);
  if (puzzles.length === 0) return null;
  return (
    <li>
      <Link to={link("puzzles", shelf.name)} class="shelf">
        <b>{words}</b>
        <span class="tabular">{t("{n} of {all}", { n: solvedAmong(puzzles, all), all: puzzles.length })}</span>
      </Link>
    </li>
  );
}

function Overview({ graded, all }: { graded: PuzzlesByDifficulty; all: PlayerStats }) {
  const known = shelves();
  const twenty = known.find((one) => one.grade === undefined) as CollectionSpec;
  return (
    <div class="setup collections">
      <h1>{t("Collections")}</h1>
      <p>{t("Graded puzzles, each with its shortest route. Your progress is saved on this device.")}</p>
      <section>
        <h2>{tc("puzzles", "Hardest")}</h2>
        <ul class="shelves">
          <ShelfLink shelf={twenty} words={shelfTitle(twenty)} graded={graded} all={all} />
        </ul>
      </section>
      {GRADES.map((grade) => (
        <section key={grade}>
          <h2 class="capital">{difficultyName(grade)}</h2>
          <ul class="shelves">
            {[undefined, ...PUZZLE_KINDS].map((sort) => {
              const shelf = known.find((one) => one.grade === grade && one.sort === sort) as CollectionSpec;
              return (
                <ShelfLink
                  key={shelf.name}
                  shelf={shelf}
                  words={sort ? sortName(sort) : t("all")}
                  graded={graded}
                  all={all}
                />
              );
            })}
          </ul>
        </section>
      ))}
    </div>
  );
}

const PAGE = 100;

function ShelfPage({ shelf, puzzles, all }: { shelf: CollectionSpec; puzzles: Graded[]; all: PlayerStats }) {
  const next = Math.max(
    0,
    puzzles.findIndex((one) => all.solved[one.position] === undefined),
  );
  const [page, setPage] = useState(Math.floor(next / PAGE));
  const pages = Math.ceil(puzzles.length / PAGE);
  const shown = puzzles.slice(page * PAGE, page * PAGE + PAGE);
  return (
    <div class="setup collections">
      <h1 class="capital">{shelfTitle(shelf)}</h1>
      <p data-test="progress">{t("{n} of {all} solved", { n: solvedAmong(puzzles, all), all: puzzles.length })}</p>
      <Link to={link("puzzles", `${shelf.name}/${puzzles[next]?.position ?? ""}`)} class="button primary">
        {t("Continue")} <Icon name="next" />
      </Link>
      <ol class="numbers" data-test="numbers">
        {shown.map((one, i) => (
          <Numbered
            key={one.position}
            shelf={shelf}
            puzzle={one}
            number={page * PAGE + i + 1}
            done={all.solved[one.position]}
          />
        ))}
      </ol>
      {pages > 1 && (
        <p class="row">
          <button
            type="button"
            class="icon"
            aria-label={t("Previous page")}
            disabled={page === 0}
            onClick={() => setPage(page - 1)}
          >
            <Icon name="back" />
          </button>
          <span class="tabular">{t("{n} of {all}", { n: page + 1, all: pages })}</span>
          <button
            type="button"
            class="icon"
            aria-label={t("Next page")}
            disabled={page + 1 >= pages}
            onClick={() => setPage(page + 1)}
          >
            <Icon name="next" />
          </button>
        </p>
      )}
      <Link to={link("puzzles")} class="button quiet">
        {t("All collections")}
      </Link>
    </div>
  );
}

interface NumberedProps {
  shelf: CollectionSpec;
  puzzle: Graded;
  number: number;
  done: number | undefined; // the fewest moves so far
}
function Numbered({ shelf, puzzle, number, done }: NumberedProps) {
  const mark = done === undefined ? "" : done <= puzzle.moves ? "full" : "some";
  return (
    <li>
      <Link to={link("puzzles", `${shelf.name}/${puzzle.position}`)} class={`number ${mark}`}>
        {number}
        {done !== undefined && <small>{`${done}/${puzzle.moves}`}</small>}
      </Link>
    </li>
  );
}

function One({ shelf, puzzles, at }: { shelf: CollectionSpec; puzzles: Graded[]; at: number }) {
  const puzzle = puzzles[at] as Graded;
  const [ended, setEnded] = useState<PuzzleOutcome>();
  const [before] = useState(() => loadStats().solved[puzzle.position]);
  const [fresh] = useState(() => isUnspoiled(puzzle.position));
  const later = puzzles[at + 1];
  const finish = (done: PuzzleOutcome) => {
    const { position, moves: best, difficulty } = puzzle;
    if (fresh) addResult({ mode: "collection", moves: done.moves, best, difficulty });
    if (done.moves !== null) addSolved(position, done.moves);
    recordPuzzle({ ...done, best }, { mode: "collection", position, title: shelfTitle(shelf) }, fresh);
    setEnded(done);
  };
  return (
    <TimedPuzzle
      title={`${shelfTitle(shelf)} ${at + 1}`}
      name={`puzzle ${puzzle.position}`}
      position={puzzle.position}
      best={puzzle.moves}
      ended={ended}
      onEnd={finish}
      next={
        <div class="tools">
          <Link to={link("puzzles", shelf.name)} class="button">
            {t("Back to the collection")}
          </Link>
          {later && (
            <Link to={link("puzzles", `${shelf.name}/${later.position}`)} class="button primary">
              {t("Next")} <Icon name="next" />
            </Link>
          )}
        </div>
      }
    >
      <p class="help" data-test="shelf">
        <span class="capital">{shelfTitle(shelf)}</span> · {t("{n} of {all}", { n: at + 1, all: puzzles.length })}
        {before !== undefined && ` · ${t("Your fewest moves: {n}", { n: before })}`}
      </p>
      {ended && <ShareChallenge position={puzzle.position} ended={ended} />}
    </TimedPuzzle>
  );
}
