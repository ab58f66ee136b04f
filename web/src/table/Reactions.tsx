/*
 * Six reactions instead of a chat: what is said is one of six words, which every page says in its reader's language. Whoever is
 * muted is not heard.
 */
import { useEffect, useState } from "preact/hooks";
import { isMuted } from "../storage/mutedNames";
import type { Reaction } from "../remote/remoteTable";
import type { TableProps } from "../remote/useTable";
import { announce } from "../ui/announce";
import { t } from "../i18n/texts";
import { PlayerLabel } from "./PlayerName";
import { nameOf } from "./tableTexts";
import { useActionError } from "./useActionError";
import "./reactions.css";

const REACTIONS: Record<string, () => string> = {
  bravo: () => t("Bravo!"),
  wow: () => t("Wow!"),
  hmm: () => t("Hmm…"),
  oops: () => t("Oops!"),
  haha: () => t("Ha ha!"),
  thanks: () => t("Thanks!"),
};
const SHOWN = 5000;

/* What was said lately, by those who are not muted. */
function useLately({ view, state }: TableProps): Reaction[] {
  const [, again] = useState(0);
  const now = Date.now();
  const name = (id: string) => state.players.find((player) => player.id === id)?.name ?? "";
  const lately = view.reactions.filter(({ by, at, reaction }) => {
    return now - at < SHOWN && reaction in REACTIONS && !isMuted(name(by));
  });
  const last = lately.at(-1);
  useEffect(() => {
    if (!last) return;
    announce(`${nameOf(view.gameHistory, last.by)}: ${REACTIONS[last.reaction]?.() ?? ""}`);
    const timer = setTimeout(() => again((n) => n + 1), SHOWN);
    return () => clearTimeout(timer);
  }, [last?.n]);
  return lately;
}

/* What was said lately, where everybody sees it: beside the table's own line, on the big screen in its column. */
export function RecentReactions(props: TableProps) {
  const { view } = props;
  const lately = useLately(props);
  return (
    <ul class="said-lately">
      {lately.map(({ by, reaction, n }) => (
        <li key={n} data-test="reaction">
          <b>
            <PlayerLabel name={by === view.you ? t("You") : nameOf(view.gameHistory, by)} />
          </b>{" "}
          {REACTIONS[reaction]?.()}
        </li>
      ))}
    </ul>
  );
}

export function Reactions({ table, state, onSaid }: TableProps & { onSaid?: () => void }) {
  const { wrong, tried } = useActionError();
  if (state.players.length < 2 || !table.me) return null;
  const say = (reaction: string) => void tried(table.react(reaction)).then((done) => void (done && onSaid?.()));
  return (
    <section class="reactions" aria-label={t("Reactions")} data-test="reactions">
      <div class="row wrap">
        {Object.entries(REACTIONS).map(([reaction, words]) => (
          <button key={reaction} type="button" class="quiet" onClick={() => say(reaction)} data-reaction={reaction}>
            {words()}
          </button>
        ))}
      </div>
      {wrong && <p class="wrong">{wrong}</p>}
    </section>
  );
}
