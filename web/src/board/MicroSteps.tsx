/*
 * The cells that the robot of Micro Robots may go to, as buttons: for the thumb, for keys and for screen readers.
 */
import type { ComponentChildren } from "preact";
import { t } from "../i18n/texts";
import { Picture } from "./Picture";
import { microName } from "./names";

interface StepsProps {
  options: string[];
  onStep: (face: string) => void;
  class?: string;
  children?: ComponentChildren; // what else stands beside them
}

export function MicroSteps({ options, onStep, class: more = "", children }: StepsProps) {
  return (
    <div class={`${more} row wrap`.trim()} role="group" aria-label={t("Where to?")}>
      {options.map((face) => (
        <button
          key={face}
          type="button"
          class="cell-button"
          aria-label={microName(face)}
          data-cell={face}
          onClick={() => onStep(face)}
        >
          <Picture cell={face} />
        </button>
      ))}
      {children}
    </div>
  );
}
