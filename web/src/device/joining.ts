/*
 * Whoever makes a table sits down at it without being asked again: the wish to join goes with them to its page.
 */
let wanted = "";
export const keepJoin = (code: string): void => void (wanted = code);
export function takeJoin(code: string): boolean {
  const mine = wanted === code;
  if (mine) wanted = "";
  return mine;
}
