/*
 * Rush and streak: graded puzzles one after the other, each with exactly the moves that a shortest route needs and none taken back.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { Hourglass } from "../board/Hourglass";
import { Picture } from "../board/Picture";
import { sound } from "../board/sounds";
import { LAYER, randomSeed } from "../wasm/ops";
import { addBest, addResult, loadStats, today } from "../storage/stats";
import { saveItem, loadItem } from "../storage/settings";
import { RadioGroup } from "../ui/formFields";
import { Link } from "../ui/Link";
import { Confetti } from "../ui/Confetti";
import { type ScreenProps, link } from "../ui/navigation";
import { announce } from "../ui/announce";
import { WinPanel } from "../game/WinPanel";
import { PuzzleBoard, type Attempt } from "../solve/PuzzleBoard";
import { Share } from "../solve/Share";
import { recordPlayed } from "../history/record";
import { useStats } from "../storage/useStats";
import { t, tn } from "../i18n/texts";
import type { PuzzlesByDifficulty } from "../puzzledata/graded";
import {
  type Game,
  MISTAKES_MAX,
  type Mode,
  type Outcome,
  RUSH_MS,
  type Run,
  nextRun,
  startRun,
  bestKey,
  seededRandom,
  isRunOver,
  canSkip,
  mistakeCount,
  solvedCount,
  solvedInRow,
} from "./rushRun";
import { useAllPuzzles } from "../puzzledata/useGraded";

const titleOf = (mode: Mode): string => (mode === "rush" ? t("Rush") : t("Streak"));

export const Rush = ({ rest }: ScreenProps) => <Running mode="rush" rest={rest} />;
export const Streak = ({ rest }: ScreenProps) => <Running mode="streak" rest={rest} />;

interface Started {
  game: Game;
  seed: number;
}

function Running({ mode, rest }: { mode: Mode; rest: string }) {
  const all = useAllPuzzles();
  const [started, setStarted] = useState<Started>();
  const begin = (game: Game) => setStarted({ game, seed: /^\d{1,9}$/.test(rest) ? Number(rest) : randomSeed() });
  if (all && started)
    return <Course all={all} mode={mode} {...started} onAgain={() => setStarted(undefined)} key={started.seed} />;
  return <SetUp mode={mode} ready={all} onStart={begin} />;
}

interface SetUpProps {
  mode: Mode;
  ready: PuzzlesByDifficulty | null | undefined;
  onStart: (game: Game) => void;
}

function SetUp({ mode, ready, onStart }: SetUpProps) {
  const [game, setGame] = useState<Game>(() => loadItem<Game>("rush", "ricochet"));
  const choose = (chosen: Game) => {
    setGame(chosen);
    saveItem("rush", chosen);
  };
  return (
    <div class="setup">
      <h1>{titleOf(mode)}</h1>
      <p>
        {mode === "rush"
          ? t("Solve as many puzzles as you can, from easy to hard, in three minutes. Three mistakes end it.")
          : t(
              "Solve as many puzzles as you can, from easy to hard. No clock, but one mistake ends it. You can skip one.",
            )}
      </p>
      <p>{t("You get as many moves as the shortest route needs, and no undo. Look before you slide.")}</p>
      <RadioGroup
        label={t("Game")}
        value={game}
        options={[
          ["ricochet", "Ricochet Robots"],
          ["micro", t("Micro Robots")],
        ]}
        onChange={choose}
      />
      {ready === null ? (
        <p class="wrong">{t("Couldn't load the puzzles. Reload the page to try again.")}</p>
      ) : (
        <button type="button" class="primary big" disabled={!ready} onClick={() => onStart(game)} data-test="start">
          {t("Start")}
        </button>
      )}
      <Bests mode={mode} game={game} />
    </div>
  );
}

function Bests({ mode, game }: { mode: Mode; game: Game }) {
  const best = useStats().bests[bestKey(mode, game)];
  if (!best) return null;
  return (
    <dl class="figures" data-test="bests">
      <div>
        <dt>{t("Best today")}</dt>
        <dd>{best.day === today() ? best.today : 0}</dd>
      </div>
      <div>
        <dt>{t("Best ever")}</dt>
        <dd>{best.ever}</dd>
      </div>
    </dl>
  );
}

/* The run itself: what has ended a puzzle is shown for a moment, then the next one comes. */
const MOMENT = { solved: 450, wrong: 1400, passed: 0 };

