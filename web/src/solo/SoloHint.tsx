/*
 * A hint in the solo game. No book has one: who takes it has lost the token, which is said before (L1), and may go on for the
 * sake of the route. The referee notes it; the solver is asked only then.
 */
import { useState } from "preact/hooks";
import { useSolution } from "../wasm/useSolution";
import { type Hint, Hints, hintAt, useHints } from "../game/Hints";
import type { Referee } from "../game/useLocalGame";
import { Dialog } from "../ui/Dialog";
import { t } from "../i18n/texts";

export interface SoloHintState {
  more: (() => void) | undefined; // asks for a hint; undefined where there is none to be had
  warning: boolean;
  take: () => void;
  leave: () => void;
  looking: ReturnType<typeof useSolution>;
  shown: number;
  hint: Hint | undefined; // as long as nothing has been moved since
}

/* Help in one round. */
export function useSoloHint(referee: Referee, position: string, count: number): SoloHintState {
  const [warning, setWarning] = useState(false);
  const [taken, setTaken] = useState(false);
  const looking = useSolution(taken ? position : undefined);
  const { shown, visible, more } = useHints(position, looking, [String(count)]);
  const offered = referee.can("hint");
  return {
    more: taken ? more : offered ? () => setWarning(true) : undefined,
    warning: warning && offered,
    take: () => {
      setWarning(false);
      if (!offered) return;
      referee.send({ do: "hint" });
      setTaken(true);
      more();
    },
    leave: () => setWarning(false),
    looking,
    shown,
    hint: visible ? hintAt(looking, shown) : undefined,
  };
}

export function SoloHint({ help }: { help: SoloHintState }) {
  return (
    <>
      <Hints looking={help.looking} shown={help.shown} />
      {help.warning && (
        <Dialog title={t("Hint")} onClose={help.leave}>
          <p>{t("With a hint, this token counts as face down.")}</p>
          <div class="row wrap">
            <button type="button" class="primary" onClick={help.take} data-test="take-hint">
              {t("Take the hint")}
            </button>
            <button type="button" onClick={help.leave}>
              {t("No hint")}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
