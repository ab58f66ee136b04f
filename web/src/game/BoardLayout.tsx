/*
 * The layout of every screen with a board: board first, what to do beside it (below it on a phone), the rest after that.
 */
import type { ComponentChildren } from "preact";
import { t } from "../i18n/texts";
import { boardHelp } from "../board/Board";
import { describeBoard } from "../board/screenReader";
import { useState } from "preact/hooks";
import { Later } from "../ui/Later";

interface StageProps {
  title: string;
  position: string;
  status: ComponentChildren;
  step?: ComponentChildren; // what can be done now
  board: ComponentChildren;
  controls: ComponentChildren;
  children?: ComponentChildren;
}

/* The board in words, made when it is opened. */
export function TextAlternative({ lines }: { lines: () => string[] }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="in-words" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("The board in words")}</summary>
      {open && (
        <ul>
          {lines().map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </details>
  );
}

export function BoardLayout({ title, position, status, step, board, controls, children }: StageProps) {
  return (
    <div class="stage">
      <h1 class="heard">{title}</h1>
      <div class="stage-status">{status}</div>
      <div class="stage-board" role="group" aria-label={t("Board")} aria-describedby="board-help">
        {board}
        <p id="board-help" class="heard">
          {boardHelp()}
        </p>
      </div>
      <div class="stage-step">{step}</div>
      <div class="stage-controls">{controls}</div>
      <div class="stage-more">
        <Later soon>
          {children}
          <TextAlternative lines={() => describeBoard(position)} />
        </Later>
      </div>
    </div>
  );
}
