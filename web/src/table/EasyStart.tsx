/*
 * Says that this is one of the rounds with an easy target, what that means, and how to play without.
 */
import { useState } from "preact/hooks";
import { refuseEasyStart } from "../storage/progress";
import { Dialog } from "../ui/Dialog";
import { link, navigate } from "../ui/navigation";
import { t } from "../i18n/texts";
import type { State } from "../wasm/referee";
import { easyStartText } from "./rules";

const EASY_ROUNDS = 6;

export function EasyStart({ state: { rules, round } }: { state: State }) {
  const [open, setOpen] = useState(false);
  if (!rules.easy_start || round > EASY_ROUNDS) return null;
  const without = () => {
    refuseEasyStart();
    navigate(link("new", "computer"));
  };
  return (
    <>
      <button type="button" class="quiet" onClick={() => setOpen(true)} data-test="easy-start">
        {t("Easy start: 3 to 5 moves")}
      </button>
      {open && (
        <Dialog title={t("Easy start")} onClose={() => setOpen(false)}>
          <p>{easyStartText()}</p>
          <button type="button" onClick={without} data-test="no-easy-start">
            {t("New game without it")}
          </button>
        </Dialog>
      )}
    </>
  );
}
