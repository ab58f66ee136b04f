/*
 * The game's story round by round: target, who won it with how many moves, the optimum, the time, and every bid.
 */
import { useEffect, useState } from "preact/hooks";
import { Picture } from "../board/Picture";
import { solve } from "../wasm/solver";
import { eventText } from "../game/eventText";
import { listText, t } from "../i18n/texts";
import type { State } from "../wasm/referee";
import type { View } from "../remote/remoteTable";
import type { Solutions } from "../wasm/review";
import type { Round } from "../remote/gameHistory";
import { winningRoute } from "../remote/gameHistory";
import { TextWithNames } from "./PlayerName";
import { nameOf, targetName } from "./tableTexts";

/* What the story of a game needs: that of a table, or a log read again. */
export interface GameSummary {
  view: Pick<View, "gameHistory" | "results">;
  state: State;
}

/* A game that is over, as a table or its log tells it. */
export interface FinishedGame extends GameSummary {
  view: GameSummary["view"] & Pick<View, "you">;
}

export const seconds = (ms: number): number => Math.max(0, Math.round(ms / 1000));

/* Who won it, or why nobody did. */
function endText(round: Round, { view, state }: GameSummary): string {
  if (winningRoute(round)) return nameOf(view.gameHistory, round.winner ?? "");
  return round.ended.map((said) => eventText(said, state)).join(" ") || t("in progress");
}

/* "Anna 7 after 12 s" */
function bidText(round: Round, { view }: GameSummary): string {
  const bids = round.bids.map((bid) =>
    t("{name} {n} after {seconds} s", {
      name: nameOf(view.gameHistory, bid.by),
      n: bid.moves,
      seconds: seconds(bid.at - round.drawnAt),
    }),
  );
  return listText(bids, "unit");
}

function Row({ round, best, ...props }: GameSummary & { round: Round; best: number | undefined }) {
  const { state } = props;
  const took = round.endedAt === undefined ? "" : t("{n} s", { n: seconds(round.endedAt - round.drawnAt) });
  const shown = winningRoute(round);
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
        <TextWithNames words={endText(round, props)} />
        {round.bids.length > 0 && (
          <small>
            <TextWithNames words={bidText(round, props)} />
          </small>
        )}
      </td>
      <td class="tabular">{shown ? shown.route.length : "–"}</td>
      <td class="tabular">{best ?? "…"}</td>
      <td class="tabular">{took}</td>
    </tr>
  );
}

export function RoundsTable(props: GameSummary & { best: Solutions }) {
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
          {view.gameHistory.rounds.map((round) => (
            <Row key={round.number} {...props} round={round} best={props.best[round.number]?.moves ?? undefined} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/* Those who came late have not been told every result: what is missing is solved here, one after the other. */
export function useBest({ view }: GameSummary, wanted: boolean): Solutions {
  const [own, setOwn] = useState<Solutions>({});
  const known: Solutions = { ...own, ...view.results };
  const missing = wanted
    ? view.gameHistory.rounds.find((round) => round.endedAt !== undefined && !(round.number in known))
    : undefined;
  useEffect(() => {
    if (!missing) return;
    const asked = solve(missing.position);
    asked.answer.then(
      (solution) => setOwn((before) => ({ ...before, [missing.number]: solution })),
      () => setOwn((before) => ({ ...before, [missing.number]: undefined })),
    );
    return asked.cancel;
  }, [missing?.number]);
  return known;
}

/* Beside the board: closed until somebody wants to read it. */
export function Rounds(props: GameSummary) {
  const [open, setOpen] = useState(false);
  const best = useBest(props, open);
  if (props.view.gameHistory.rounds.length < 2) return null;
  return (
    <details class="story" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("Round by round")}</summary>
      {open && <RoundsTable {...props} best={best} />}
    </details>
  );
}
