/*
 * The moves of a route: robot and arrow, or the codes of the notation for those who have chosen them. The same wherever a
 * route stands in a line.
 */
import type { Direction } from "../wasm/ops";
import { useSettings } from "../storage/settings";
import { Picture } from "./Picture";
import { moveName } from "./names";

const TURNS: Record<Direction, number> = { N: 0, E: 90, S: 180, W: 270 };

/* Pointing where the robot goes; a bar across it where it goes through a wall (T2). */
function Arrow({ move }: { move: string }) {
  const turn = TURNS[move[1] as Direction] ?? 0;
  return (
    <svg class="step-arrow" viewBox="0 0 24 24" aria-hidden="true">
      <g transform={`rotate(${turn} 12 12)`}>
        <path d="M12 21V4M5 11l7-7 7 7" />
        {move.includes("!") && <path d="M4 16h16" />}
      </g>
    </svg>
  );
}

/* `past` of them have been made. */
export function Moves({ moves, past = 0 }: { moves: string[]; past?: number }) {
  const { codes } = useSettings();
  return (
    <>
      {moves.map((move, n) => {
        const when = n < past ? "past" : "";
        return codes ? (
          <span key={n} class={`chip chip-${move[0]} ${when}`}>
            {move}
          </span>
        ) : (
          <span
            key={n}
            class={`step ${when}`}
            role="img"
            aria-label={moveName(move)}
            title={moveName(move)}
            data-move={move}
          >
            <Picture robot={move[0] ?? ""} look={move[1] as Direction} />
            <Arrow move={move} />
          </span>
        );
      })}
    </>
  );
}
