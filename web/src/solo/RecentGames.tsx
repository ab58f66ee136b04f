/*
 * The last games of a kind, kept on this device.
 */
import { t } from "../i18n/texts";

interface PastProps<T> {
  games: T[];
  result: (game: T) => string;
  detail: (game: T) => string;
}

export function RecentGames<T extends { at: number }>({ games, result, detail }: PastProps<T>) {
  if (games.length === 0) return null;
  return (
    <section>
      <h2>{t("Your recent games")}</h2>
      <ul class="past">
        {games.slice(0, 5).map((game) => (
          <li key={game.at}>
            <time dateTime={new Date(game.at).toISOString()}>
              {new Date(game.at).toLocaleDateString(document.documentElement.lang)}
            </time>
            <b>{result(game)}</b>
            <span class="tabular">{detail(game)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
