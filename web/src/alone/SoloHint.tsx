/*
 * A hint in the solo game. No book has one: who takes it has lost the token, which is said before (L1), and may go on for the
 * sake of the route. The referee notes it; the solver is asked only then.
 */
import { useState } from "preact/hooks";
import { useSolution } from "../carom/useSolution";
import { Hints, useHints } from "../game/Coach";
import type { Referee } from "../game/referee";
import { Dialog } from "../parts/Dialog";
import { t } from "../texts/texts";

export interface Help {
  more: (() => void) | undefined; // asks for a hint; undefined where there is none to be had
  warning: boolean;
  take: () => void;
  leave: () => void;
  looking: ReturnType<typeof useSolution>;
  shown: number;
}

/* Help in one round. */
export function useSoloHint(referee: Referee, position: string): Help {
  const [warning, warn] = useState(false);
  const [taken, take] = useState(false);
  const looking = useSolution(taken ? position : undefined);
  const { shown, more } = useHints(position, looking);
  const offered = referee.can("hint");
  return {
    more: taken ? more : offered ? () => warn(true) : undefined,
    warning: warning && offered,
    take: () => {
      warn(false);
      if (!offered) return;
      referee.send({ do: "hint" });
      take(true);
      more();
    },
    leave: () => warn(false),
    looking,
    shown,
  };
}

export function SoloHint({ help }: { help: Help }) {
  return (
    <>
      <Hints looking={help.looking} shown={help.shown} />
      {help.warning && (
        <Dialog title={t("Hint")} onClose={help.leave}>
          <p>{t("A hint makes this token count face down.")}</p>
          <div class="row wrap">
            <button type="button" class="primary" onClick={help.take} data-test="take-hint">
              {t("Take the hint")}
            </button>
            <button type="button" onClick={help.leave}>
              {t("Go on without")}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
