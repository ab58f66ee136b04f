/*
 * A few words about a table: who somebody is, what a target is called, why a bid comes first. What happens is told in the
 * referee's own sentences (game/said.ts).
 */
import { microName, tokenName } from "../board/names";
import type { RankedBid, State } from "../wasm/referee";
import { displayName } from "../storage/mutedNames";
import type { GameHistory } from "../remote/gameHistory";
import { t } from "../i18n/texts";

export const botLevel = (id: string): number => Number(/^bot-(\d+)-/.exec(id)?.[1] ?? 0);

/* The name of a player, also of one who has left; your own is "You" only where a sentence says so. */
export const nameOf = (story: GameHistory, id: string): string => displayName(story.names[id] ?? id);

export const targetName = (state: State, target: string): string =>
  state.micro ? microName(target) : tokenName(target);

/* Why a bid is shown before the next; the referee has put it there and says why. */
export const rankReasonText = (bid: RankedBid | undefined): string => (bid?.say ? t(bid.say) : "");
