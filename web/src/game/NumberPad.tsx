/*
 * A number for a bid: typed, wherever the focus is, or tapped on keys under the thumb.
 */
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n/texts";

interface NumberPadProps {
  label: string;
  onBid: (moves: number) => void;
  most?: number; // digits
  shy?: boolean; // digits typed elsewhere mean something else
}

/* Digits typed anywhere go into the bid field, where nothing else wants them. */
function useDigits(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return;
    const listener = (event: KeyboardEvent) => {
      const typing = event.target instanceof Element && event.target.closest("input, select, textarea, dialog");
      if (typing || event.ctrlKey || event.altKey || event.metaKey || !/^[0-9]$/.test(event.key)) return;
      document.querySelector<HTMLInputElement>(".number-pad input")?.focus();
    };
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, [wanted]);
}

export function NumberPad({ label, onBid, most = 3, shy = false }: NumberPadProps) {
  useDigits(!shy);
  const [digits, setDigits] = useState("");
  const press = (digit: string) => setDigits((before) => (before + digit).replace(/^0+/, "").slice(0, most));
  const bid = (event?: Event) => {
    event?.preventDefault();
    if (digits === "") return;
    onBid(Number(digits));
    setDigits("");
  };
  /* Enter says the number; on a digit that was tapped it must not tap it again. */
  const enter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || digits === "" || !(event.target instanceof HTMLButtonElement)) return;
    bid(event);
  };
  return (
    <form class="number-pad" onSubmit={bid} onKeyDown={enter}>
      <label>
        <span class="heard">{t("Number of moves")}</span>
        <input
          type="text"
          inputMode="numeric"
          pattern="[0-9]*"
          autocomplete="off"
          placeholder="?"
          value={digits}
          data-test="bid-field"
          onInput={(event) => setDigits(event.currentTarget.value.replace(/\D/g, "").slice(0, most))}
        />
      </label>
      <div class="digits">
        {["1", "2", "3", "4", "5", "6", "7", "8", "9"].map((digit) => (
          <button key={digit} type="button" onClick={() => press(digit)}>
            {digit}
          </button>
        ))}
        <button type="button" aria-label={t("Delete")} onClick={() => setDigits(digits.slice(0, -1))}>
          ⌫
        </button>
        <button type="button" onClick={() => press("0")}>
          0
        </button>
        <button type="submit" class="primary" disabled={digits === ""} data-test="bid">
          {label}
        </button>
      </div>
    </form>
  );
}
