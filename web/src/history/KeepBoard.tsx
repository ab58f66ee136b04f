/*
 * Keeps the board of a position on this device, and practises on it.
 */
import { useState } from "preact/hooks";
import { isBoardKept, keepBoard } from "../storage/keptBoards";
import { loadItem, saveItem } from "../storage/settings";
import { announce } from "../ui/announce";
import { Icon } from "../ui/icons";
import { link, navigate } from "../ui/navigation";
import { dealPositions, readPosition } from "../wasm/ops";
import { t } from "../i18n/texts";
import { Named } from "./Named";

/* The board of a position of Ricochet Robots, if it has room for robots and a target; of another, nothing. */
export function boardOf(position: string): string | undefined {
  const { game, board } = readPosition(position);
  return game === "ricochet" && dealPositions({ position: board }, 1).length > 0 ? board : undefined;
}

export function practiseOn(board: string): void {
  saveItem("practice", { ...loadItem<object>("practice", {}), kept: board });
  navigate(link("practice"));
}

export function KeepBoard({ position }: { position: string }) {
  const board = boardOf(position);
  const [, again] = useState(0);
  if (!board) return null;
  const kept = isBoardKept(board);
  const keep = () => {
    keepBoard(board, !kept);
    again((n) => n + 1);
    announce(kept ? t("Board removed.") : t("Board saved. You'll find it in your history and in practice."));
  };
  return (
    <button type="button" class="quiet" aria-pressed={kept} onClick={keep} data-test="keep-board">
      <Icon name={kept ? "check" : "plus"} /> {kept ? t("Board saved") : t("Save this board")}
    </button>
  );
}

/* A kept board with its name, to practise on or to remove. */
export function KeptBoard({ board, onRemove }: { board: string; onRemove: () => void }) {
  return (
    <>
      <button type="button" class="quiet kept-name" onClick={() => practiseOn(board)} data-test="practise-on">
        <Named position={board} /> <Icon name="next" />
        <span class="heard">{t("Practise on this board")}</span>
      </button>
      <button type="button" class="quiet icon" aria-label={t("Remove this board")} onClick={onRemove}>
        <Icon name="minus" />
      </button>
    </>
  );
}