interface CourseProps extends Started {
  all: PuzzlesByDifficulty;
  mode: Mode;
  onAgain: () => void;
}

function useCourse({ all, mode, game, seed }: CourseProps) {
  const random = useRef(seededRandom(seed));
  const [run, setRun] = useState<Run>(() => startRun(all, mode, game, random.current));
  const [ended, setEnded] = useState<Outcome>();
  const [until] = useState(() => Date.now() + RUSH_MS);
  const [late, setLate] = useState(false);
  const over = (late && !ended) || isRunOver(run); // what was solved in time counts, also if the sand runs out while that is said
  const route = useRef<string[]>([]); // of what has just ended
  const decide = (outcome: Outcome, tried: string[] = []) => {
    if (ended || over) return;
    route.current = tried;
    setEnded(outcome);
    if (outcome === "passed") return;
    const { moves, difficulty } = run.puzzle;
    addResult({ mode, moves: outcome === "solved" ? moves : null, best: moves, difficulty });
    if (outcome === "wrong") sound("refused");
    announce(outcomeText(outcome, moves), "assertive");
  };
  useEffect(() => {
    if (!ended) return;
    const timer = setTimeout(() => {
      setRun(nextRun(run, ended, all, random.current, route.current));
      setEnded(undefined);
    }, MOMENT[ended]);
    return () => clearTimeout(timer);
  }, [ended]);
  useEffect(() => {
    if (mode !== "rush") return;
    const timer = setTimeout(() => setLate(true), until - Date.now());
    return () => clearTimeout(timer);
  }, []);
  return { run, ended, until, over, decide };
}

const outcomeText = (outcome: Outcome, moves: number): string =>
  outcome === "solved" ? t("Solved!") : tn("Not solved in {n} move.", "Not solved in {n} moves.", moves);

function Course(props: CourseProps) {
  const { mode, onAgain } = props;
  const { run, ended, until, over, decide } = useCourse(props);
  const { puzzle } = run;
  if (over) return <Over run={run} onAgain={onAgain} />;
  const tried = ({ moves, cost, reached }: Attempt) => {
    if (reached) decide("solved", moves);
    else if (cost >= puzzle.moves) decide("wrong", moves);
  };
  return (
    <PuzzleBoard
      title={titleOf(mode)}
      position={puzzle.position}
      exact={puzzle.moves}
      over={false}
      onTried={tried}
      foot={({ cost }) => (
        <div class="course" data-test="course" data-number={run.past.length} data-solved={solvedCount(run)}>
          <p class={`ask ${ended ?? ""}`} data-test="left">
            {ended && ended !== "passed"
              ? outcomeText(ended, puzzle.moves)
              : tn("{n} move left", "{n} moves left", Math.max(0, puzzle.moves - cost))}
          </p>
          <Standing run={run} ended={ended} until={until} />
          <div class="tools">
            {mode === "rush" && (
              <button type="button" class="quiet" onClick={() => decide("wrong")} data-test="pass">
                {t("Give up")}
              </button>
            )}
            {canSkip(run) && (
              <button type="button" class="quiet" onClick={() => decide("passed")} data-test="pass">
                {t("Skip this one")}
              </button>
            )}
          </div>
        </div>
      )}
    />
  );
}

/* Clock, score and mistakes of a run. The puzzle that has just ended counts already, before the next one comes. */
function Standing({ run, ended, until }: { run: Run; ended: Outcome | undefined; until: number }) {
  const row = solvedInRow(run);
  const wrong = mistakeCount(run) + (ended === "wrong" ? 1 : 0);
  const solved = solvedCount(run) + (ended === "solved" ? 1 : 0);
  return (
    <div class="standing">
      {run.mode === "rush" && (
        <div class="rush-clock">
          <Hourglass until={until} length={RUSH_MS} now={() => Date.now()} />
          <Track until={until} />
        </div>
      )}
      <p class="rush-card">
        <b class="tabular">{tn("{n} solved", "{n} solved", solved)}</b>
        {row > 1 && <small>{t("{n} in a row", { n: row })}</small>}
      </p>
      {run.mode === "rush" && <Mistakes wrong={wrong} />}
      <Ladder run={run} />
      <JustNow run={run} />
    </div>
  );
}

