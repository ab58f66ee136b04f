/*
 * Own board: a companion for the box on the table. Lay the board as it lies there (or draw one), set the robots, pick the
 * token; then hourglass, score sheet, and the solver with its hints. The address always holds the position.
 */
import { useEffect, useState } from "preact/hooks";
import { warm } from "../carom/solver";
import type { ScreenProps } from "../parts/address";
import { Dialog } from "../parts/Dialog";
import { Icon } from "../parts/icons";
import { announce } from "../parts/announce";
import { link, mirror } from "../parts/address";
import { Link } from "../parts/Link";
import { keep, recall } from "../device/settings";
import { t } from "../texts/texts";
import { Companion } from "./Companion";
import { Draw } from "./Draw";
import { Lay } from "./Lay";
import { Sharing } from "./Sharing";
import { FIRST_LAID, readable } from "./position";

type Tab = "lay" | "draw" | "play";

/* What the address says: a position, or `edit` for an empty board to draw on. */
function first(rest: string): { tab: Tab; position: string } {
  if (rest === "edit") return { tab: "draw", position: "8x8/Rb2,Gg7" };
  const kept = recall<string>("own", FIRST_LAID);
  return { tab: "lay", position: readable(rest) ?? readable(kept) ?? FIRST_LAID };
}

export function Own({ rest }: ScreenProps) {
  const [state, set] = useState(() => first(rest));
  const [sharing, share] = useState(false);
  const [wrong] = useState(() => rest !== "" && rest !== "edit" && !readable(rest));
  const { tab, position } = state;
  const move = (next: string) => set((before) => ({ ...before, position: next }));
  useEffect(() => {
    mirror("own", position);
    keep("own", position);
  }, [position]);
  useEffect(() => {
    const asked = rest && rest !== "edit" ? readable(rest) : undefined;
    if (asked && asked !== position) move(asked);
  }, [rest]);
  useEffect(warm, []);
  useEffect(() => {
    if (wrong) announce(t("That address holds no position. Here is a fresh board."), "assertive");
  }, []);
  return (
    <>
      <div class="tabs">
        <h1 class="heard">{t("Own board")}</h1>
        <Tabs tab={tab} onChange={(one) => set({ ...state, tab: one })} />
        <button type="button" class="quiet" onClick={() => share(true)} data-test="share">
          <Icon name="share" /> {t("Share or paste")}
        </button>
        <Link to={link("new", `board/${position}`)} class="button quiet" test="at-a-table">
          {t("At a table")}
        </Link>
      </div>
      {wrong && <p class="setup help">{t("That address holds no position. Here is a fresh board.")}</p>}
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${tab}`}>
        {tab === "lay" && <Lay position={position} onChange={move} />}
        {tab === "draw" && <Draw position={position} onChange={move} />}
        {tab === "play" && (
          <Companion position={position} onChange={move} onLay={() => set({ ...state, tab: "lay" })} />
        )}
      </div>
      {sharing && (
        <Dialog title={t("Share or paste")} onClose={() => share(false)}>
          <Sharing position={position} onChange={(next) => (move(next), share(false))} />
        </Dialog>
      )}
    </>
  );
}

function Tabs({ tab, onChange }: { tab: Tab; onChange: (tab: Tab) => void }) {
  const tabs: [Tab, string][] = [
    ["lay", t("Lay")],
    ["draw", t("Draw")],
    ["play", t("Play")],
  ];
  return (
    <div role="tablist" aria-label={t("Own board")}>
      {tabs.map(([one, words]) => (
        <button
          key={one}
          type="button"
          role="tab"
          id={`tab-${one}`}
          aria-selected={one === tab}
          aria-controls="tab-panel"
          data-test={`tab-${one}`}
          onClick={() => onChange(one)}
        >
          {words}
        </button>
      ))}
    </div>
  );
}
