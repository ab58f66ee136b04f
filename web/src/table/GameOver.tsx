/*
 * The end: who has won (several may share it), the story round by round, something to send to those who were not there, the
 * log, and the next game at the same table.
 */
import { useState } from "preact/hooks";
import { StatusLine } from "../game/StatusLine";
import { Icon } from "../ui/icons";
import { ErrorText } from "../ui/ErrorText";
import { listText, t } from "../i18n/texts";
import { linkOf, share } from "./Invite";
import { ChangeRules } from "./Lobby";
import { TextWithNames } from "./PlayerName";
import { nameOf } from "./tableTexts";
import { Podium } from "./Podium";
import { useActionError } from "./useActionError";
import { Players } from "./Players";
import { GameReview } from "./Review";
import { type FinishedGame, RoundsTable, useBest } from "./Rounds";
import type { TableProps } from "../remote/useTable";
import { LogLink } from "./LogDownload";

/* In a few words: the story below has the rest. */
function verdictText({ state, view: { gameHistory: story, you } }: FinishedGame): string {
  if (state.players.length === 0) return t("This game was ended early.");
  const winners = story.winners ?? [];
  const names = winners.map((id) => nameOf(story, id));
  if (state.training) return t("Practice is over.");
  if (winners.length === 0) return t("Nobody wins.");
  if (winners.length > 1) return t("Shared victory: {names}.", { names: listText(names) });
  return winners[0] === you ? t("You win!") : t("{name} wins!", { name: names[0] ?? "" });
}

/* For somebody who was not there: no "you", and everybody's score. */
function sharedText(game: FinishedGame): string {
  const { state, view } = game;
  const scores = listText(
    state.players.map(({ id, score }) => `${nameOf(view.gameHistory, id)} ${score}`),
    "unit",
  );
  return [verdictText({ ...game, view: { ...view, you: null } }), scores].filter(Boolean).join(" ");
}

/* Alone, or when nobody has won, nobody climbs it. */
const hasPodium = ({ state, view }: FinishedGame): boolean =>
  state.players.length > 1 && !state.training && (view.gameHistory.winners?.length ?? 0) > 0;

export function Winners(props: FinishedGame) {
  const { view, state } = props;
  const mine = view.you !== null && view.gameHistory.winners?.includes(view.you) === true;
  const solo = state.solo ? t("{up} up, {down} down", { up: state.players[0]?.score ?? 0, down: state.down ?? 0 }) : "";
  return (
    <div class={`final ${mine ? "mine" : ""}`} data-test="over">
      <p class="final-words">
        <TextWithNames words={verdictText(props)} />
      </p>
      {solo && <p class="tabular">{solo}</p>}
      {hasPodium(props) && <Podium {...props} />}
    </div>
  );
}

export function GameOver(props: TableProps) {
  const { table, view, state } = props;
  const ended = view.you !== null && state.players.length === 0; // everybody got up, and can sit down again
  const best = useBest(props, true);
  const [copied, setCopied] = useState(false);
  const [changing, setChanging] = useState(false);
  const { wrong, tried } = useActionError();
  return (
    <div class="table-over">
      <Winners {...props} />
      <StatusLine
        words={table.me || ended ? t("Play another game, or look at the rounds.") : t("Look back, round by round.")}
      />
      <div class="row wrap over-acts">
        {(table.me || ended) && (
          <button type="button" class="primary big" onClick={() => void tried(table.startNextGame())} data-test="again">
            {t("Play again")} <Icon name="reset" />
          </button>
        )}
        {table.me && (
          <button type="button" onClick={() => setChanging(true)}>
            {t("Change the rules and play again")}
          </button>
        )}
        <button
          type="button"
          onClick={() =>
            void share(sharedText(props), view.replay ? location.origin + view.replay : linkOf(view)).then(setCopied)
          }
          data-test="share-result"
        >
          <Icon name={copied ? "check" : "share"} /> {copied ? t("Copied.") : t("Share result")}
        </button>
        {view.replay && (
          <a class="button" href={view.replay} data-test="replay">
            <Icon name="play" /> {t("Watch the replay")}
          </a>
        )}
        <LogLink view={view} />
      </div>
      <ErrorText words={wrong} />
      <GameReview {...props} best={best} review={table.review} />
      <Players {...props} />
      <div class="story">
        <h2>{t("Round by round")}</h2>
        <RoundsTable {...props} best={best} />
      </div>
      {changing && <ChangeRules {...props} onClose={() => setChanging(false)} />}
    </div>
  );
}
