/*
 * Why something was not done, in the player's language. The server sends a stable code with its numbers; its English
 * sentence is only for codes that this page does not know yet.
 */
import { t } from "../texts/texts";
import type { Refusal } from "../line/protocol";

type Args = Record<string, string | number>;

const sentences: Record<string, (args: Args) => string> = {
  /* the line */
  lost: () => t("The connection was lost just then. Look whether it has happened."),
  unreachable: () => t("The server cannot be reached. Is there a network?"),
  stopping: () => t("The server is restarting. Your seat and the game are kept."),
  slow: () => t("The connection was too slow and was closed."),
  silent: () => t("The connection was asleep."),
  store: () => t("The server cannot write at the moment. Nothing has happened; please try again."),
  busy: () => t("The server is busy. Please try again in a moment."),
  rate: () => t("That was too much at once. Please wait a moment."),
  "too-big": () => t("That was too long."),
  "too-many-connections": () => t("The server is full at the moment. This page keeps trying."),
  "too-many-tables": () => t("The server has no room for another table at the moment."),
  "too-many-watchers": () => t("Too many are watching this table already. This page keeps trying."),
  "bad-version": () => t("The server is of another version. Load this page again."),
  "no-table": () => t("There is no table with that code."),
  "not-found": () => t("There is no table with that code."),
  "no-game": () => t("There is no such game at this table."),
  "bad-origin": () => t("This page does not belong to that server."),

  /* seats and settings */
  "not-player": () => t("Take a seat first."),
  "not-seated": () => t("You have no seat at this table."),
  "already-seated": () => t("You have a seat already."),
  full: () => t("There is no seat left. You can watch."),
  "name-empty": () => t("Please enter a name."),
  "name-long": () => t("That name is too long."),
  "name-bad": () => t("That name has characters that cannot be shown."),
  "name-taken": () => t("Somebody at this table has that name already."),
  "bad-rules": ({ what }) => t("The table cannot be laid like that: {what}", { what: what ?? "" }),
  "bad-setup": () => t("The table cannot be laid like that."),
  "bad-level": () => t("Bots have levels 1 to 10."),
  "no-bot": () => t("There is no such bot."),
  "no-bots-here": () => t("Bots do not play this game."),
  "game-on": () => t("A game is on. Settings can be changed before the start and after the end."),
  "no-handicap": () => t("Head starts are not part of this game."),

  /* the game */
  over: () => t("The game is over."),
  "not-started": () => t("The game has not started yet."),
  "already-started": () => t("The game has started already."),
  "no-target": () => t("There is no target yet."),
  "round-on": () => t("This round is not over yet."),
  closed: () => t("Too late, the sand is out."),
  "bad-number": () => t("A bid is a number from 1 up."),
  "not-lower": () => t("Your bid can only go down."),
  "said-done": () => t("You have said that you are done."),
  "already-said": () => t("You have said so already."),
  "no-bid": () => t("Nobody has bid yet."),
  "too-early": () => t("It is too early to turn the hourglass."),
  "sand-runs": () => t("The sand is running already."),
  "no-hourglass": () => t("This table has no hourglass."),
  "bid-made": () => t("Somebody has bid: this target stays."),
  "not-your-turn": () => t("It is not your turn."),
  "no-move": () => t("There is no such move."),
  blocked: () => t("That robot cannot move there."),
  "not-in-solo": () => t("Alone there is no bidding."),
  "not-in-micro": () => t("Micro Robots has no hourglass."),
};

export function refusalWords(refusal: Refusal): string {
  const sentence = sentences[refusal.why];
  if (sentence) return sentence(refusal.args ?? {});
  return refusal.sentence ? t(refusal.sentence, refusal.args) : t("That was not possible.");
}
export const UNREACHABLE: Refusal = { why: "unreachable" };
