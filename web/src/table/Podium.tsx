/*
 * The end of a game as a podium: the first three with their tokens and the round they can be proud of. It rises from the third to the first.
 */
import { useEffect } from "preact/hooks";
import { Picture } from "../board/Picture";
import { movesText } from "../board/names";
import { sound } from "../board/sounds";
import type { Player } from "../wasm/referee";
import { type GameHistory, winningRoute } from "../remote/gameHistory";
import { displayName } from "../storage/mutedNames";
import { Confetti } from "../ui/Confetti";
import { t } from "../i18n/texts";
import { Avatar, playerColour } from "./Avatar";
import { PlayerLabel } from "./PlayerName";
import type { FinishedGame } from "./Rounds";

const STEPS = 3;
const ROBOTS = ["B", "Y", "R"]; // on the first, the second, the third step

export interface Placed {
  player: Player;
  place: number; // equal scores share one
}

/* Everybody by score; who has as many as the one before has the same place. */
export function placed(players: Player[]): Placed[] {
  const ranked = players.map((player, seat) => ({ player, seat }));
  ranked.sort((a, b) => b.player.score - a.player.score || a.seat - b.seat);
  return ranked.map(({ player }) => ({
    player,
    place: 1 + ranked.filter((other) => other.player.score > player.score).length,
  }));
}

/* The longest route that somebody won a round with. */
export function bestRound({ rounds }: GameHistory, id: string): { target: string; moves: number } | undefined {
  const won = rounds.flatMap((round) => {
    const shown = winningRoute(round);
    return shown?.by === id ? [{ target: round.target, moves: shown.route.length }] : [];
  });
  return won.sort((a, b) => b.moves - a.moves)[0];
}

function Step({ placed: { player, place }, step, ...props }: FinishedGame & { placed: Placed; step: number }) {
  const { view, state } = props;
  const best = bestRound(view.gameHistory, player.id);
  const name = displayName(player.name);
  return (
    <li class={`podium-step step-${step}`} data-place={place} data-player={player.id}>
      <Picture robot={ROBOTS[step - 1] ?? "B"} mood={place === 1 ? "happy" : "calm"} plain class="podium-robot" />
      <div class={`podium-block player-${playerColour(state.players, player.id)}`}>
        <b class="show">{place}</b>
        {!state.micro && (
          <span class="podium-tokens" aria-hidden="true">
            {player.tokens?.map((token) => (
              <Picture key={token} token={token} class="small-token" />
            ))}
          </span>
        )}
      </div>
      <p class="podium-name">
        <Avatar players={state.players} id={player.id} name={name} />
        <PlayerLabel name={name} />
        <b class="points tabular">{player.score}</b>
      </p>
      <small data-test="best-round">{best && t("Best round: {moves}", { moves: movesText(best.moves) })}</small>
    </li>
  );
}

export function Podium(props: FinishedGame) {
  useEffect(() => sound("podium"), []);
  const first = placed(props.state.players).slice(0, STEPS);
  const mine = first[0]?.player.id === props.view.you;
  return (
    <>
      <ol class="podium" aria-label={t("Podium")} data-test="podium">
        {first.map((one, i) => (
          <Step key={one.player.id} {...props} placed={one} step={i + 1} />
        ))}
      </ol>
      {mine && <Confetti />}
    </>
  );
}
