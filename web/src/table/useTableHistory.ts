/*
 * A game that is over at a table at which this device has a seat goes into the history of this device, once, also if the page is
 * loaded again afterwards.
 */
import { useEffect } from "preact/hooks";
import { type Played, recordPlayed } from "../history/record";
import type { PlayedRound } from "../storage/historyEntry";
import { type Round, winningRoute } from "../remote/gameHistory";
import type { View } from "../remote/remoteTable";

/* The level of a bot by its id: `bot-5-p2`. */
const botLevel = (id: string): number => Number(/^bot-(\d+)-/.exec(id)?.[1] ?? 0);

function roundOf(round: Round, you: string): PlayedRound {
  const { position, winner } = round;
  const route = winningRoute(round)?.route ?? [];
  const outcome = winner === you && round.face !== "down" ? "solved" : "wrong";
  return { position, outcome, ...(route.length > 0 ? { route: route.join(" ") } : {}) };
}

function gameOf({ code, game, state, gameHistory, replay, you }: View): Played | undefined {
  if (!state || state.phase !== "over" || you === null || gameHistory.rounds.length === 0) return undefined;
  const { names, rounds, winners = [] } = gameHistory;
  const others = Object.keys(names).filter((id) => id !== you);
  const bots = others.map(botLevel).filter((level) => level > 0);
  const score = state.players.find(({ id }) => id === you)?.score;
  return {
    id: `table-${code}-${game}`,
    mode: "table",
    won: winners.includes(you),
    players: others.map((id) => names[id] ?? ""),
    ...(bots.length > 0 ? { bots } : {}),
    rounds: rounds.map((round) => roundOf(round, you)),
    ...(score === undefined ? {} : { score }),
    ...(replay ? { replay } : {}),
  };
}

export function useTableHistory(view: View): void {
  const over = view.state?.phase === "over";
  useEffect(() => {
    const played = over ? gameOf(view) : undefined;
    if (played) recordPlayed(played);
  }, [over, view.game]);
}
