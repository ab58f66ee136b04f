/*
 * Undo, redo, reset and what else a screen offers, in one row.
 */
import type { ComponentChildren } from "preact";
import { Icon } from "../shell/icons";
import { t } from "../texts/texts";
import type { Route } from "./route";

export function Tools({ route, children }: { route: Pick<Route, "undo" | "redo" | "reset" | "canUndo" | "canRedo">; children?: ComponentChildren }) {
  return (
    <div class="tools">
      <button type="button" class="icon" aria-label={t("Undo")} disabled={!route.canUndo} onClick={route.undo}><Icon name="undo" /></button>
      <button type="button" class="icon" aria-label={t("Redo")} disabled={!route.canRedo} onClick={route.redo}><Icon name="redo" /></button>
      <button type="button" class="icon" aria-label={t("Back to the markers")} disabled={!route.canUndo} onClick={route.reset}><Icon name="reset" /></button>
      {children}
    </div>
  );
}