/* How much of the time is left: a robot rides on what remains. Drawn by the browser alone, from where the clock stands. */
function Track({ until }: { until: number }) {
  const [gone] = useState(() => RUSH_MS - (until - Date.now()));
  return (
    <span class="rush-track" style={{ "--gone": `-${gone}ms`, "--whole": `${RUSH_MS}ms` }} aria-hidden="true">
      <i />
      <Picture robot="Y" look="E" plain />
    </span>
  );
}

/* A robot for each mistake that may be made; whoever made one shuts its eyes. */
function Mistakes({ wrong }: { wrong: number }) {
  return (
    <p class="rush-card mistakes" data-test="mistakes">
      <span aria-hidden="true">
        {["R", "G", "B"].map((robot, i) => (
          <Picture
            key={robot}
            robot={robot}
            mood={i < wrong ? "asleep" : "calm"}
            plain
            class={i < wrong ? "made" : ""}
          />
        ))}
      </span>
      <small>{t("Mistakes: {n} of {all}", { n: wrong, all: MISTAKES_MAX.rush })}</small>
    </p>
  );
}

/* A bar for each puzzle, as high as its moves; the one being solved is striped. */
function Ladder({ run }: { run: Run }) {
  return (
    <p class="ladder" aria-hidden="true">
      {run.past.slice(-LADDER).map(({ puzzle, outcome }, i) => (
        <i key={i} class={outcome} style={{ height: barHeight(puzzle.moves) }} />
      ))}
      <i class="now" style={{ height: barHeight(run.puzzle.moves) }} />
    </p>
  );
}
const LADDER = 16; // bars at most
const barHeight = (moves: number): string => `${16 + moves * 7}%`; // the longest have twelve moves

/* What was just played, where there is room beside the board. */
function JustNow({ run }: { run: Run }) {
  if (!matchMedia("(min-width: 1600px) and (min-height: 800px)").matches) return null;
  return (
    <aside class="just-now" aria-hidden="true">
      {run.past
        .slice(-4)
        .toReversed()
        .map(({ puzzle, outcome }) => (
          <span key={puzzle.position} class={outcome}>
            <Picture position={puzzle.position} off={LAYER.coordinates} bare plain />
            <b>{outcome === "solved" ? "✓" : "✕"}</b>
          </span>
        ))}
    </aside>
  );
}

function keepRun({ mode, game, past }: Run, score: number): void {
  if (past.length === 0) return;
  const rounds = past.map(({ puzzle: { position }, outcome, route }) => ({
    position,
    outcome,
    ...(route.length > 0 ? { route: route.join(" ") } : {}),
  }));
  recordPlayed({ mode, score, rounds, micro: game === "micro", rating: loadStats().rating.value });
}

function Over({ run, onAgain }: { run: Run; onAgain: () => void }) {
  const solved = solvedCount(run);
  const [beaten] = useState(() => addBest(bestKey(run.mode, run.game), solved));
  const words = `${titleOf(run.mode)}: ${tn("{n} solved", "{n} solved", solved)}`;
  useEffect(() => announce(words, "assertive"), []);
  useEffect(() => keepRun(run, solved), []);
  return (
    <div class="setup" data-test="run-over">
      <h1 class="heard">{titleOf(run.mode)}</h1>
      <WinPanel
        robot={run.mode === "rush" ? "Y" : "B"}
        title={tn("{n} solved", "{n} solved", solved)}
        words={beaten.ever ? t("Your best ever!") : beaten.today ? t("Your best today.") : titleOf(run.mode)}
        shortest={beaten.ever || beaten.today}
      />
      {beaten.ever && <Confetti />}
      <button type="button" class="primary big" onClick={onAgain} data-test="again">
        {t("Play again")}
      </button>
      <Bests mode={run.mode} game={run.game} />
      <Share label={t("Your result")} words={`carom · ${words}`} address={`${location.origin}${link(run.mode)}`} />
      {run.past.length > 0 && (
        <section>
          <h2>{t("Puzzles played")}</h2>
          <ol class="chips-list">
            {run.past.map(({ puzzle, outcome }, i) => (
              <li key={puzzle.position}>
                <Link to={link("challenge", puzzle.position)} class={`button ${outcome}`}>
                  {i + 1} {outcome === "solved" ? "✓" : outcome === "wrong" ? "✕" : "–"}
                  <span class="heard">
                    {outcome === "solved" ? t("solved") : outcome === "wrong" ? t("not solved") : t("skipped")}
                  </span>
                </Link>
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}
