/*
 * Whoever makes a table sits down at it without being asked again: the wish to join goes with them to its page, and what
 * they want there besides.
 */
export interface Joining {
  head?: number; // a head start
  bot?: number; // a bot of this level sits down too
  start?: boolean; // and the game begins
  bots?: number[]; // bots of these levels sit down too
  stranger?: boolean; // among people one does not know: any name will do
}
let wanted: { code: string; with: Joining } | undefined;
export const savePendingJoin = (code: string, joining: Joining = {}): void => void (wanted = { code, with: joining });
export function takePendingJoin(code: string): Joining | undefined {
  if (wanted?.code !== code) return undefined;
  const joining = wanted.with;
  wanted = undefined;
  return joining;
}
