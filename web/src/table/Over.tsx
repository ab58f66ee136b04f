/*
 * The end: who has won (several may share it), the story round by round, something to send to those who were not there, the
 * log, and the next game at the same table.
 */
import { useState } from "preact/hooks";
import { saidWords } from "../game/said";
import { NextStep } from "../game/NextStep";
import { Icon } from "../parts/icons";
import { Wrong } from "../parts/Wrong";
import { t } from "../texts/texts";
import { linkOf, share } from "./Invite";
import { ChangeRules } from "./Lobby";
import { Named } from "./Named";
import { nameOf } from "./names";
import { useWrong } from "./useWrong";
import { Players } from "./Players";
import { type Retold, RoundsTable, useBest } from "./Rounds";
import type { View } from "../line/remote";
import type { TableProps } from "../line/useTable";
import { LogLink } from "./Log";

/* A game that is over, as a table or its log tells it. */
export interface Finished extends Retold {
  view: Retold["view"] & Pick<View, "you">;
}

/* In a few words: the story below has the rest. */
function verdictWords({ state, view: { story, you } }: Finished): string {
  if (state.players.length === 0) return t("This game was ended.");
  const winners = story.winners ?? [];
  const names = winners.map((id) => nameOf(story, id));
  if (state.training) return t("The training is over.");
  if (winners.length === 0) return t("Nobody has won.");
  if (winners.length > 1) return t("Shared victory: {names}.", { names: names.join(", ") });
  return winners[0] === you ? t("You have won!") : t("{name} has won!", { name: names[0] ?? "" });
}

export function Verdict(props: Finished) {
  const { view, state } = props;
  const mine = view.you !== null && view.story.winners?.includes(view.you) === true;
  const solo = state.solo ? t("{up} up, {down} down", { up: state.players[0]?.score ?? 0, down: state.down ?? 0 }) : "";
  return (
    <div class={`final ${mine ? "mine" : ""}`} data-test="over">
      <p class="final-words">
        <Named words={verdictWords(props)} />
      </p>
      {solo && <p class="tabular">{solo}</p>}
    </div>
  );
}

export function Over(props: TableProps) {
  const { table, view, state } = props;
  const ended = view.you !== null && state.players.length === 0; // everybody got up, and can sit down again
  const best = useBest(props, true);
  const [copied, copy] = useState(false);
  const [changing, change] = useState(false);
  const { wrong, tried } = useWrong();
  return (
    <div class="table-over">
      <Verdict {...props} />
      <NextStep
        words={
          table.me || ended ? t("Play another game, or look at the rounds.") : t("Look at the rounds, round by round.")
        }
      />
      <div class="row wrap over-acts">
        {(table.me || ended) && (
          <button type="button" class="primary big" onClick={() => void tried(table.again())} data-test="again">
            {t("Another game")} <Icon name="reset" />
          </button>
        )}
        {table.me && (
          <button type="button" onClick={() => change(true)}>
            {t("Another game with other rules")}
          </button>
        )}
        <button
          type="button"
          onClick={() =>
            void share(
              view.story.ended ? saidWords(view.story.ended, props.state) : "",
              view.replay ? location.origin + view.replay : linkOf(view),
            ).then(copy)
          }
          data-test="share-result"
        >
          <Icon name={copied ? "check" : "share"} /> {copied ? t("Copied.") : t("Share the result")}
        </button>
        {view.replay && (
          <a class="button" href={view.replay} data-test="replay">
            <Icon name="play" /> {t("The game again")}
          </a>
        )}
        <LogLink view={view} />
      </div>
      <Wrong words={wrong} />
      <Players {...props} />
      <div class="story">
        <h2>{t("Round by round")}</h2>
        <RoundsTable {...props} best={best} />
      </div>
      {changing && <ChangeRules {...props} onClose={() => change(false)} />}
    </div>
  );
}
