/*
 * A number for a bid: typed, or tapped on keys under the thumb.
 */
import { useState } from "preact/hooks";
import { t } from "../texts/texts";

interface NumberPadProps {
  label: string;
  onBid: (moves: number) => void;
  most?: number; // digits
}

export function NumberPad({ label, onBid, most = 3 }: NumberPadProps) {
  const [digits, set] = useState("");
  const press = (digit: string) => set((before) => (before + digit).replace(/^0+/, "").slice(0, most));
  const bid = (event?: Event) => {
    event?.preventDefault();
    if (digits === "") return;
    onBid(Number(digits));
    set("");
  };
  return (
    <form class="number-pad" onSubmit={bid}>
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
          onInput={(event) => set(event.currentTarget.value.replace(/\D/g, "").slice(0, most))}
        />
      </label>
      <div class="digits">
        {["1", "2", "3", "4", "5", "6", "7", "8", "9"].map((digit) => (
          <button key={digit} type="button" onClick={() => press(digit)}>
            {digit}
          </button>
        ))}
        <button type="button" aria-label={t("Delete")} onClick={() => set(digits.slice(0, -1))}>
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
