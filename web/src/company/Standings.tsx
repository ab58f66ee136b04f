/*
 * How everybody stands in a match, and how they did at one target: as far as the server says.
 */
import { movesText } from "../board/names";
import { placed } from "../game/PodiumSteps";
import { displayName } from "../storage/mutedNames";
import { timeText } from "../solve/TimedPuzzle";
import { Avatar } from "../ui/Avatar";
import { t, tn } from "../i18n/texts";
import type { MatchPlayer, MatchView, Try } from "./matches";

function Name({ view, player }: { view: MatchView; player: MatchPlayer }) {
  return (
    <>
      <Avatar players={view.players} id={player.id} name={displayName(player.name)} />
      <bdi title={displayName(player.name)}>{displayName(player.name)}</bdi>
    </>
  );
}

/* Points count only at targets you have played, so before the first there are none to show. */
export function Standings({ view }: { view: MatchView }) {
  const known = view.over || view.played > 0;
  const ranked = placed(view.players.map((player) => ({ ...player, score: player.points })));
  return (
    <section aria-labelledby="standings">
      <h2 id="standings">{view.over ? t("Results") : t("Standings")}</h2>
      {!view.over && <p class="help">{t("Play a target to see how the others did. Points may still change.")}</p>}
      <ol class="standings" data-test="standings">
        {ranked.map(({ player, place }) => (
          <li key={player.id} data-player={player.name} class={player.id === view.me ? "you" : ""}>
            <b class="show tabular">{known ? place : ""}</b>
            <Name view={view} player={player} />
            <span class="tabular">{t("{n} of {all} played", { n: player.played, all: view.targets })}</span>
            {known && <b class="tabular points">{tn("{n} point", "{n} points", player.points)}</b>}
          </li>
        ))}
      </ol>
    </section>
  );
}

/* Best first; then those who have found nothing. Whoever is not known, or has not played it, is not in it. */
export function triesAt(view: MatchView, target: number): { player: MatchPlayer; tried: Try }[] {
  return view.players
    .flatMap((player) => {
      const tried = player.tries[target - 1];
      return tried && tried.points !== undefined ? [{ player, tried }] : [];
    })
    .sort(
      (a, b) => (a.tried.moves ?? Infinity) - (b.tried.moves ?? Infinity) || (a.tried.ms ?? 0) - (b.tried.ms ?? 0) || 0,
    );
}

export function TargetResults({ view, target }: { view: MatchView; target: number }) {
  return (
    <ol class="standings" aria-label={t("Results")} data-test="target-results">
      {triesAt(view, target).map(({ player, tried }) => (
        <li key={player.id} data-player={player.name} class={player.id === view.me ? "you" : ""}>
          <Name view={view} player={player} />
          <span class="tabular">
            {tried.moves === undefined ? t("no route") : `${movesText(tried.moves)} · ${timeText(tried.ms ?? 0)}`}
          </span>
          <b class="tabular points">{tn("{n} point", "{n} points", tried.points ?? 0)}</b>
        </li>
      ))}
    </ol>
  );
}
