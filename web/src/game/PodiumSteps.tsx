/*
 * A podium with the first three, which rises from the third to the first: of a game at a table, of a match over days.
 */
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { Picture } from "../board/Picture";
import { sound } from "../board/sounds";
import { Avatar, playerColour } from "../ui/Avatar";
import { Confetti } from "../ui/Confetti";
import { t } from "../i18n/texts";
import "./moments.css";

const STEPS = 3;
const ROBOTS = ["B", "Y", "R"]; // on the first, the second, the third step

interface OnPodium {
  id: string;
  name: string; // as it is shown
  score: number;
  won?: ComponentChildren; // on the block
  best?: ComponentChildren; // what they can be proud of
}

/* Everybody by score; who has as many as the one before has the same place. */
export function placed<T extends { score: number }>(players: T[]): { player: T; place: number }[] {
  const ranked = players.toSorted((a, b) => b.score - a.score);
  return ranked.map((player) => ({ player, place: 1 + ranked.filter(({ score }) => score > player.score).length }));
}

interface PodiumProps {
  players: OnPodium[];
  seats?: { id: string }[]; // everybody in the order of their colours, where that is not the players'
  you: string | null;
}

export function PodiumSteps({ players, seats = players, you }: PodiumProps) {
  useEffect(() => sound("podium"), []);
  const first = placed(players).slice(0, STEPS);
  return (
    <>
      <ol class="podium" aria-label={t("Podium")} data-test="podium">
        {first.map(({ player: { id, name, score, won, best }, place }, i) => (
          <li key={id} class={`podium-step step-${i + 1}`} data-place={place} data-player={id}>
            <Picture robot={ROBOTS[i] ?? "B"} mood={place === 1 ? "happy" : "calm"} plain class="podium-robot" />
            <div class={`podium-block player-${playerColour(seats, id)}`}>
              <b class="show">{place}</b>
              {won}
            </div>
            <p class="podium-name">
              <Avatar players={seats} id={id} name={name} />
              <bdi class="who" title={name}>
                {name}
              </bdi>
              <b class="points tabular">{score}</b>
            </p>
            <small data-test="best-round">{best}</small>
          </li>
        ))}
      </ol>
      {first[0]?.player.id === you && <Confetti />}
    </>
  );
}
