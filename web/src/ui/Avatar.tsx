/*
 * A player's initial on the player's colour. Colours go by seats and are never those of a robot; the name stands beside it.
 */
import "./avatar.css";

/* Anybody with a seat or in a circle. */
interface Player {
  id: string;
}

const COLOURS = 5;

export const playerColour = (players: Player[], id: string): number =>
  Math.max(
    0,
    players.findIndex((player) => player.id === id),
  ) % COLOURS;

interface AvatarProps {
  players: Player[];
  id: string;
  name: string;
}

export function Avatar({ players, id, name }: AvatarProps) {
  return (
    <span class={`avatar player-${playerColour(players, id)}`} aria-hidden="true">
      {[...name.trim()][0]?.toLocaleUpperCase() ?? "?"}
    </span>
  );
}
