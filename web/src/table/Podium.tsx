/*
 * The end of a game as a podium: the first three with their tokens and the round they can be proud of.
 */
import { Picture } from "../board/Picture";
import { movesText } from "../board/names";
import { PodiumSteps } from "../game/PodiumSteps";
import { type GameHistory, winningRoute } from "../remote/gameHistory";
import { displayName } from "../storage/mutedNames";
import { t } from "../i18n/texts";
import type { FinishedGame } from "./Rounds";

/* The longest route that somebody won a round with. */
function bestRound({ rounds }: GameHistory, id: string): { target: string; moves: number } | undefined {
  const won = rounds.flatMap((round) => {
    const shown = winningRoute(round);
    return shown?.by === id ? [{ target: round.target, moves: shown.route.length }] : [];
  });
  return won.sort((a, b) => b.moves - a.moves)[0];
}

export function Podium({ view, state }: FinishedGame) {
  const players = state.players.map(({ id, name, score, tokens }) => {
    const best = bestRound(view.gameHistory, id);
    return {
      id,
      name: displayName(name),
      score,
      won: !state.micro && (
        <span class="podium-tokens" aria-hidden="true">
          {tokens?.map((token) => (
            <Picture key={token} token={token} class="small-token" />
          ))}
        </span>
      ),
      best: best && t("Best round: {moves}", { moves: movesText(best.moves) }),
    };
  });
  return <PodiumSteps players={players} you={view.you} />;
}
