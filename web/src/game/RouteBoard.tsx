/*
 * The board on which somebody tries a route: markers where the robots began, the last move on its way, the route drawn.
 */
import { Board, type BoardProps } from "../board/Board";
import { startMarkers } from "../wasm/ops";
import type { Route } from "./route";
import type { Selection } from "./selection";

interface Props extends Omit<Partial<BoardProps>, "route"> {
  from: string; // the position that the route begins in
  route: Route;
  selection: Selection;
  hint?: string[] | undefined; // moves that were told, drawn until there is a route to draw
}

export function RouteBoard({ from, route, selection, hint = [], ...more }: Props) {
  return (
    <Board
      position={route.played.position}
      markers={startMarkers(from)}
      step={route.step}
      route={route.drawn ?? (hint.length > 0 ? { from, moves: hint } : undefined)}
      selected={selection.selected}
      refused={selection.refused}
      onSelect={selection.pick}
      onMove={selection.move}
      {...more}
    />
  );
}
