/*
 * Rush and streak: graded puzzles one after the other, each with exactly the moves that a shortest route needs and none taken back.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { Hourglass } from "../board/Hourglass";
import { movesWords } from "../board/names";
import { sound } from "../board/sound";
import { anySeed } from "../carom/ask";
import { addBest, addResult, today } from "../device/record";
import { keep, recall } from "../device/settings";
import { Choice } from "../parts/Fields";
import { Link } from "../parts/Link";
import { type ScreenProps, link } from "../parts/address";
import { announce } from "../parts/announce";
import { Puzzle, type Tried } from "../puzzle/Puzzle";
import { Share } from "../puzzle/Share";
import { useJournal } from "../puzzle/useJournal";
import { t, tn } from "../texts/texts";
import type { All } from "../graded/graded";
import {
  type Game,
  MISTAKES,
  type Mode,
  type Outcome,
  RUSH_MS,
  type Run,
  after,
  begin,
  bestName,
  chance,
  isOver,
  mayPass,
  mistakesOf,
  solvedOf,
} from "./run";
import { useGraded } from "../graded/useGraded";

const titleOf = (mode: Mode): string => (mode === "rush" ? t("Rush") : t("Streak"));

export const Rush = ({ rest }: ScreenProps) => <Running mode="rush" rest={rest} />;
export const Streak = ({ rest }: ScreenProps) => <Running mode="streak" rest={rest} />;

interface Started {
  game: Game;
  seed: number;
}

function Running({ mode, rest }: { mode: Mode; rest: string }) {
  const all = useGraded();
  const [started, start] = useState<Started>();
  const begin = (game: Game) => start({ game, seed: /^\d{1,9}$/.test(rest) ? Number(rest) : anySeed() });
  if (all && started)
    return <Course all={all} mode={mode} {...started} onAgain={() => start(undefined)} key={started.seed} />;
  return <SetUp mode={mode} ready={all} onStart={begin} />;
}

interface SetUpProps {
  mode: Mode;
  ready: All | null | undefined;
  onStart: (game: Game) => void;
}

function SetUp({ mode, ready, onStart }: SetUpProps) {
  const [game, set] = useState<Game>(() => recall<Game>("rush", "ricochet"));
  const choose = (chosen: Game) => {
    set(chosen);
    keep("rush", chosen);
  };
  return (
    <div class="setup">
      <h1>{titleOf(mode)}</h1>
      <p>
        {mode === "rush"
          ? t("Three minutes, or until three mistakes: as many puzzles as you can, from easy to hard.")
          : t(
              "No clock: as many puzzles as you can until the first mistake, from easy to hard. One may be passed over.",
            )}
      </p>
      <p>
        {t("You have as many moves as a shortest route needs, and none can be taken back: look first, then slide.")}
      </p>
      <Choice
        label={t("Game")}
        value={game}
        options={[
          ["ricochet", "Ricochet Robots"],
          ["micro", t("Micro Robots")],
        ]}
        onChange={choose}
      />
      {ready === null ? (
        <p class="wrong">{t("They could not be fetched. Reload the page to try again.")}</p>
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
  const best = useJournal().bests[bestName(mode, game)];
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
  all: All;
  mode: Mode;
  onAgain: () => void;
}

function useCourse({ all, mode, game, seed }: CourseProps) {
  const random = useRef(chance(seed));
  const [run, set] = useState<Run>(() => begin(all, mode, game, random.current));
  const [ended, end] = useState<Outcome>();
  const [until] = useState(() => Date.now() + RUSH_MS);
  const [late, setLate] = useState(false);
  const over = (late && !ended) || isOver(run); // what was solved in time counts, also if the sand runs out while that is said
  const decide = (outcome: Outcome) => {
    if (ended || over) return;
    end(outcome);
    if (outcome === "passed") return;
    const { moves, difficulty } = run.puzzle;
    addResult({ mode, moves: outcome === "solved" ? moves : null, best: moves, difficulty });
    if (outcome === "wrong") sound("lost");
    announce(outcomeWords(outcome, moves), "assertive");
  };
  useEffect(() => {
    if (!ended) return;
    const timer = setTimeout(() => {
      set(after(run, ended, all, random.current));
      end(undefined);
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

const outcomeWords = (outcome: Outcome, moves: number): string =>
  outcome === "solved" ? t("Solved!") : t("Not in {moves}.", { moves: movesWords(moves) });

function Course(props: CourseProps) {
  const { mode, onAgain } = props;
  const { run, ended, until, over, decide } = useCourse(props);
  const { puzzle } = run;
  if (over) return <Over run={run} onAgain={onAgain} />;
  const tried = ({ cost, reached }: Tried) => {
    if (reached) decide("solved");
    else if (cost >= puzzle.moves) decide("wrong");
  };
  return (
    <Puzzle
      title={titleOf(mode)}
      position={puzzle.position}
      exact={puzzle.moves}
      over={false}
      onTried={tried}
      foot={({ cost }) => (
        <div class="course" data-test="course" data-number={run.past.length} data-solved={solvedOf(run)}>
          <p class={`ask ${ended ?? ""}`} data-test="left">
            {ended && ended !== "passed"
              ? outcomeWords(ended, puzzle.moves)
              : tn("{n} move left", "{n} moves left", Math.max(0, puzzle.moves - cost))}
          </p>
          <Standing run={run} until={until} />
          <div class="tools">
            {mode === "rush" && (
              <button type="button" class="quiet" onClick={() => decide("wrong")} data-test="pass">
                {t("Give up")}
              </button>
            )}
            {mayPass(run) && (
              <button type="button" class="quiet" onClick={() => decide("passed")} data-test="pass">
                {t("Pass this one over")}
              </button>
            )}
          </div>
        </div>
      )}
    />
  );
}

function Standing({ run, until }: { run: Run; until: number }) {
  const wrong = mistakesOf(run);
  return (
    <div class="row wrap standing">
      {run.mode === "rush" && <Hourglass until={until} length={RUSH_MS} now={() => Date.now()} />}
      <b class="tabular">{tn("{n} solved", "{n} solved", solvedOf(run))}</b>
      {run.mode === "rush" && (
        <span class="mistakes" data-test="mistakes">
          {Array.from({ length: MISTAKES.rush }, (_, i) => (
            <span key={i} class={i < wrong ? "made" : ""} aria-hidden="true" />
          ))}
          <small>{t("Mistakes: {n} of {all}", { n: wrong, all: MISTAKES.rush })}</small>
        </span>
      )}
    </div>
  );
}

function Over({ run, onAgain }: { run: Run; onAgain: () => void }) {
  const solved = solvedOf(run);
  const [beaten] = useState(() => addBest(bestName(run.mode, run.game), solved));
  const words = `${titleOf(run.mode)}: ${tn("{n} solved", "{n} solved", solved)}`;
  useEffect(() => announce(words, "assertive"), []);
  return (
    <div class="setup" data-test="run-over">
      <h1>{titleOf(run.mode)}</h1>
      <p class="score" data-test="score">
        {solved}
      </p>
      <p class={`verdict ${beaten.ever ? "best" : ""}`} data-test="verdict">
        {beaten.ever
          ? t("Your best ever!")
          : beaten.today
            ? t("Your best today.")
            : tn("{n} puzzle solved.", "{n} puzzles solved.", solved)}
      </p>
      <button type="button" class="primary big" onClick={onAgain} data-test="again">
        {t("Play again")}
      </button>
      <Bests mode={run.mode} game={run.game} />
      <Share label={t("Your result")} words={`carom · ${words}`} address={`${location.origin}${link(run.mode)}`} />
      {run.past.length > 0 && (
        <section>
          <h2>{t("Look at them again")}</h2>
          <ol class="chips-list">
            {run.past.map(({ puzzle, outcome }, i) => (
              <li key={puzzle.position}>
                <Link to={link("challenge", puzzle.position)} class={`button ${outcome}`}>
                  {i + 1} {outcome === "solved" ? "✓" : outcome === "wrong" ? "✕" : "–"}
                  <span class="heard">
                    {outcome === "solved" ? t("solved") : outcome === "wrong" ? t("not solved") : t("passed over")}
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
