/*
 * The two dice of Micro Robots as they lie on the table: a number and a colour for each cell that was rolled (M2, M3, M12).
 */
import { t } from "../i18n/texts";
import { microName } from "./names";
import "./dice.css";

interface Rolled {
  start?: string;
  via?: string;
  target?: string;
  round: number;
}

function Pair({ face, label }: { face: string; label: string }) {
  return (
    <span class="dice" role="img" aria-label={`${label}: ${microName(face)}`} data-face={face}>
      <small class="die-label" aria-hidden="true">
        {label}
      </small>
      <span class="die" aria-hidden="true">
        {face[0]}
      </span>
      <span class={`die die-${face[1]}`} aria-hidden="true">
        {face[1]}
      </span>
    </span>
  );
}

/* Every roll of the round; the start is rolled only for the first one, later it is where the robot stands. */
export function Dice({ start, via, target, round }: Rolled) {
  return (
    <span class="rolled" data-test="dice">
      {start && round === 1 && <Pair face={start} label={t("Start cell")} />}
      {via && <Pair face={via} label={t("First")} key={`via${round}${via}`} />}
      {target && <Pair face={target} label={t("Target")} key={`to${round}${target}`} />}
    </span>
  );
}
