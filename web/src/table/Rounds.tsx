/*
 * The game's story round by round: target, who won it with how many moves, the optimum, the time, and every bid.
 */
import { useEffect, useState } from "preact/hooks";
import { Picture } from "../board/Picture";
import { solve } from "../carom/solver";
import { saidWords } from "../game/said";
import { t } from "../texts/texts";
import type { State } from "../carom/referee";
import type { View } from "../line/remote";
import type { Result } from "../line/protocol";
import type { Round } from "../line/story";
import { winningTry } from "../line/story";
import { Named } from "./Named";
import { nameOf, targetName } from "./names";

/* What the story of a game needs: that of a table, or a log read again. */
export interface Retold {
  view: Pick<View, "story" | "results">;
  state: State;
}

export const seconds = (ms: number): number => Math.max(0, Math.round(ms / 1000));

/* Who won it, or why nobody did. */
function endWords(round: Round, { view, state }: Retold): string {
  if (winningTry(round)) return nameOf(view.story, round.winner ?? "");
  return round.ended.map((said) => saidWords(said, state)).join(" ") || t("still on");
}

/* "Anna 7 after 12 s" */
function bidWords(round: Round, { view }: Retold): string {
  return round.bids
    .map((bid) =>
      t("{name} {n} after {seconds} s", {
        name: nameOf(view.story, bid.by),
        n: bid.moves,
        seconds: seconds(bid.at - round.drawnAt),
      }),
    )
    .join(", ");
}

function Row({ round, best, ...props }: Retold & { round: Round; best: number | undefined }) {
  const { state } = props;
  const took = round.endedAt === undefined ? "" : t("{n} s", { n: seconds(round.endedAt - round.drawnAt) });
  const shown = winningTry(round);
  return (
    <tr>
      <th scope="row" class="tabular">
        {round.number}
      </th>
      <td>
        {state.micro ? (
          <Picture cell={round.target} class="small-token" title={targetName(state, round.target)} />
        ) : (
          <Picture token={round.target} class="small-token" title={targetName(state, round.target)} />
        )}
      </td>
      <td>
        <Named words={endWords(round, props)} />
        {round.bids.length > 0 && (
          <small>
            <Named words={bidWords(round, props)} />
          </small>
        )}
      </td>
      <td class="tabular">{shown ? shown.route.length : "–"}</td>
      <td class="tabular">{best ?? "…"}</td>
      <td class="tabular">{took}</td>
    </tr>
  );
}

export function RoundsTable(props: Retold & { best: Record<number, number | undefined> }) {
  const { view } = props;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t("Round by round")}>
      <table class="rounds" data-test="rounds">
        <thead>
          <tr>
            <th scope="col">{t("Round")}</th>
            <th scope="col">{t("Target")}</th>
            <th scope="col">{t("Won by")}</th>
            <th scope="col">{t("Moves")}</th>
            <th scope="col">{t("Shortest")}</th>
            <th scope="col">{t("Time")}</th>
          </tr>
        </thead>
        <tbody>
          {view.story.rounds.map((round) => (
            <Row key={round.number} {...props} round={round} best={props.best[round.number]} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const bestOf = (results: Record<number, Result>): Record<number, number | undefined> =>
  Object.fromEntries(Object.entries(results).map(([round, result]) => [round, result.moves ?? undefined]));

/* Those who came late have not been told every result: what is missing is solved here, one after the other. */
export function useBest({ view }: Retold, wanted: boolean): Record<number, number | undefined> {
  const [own, add] = useState<Record<number, number | undefined>>({});
  const known = { ...own, ...bestOf(view.results) };
  const missing = wanted
    ? view.story.rounds.find((round) => round.endedAt !== undefined && !(round.number in known))
    : undefined;
  useEffect(() => {
    if (!missing) return;
    const asked = solve(missing.position);
    asked.answer.then(
      (solution) => add((before) => ({ ...before, [missing.number]: solution.moves ?? undefined })),
      () => add((before) => ({ ...before, [missing.number]: undefined })),
    );
    return asked.cancel;
  }, [missing?.number]);
  return known;
}

/* Beside the board: closed until somebody wants to read it. */
export function Rounds(props: Retold) {
  const [open, set] = useState(false);
  const best = useBest(props, open);
  if (props.view.story.rounds.length < 2) return null;
  return (
    <details class="story" onToggle={(event) => set(event.currentTarget.open)}>
      <summary>{t("Round by round")}</summary>
      {open && <RoundsTable {...props} best={best} />}
    </details>
  );
}
