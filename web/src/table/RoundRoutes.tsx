/*
 * A round's board with routes to be played on it.
 */
import { useEffect } from "preact/hooks";
import { Board } from "../board/Board";
import { Picture } from "../board/Picture";
import { movesText } from "../board/names";
import { ShareAnimation } from "../game/ShareAnimation";
import { startMarkers } from "../wasm/ops";
import { type RouteToPlay, RoutePlayer } from "../game/RoutePlayer";
import { useRoute } from "../game/route";
import { t } from "../i18n/texts";
import { TextWithNames } from "./PlayerName";

interface RoutesProps {
  position: string;
  routes: RouteToPlay[];
  count: number; // how many there are, if more than those listed
  begun?: boolean; // the first move of the first route is made
}

export function Routes({ position, routes, count, begun = false }: RoutesProps) {
  const route = useRoute(position);
  const [first] = routes;
  useEffect(() => {
    if (begun && first) route.show(first.moves.slice(0, 1), first.moves);
  }, []);
  return (
    <>
      <div class="replay-board" role="group" aria-label={t("Board")}>
        <Board
          position={route.played.position}
          step={route.step}
          route={route.drawn}
          markers={startMarkers(position)}
          locked
        />
      </div>
      {routes.length > 0 && <RoutePlayer title={t("Routes")} routes={routes} count={count} route={route} />}
    </>
  );
}

export function MicroRoutes({ position, routes }: { position: string; routes: RouteToPlay[] }) {
  return (
    <div class="replay-board">
      <Picture position={position} route={routes[0]?.moves.join(" ") ?? ""} />
      <ul class="micro-routes">
        {routes.slice(0, 5).map(({ label, moves }, i) => (
          <li key={i}>
            <span>
              <TextWithNames words={label ?? ""} /> ({movesText(moves.length)})
            </span>
            <ShareAnimation position={position} moves={moves} />
          </li>
        ))}
      </ul>
    </div>
  );
}
