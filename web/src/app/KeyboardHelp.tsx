/*
 * Every key in one list.
 */
import { t } from "../i18n/texts";
import { ROBOTS } from "../wasm/ops";
import { Dialog } from "../ui/Dialog";
import "../ui/settings.css";

export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const keys: [string[], string][] = [
    [ROBOTS, t("select a robot")],
    [["1", "…", String(ROBOTS.length)], t("select a robot")],
    [["←", "↑", "→", "↓"], t("slide it")],
    [["Shift", "←"], t("transparent robot: through the wall")],
    [["Backspace"], t("undo")],
    [["Ctrl", "Z"], t("undo")],
    [["Ctrl", "Y"], t("redo")],
    [["Esc"], t("back to the start, or close")],
    [["H"], t("hint")],
    [["D"], t("describe the selected robot")],
    [["I"], t("solo: I have it")],
    [["0", "…", "9", "Enter"], t("bid (in the bid field)")],
    [["N"], t("next position, or no more bids")],
    [["?"], t("this list")],
  ];
  return (
    <Dialog title={t("Keys")} onClose={onClose}>
      <dl class="keys">
        {keys.map(([names, words]) => (
          <div key={names.join()}>
            <dt>{names.map((name) => (name === "…" ? "…" : <kbd key={name}>{name}</kbd>))}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
