/*
 * The code of a table in two groups that can be read out, K7M2 QXAB: the gap is only seen, so that a copied code is whole.
 */
export function TableCode({ code }: { code: string }) {
  const half = Math.ceil(code.length / 2);
  return (
    <span class="code-groups">
      <span>{code.slice(0, half)}</span>
      <span>{code.slice(half)}</span>
    </span>
  );
}

/* As people type it: small letters, with or without a gap. */
export const cleanCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
