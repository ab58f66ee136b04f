/*
 * Who is at the table, with tokens or chips won, and who is away for the moment. A hundred stay readable: many are laid in
 * columns, without their tokens.
 */
import { Picture } from "../board/Picture";
import { t, tc, tn } from "../i18n/texts";
import type { TableProps } from "../remote/useTable";
import type { Player } from "../wasm/referee";
import { displayName, isMuted } from "../storage/mutedNames";
import { Avatar } from "../ui/Avatar";
import { PlayerLabel } from "./PlayerName";
import { botLevel } from "./tableTexts";

export const MANY_PLAYERS = 12;

function Won({ player, micro, race }: { player: Player; micro: boolean; race: boolean }) {
  const points = tn("{n} point", "{n} points", player.score);
  const words = race
    ? points
    : micro
      ? tn("{n} chip", "{n} chips", player.score)
      : tn("{n} token", "{n} tokens", player.score);
  return (
    <span class="won" role="img" aria-label={words}>
      {micro
        ? Array.from({ length: player.score }, (_, i) => <i key={i} class="chip-won" />)
        : player.tokens?.map((token) => <Picture key={token} token={token} class="small-token" />)}
    </span>
  );
}

function One({ player, ...props }: TableProps & { player: Player; many: boolean }) {
  const { table, view, state, many } = props;
  const level = botLevel(player.id);
  const away = view.presence.away.includes(player.id);
  const marks = [
    player.id === view.you && "you",
    away && "away",
    isMuted(player.name) && "muted",
    state.turn === player.id && "turn",
  ].filter(Boolean);
  return (
    <li class={["player", ...marks].join(" ")} data-player={player.id}>
      {!many && <Avatar players={state.players} id={player.id} name={displayName(player.name)} />}
      {state.phase !== "lobby" && (
        <b class="points tabular" aria-hidden="true">
          {player.score}
        </b>
      )}
      <span class="name">
        <PlayerLabel name={displayName(player.name)} />
        {player.id === view.you && <small class="badge">{t("you")}</small>}
        {level > 0 && <small class="badge">{t("bot {n}", { n: level })}</small>}
        {player.handicap ? <small class="badge">−{player.handicap}</small> : null}
        {view.host.host === player.id && <small class="badge">{t("host")}</small>}
        {away && <small class="badge">{t("away")}</small>}
        {state.dice === player.id && <small class="badge">{t("dice")}</small>}
      </span>
      {!many && <Won player={player} micro={state.micro} race={state.race} />}
      {level > 0 && table.me && state.phase === "lobby" && (
        <button
          type="button"
          class="quiet icon"
          aria-label={tc("player", "Remove {name}", { name: player.name })}
          onClick={() => void table.removeBot(player.id)}
        >
          ×
        </button>
      )}
    </li>
  );
}

/* The leader first once there is one; at the beginning in the order of sitting down. */
function ranked(players: Player[]): Player[] {
  return players
    .map((player, seat) => ({ player, seat }))
    .sort((a, b) => b.player.score - a.player.score || a.seat - b.seat)
    .map(({ player }) => player);
}

export function Players(props: TableProps) {
  const { state, view } = props;
  const many = state.players.length > MANY_PLAYERS;
  return (
    <section class={`players ${many ? "many" : ""}`} aria-label={t("Players")} data-test="players">
      <h2>
        {tn("{n} player", "{n} players", state.players.length)}
        {view.presence.watching > 0 && <small> {tn("{n} watching", "{n} watching", view.presence.watching)}</small>}
      </h2>
      <ul>
        {ranked(state.players).map((player) => (
          <One key={player.id} {...props} player={player} many={many} />
        ))}
      </ul>
    </section>
  );
}
