/*
 * Boards that somebody wants to see again: kept on this device, the latest first, to be practised on.
 */
import { loadItem, saveItem } from "./settings";

export const BOARDS_MAX = 50;

export const keptBoards = (): string[] => loadItem<string[]>("boards", []);
export const isBoardKept = (board: string): boolean => keptBoards().includes(board);

export function keepBoard(board: string, kept: boolean): void {
  const others = keptBoards().filter((one) => one !== board);
  saveItem("boards", kept ? [board, ...others].slice(0, BOARDS_MAX) : others);
}
