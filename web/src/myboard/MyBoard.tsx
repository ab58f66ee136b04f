/*
 * Own board: a companion for the box on the table. Lay the board as it lies there (or draw one), set the robots, pick the
 * token; then hourglass, score sheet, and the solver with its hints. The address always holds the position.
 */
import { useEffect, useState } from "preact/hooks";
import { warmUp } from "../wasm/solver";
import type { ScreenProps } from "../ui/navigation";
import { Dialog } from "../ui/Dialog";
import { Icon } from "../ui/icons";
import { announce } from "../ui/announce";
import { link, replaceUrl } from "../ui/navigation";
import { Link } from "../ui/Link";
import { saveItem, loadItem } from "../storage/settings";
import { t } from "../i18n/texts";
import { KeepBoard } from "../history/KeepBoard";
import { Companion } from "./Companion";
import { FreeBoardEditor } from "./FreeBoardEditor";
import { PrintedBoardEditor } from "./PrintedBoardEditor";
import { SharePosition } from "./SharePosition";
import { DEFAULT_POSITION, positionError } from "./position";
import "./myboard.css";

type Tab = "lay" | "draw" | "play";

/* What the address says: a position, or `edit` for an empty board to draw on. */
function first(rest: string): { tab: Tab; position: string } {
  if (rest === "edit") return { tab: "draw", position: "8x8/Rb2,Gg7" };
  const kept = loadItem<string>("own", DEFAULT_POSITION);
  return { tab: "lay", position: positionError(rest) ?? positionError(kept) ?? DEFAULT_POSITION };
}

export function MyBoard({ rest }: ScreenProps) {
  const [state, setState] = useState(() => first(rest));
  const [sharing, setSharing] = useState(false);
  const [wrong] = useState(() => rest !== "" && rest !== "edit" && !positionError(rest));
  const { tab, position } = state;
  const move = (next: string) => setState((before) => ({ ...before, position: next }));
  useEffect(() => {
    replaceUrl("own", position);
    saveItem("own", position);
  }, [position]);
  useEffect(() => {
    const asked = rest && rest !== "edit" ? positionError(rest) : undefined;
    if (asked && asked !== position) move(asked);
  }, [rest]);
  useEffect(warmUp, []);
  useEffect(() => {
    if (wrong) announce(t("There's no position in that address. Here's a fresh board."), "assertive");
  }, []);
  return (
    <>
      <div class="tabs">
        <h1 class="heard">{t("My board")}</h1>
        <Tabs tab={tab} onChange={(one) => setState({ ...state, tab: one })} />
        <button type="button" class="quiet" onClick={() => setSharing(true)} data-test="share">
          <Icon name="share" /> {t("Share or paste")}
        </button>
        <KeepBoard position={position} />
        <Link to={link("new", `board/${position}`)} class="button quiet" test="at-a-table">
          {t("Play at a table")}
        </Link>
      </div>
      {wrong && <p class="setup help">{t("There's no position in that address. Here's a fresh board.")}</p>}
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${tab}`}>
        {tab === "lay" && <PrintedBoardEditor position={position} onChange={move} />}
        {tab === "draw" && <FreeBoardEditor position={position} onChange={move} />}
        {tab === "play" && (
          <Companion position={position} onChange={move} onLay={() => setState({ ...state, tab: "lay" })} />
        )}
      </div>
      {sharing && (
        <Dialog title={t("Share or paste")} onClose={() => setSharing(false)}>
          <SharePosition position={position} onChange={(next) => (move(next), setSharing(false))} />
        </Dialog>
      )}
    </>
  );
}

function Tabs({ tab, onChange }: { tab: Tab; onChange: (tab: Tab) => void }) {
  const tabs: [Tab, string][] = [
    ["lay", t("Set up")],
    ["draw", t("Draw")],
    ["play", t("Play")],
  ];
  return (
    <div role="tablist" aria-label={t("My board")}>
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
