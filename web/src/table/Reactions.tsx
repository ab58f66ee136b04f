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

export function Reactions(props: TableProps) {
  const { table, view } = props;
  const { wrong, tried } = useActionError();
  const lately = useLately(props);
  if (props.state.players.length < 2) return null;
  return (
    <section class="reactions" aria-label={t("Reactions")} data-test="reactions">
      {table.me && (
        <div class="row wrap">
          {Object.entries(REACTIONS).map(([reaction, words]) => (
            <button
              key={reaction}
              type="button"
              class="quiet"
              onClick={() => void tried(table.react(reaction))}
              data-reaction={reaction}
            >
              {words()}
            </button>
          ))}
        </div>
      )}
      {wrong && <p class="wrong">{wrong}</p>}
      <ul>
        {lately.map(({ by, reaction, n }) => (
          <li key={n} data-test="reaction">
            <b>
              <PlayerLabel name={by === view.you ? t("You") : nameOf(view.gameHistory, by)} />
            </b>{" "}
            {REACTIONS[reaction]?.()}
          </li>
        ))}
      </ul>
    </section>
  );
}
