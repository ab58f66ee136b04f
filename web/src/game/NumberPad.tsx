/*
 * A number for a bid: a tap chooses one, a second tap or the button says it, so that a slip of the thumb costs nothing. Other numbers are
 * typed, wherever the focus is. What the referee would not take (your own bid can only go down, R11) is faint.
 */
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n/texts";
import "./number-pad.css";

interface NumberPadProps {
  label: string;
  onBid: (moves: number) => void;
  most?: number | undefined; // the highest number that is taken
  digits?: number; // how many can be typed
  shy?: boolean; // digits typed elsewhere mean something else
}

const CHIPS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

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

export function NumberPad({ label, onBid, most = Infinity, digits = 3, shy = false }: NumberPadProps) {
  useDigits(!shy);
  const [number, setNumber] = useState("");
  const say = (moves: string) => {
    if (moves === "") return;
    onBid(Number(moves));
    setNumber("");
  };
  const tap = (chip: string) => (chip === number ? say(chip) : setNumber(chip));
  const submit = (event: Event) => {
    event.preventDefault();
    say(number);
  };
  /* Enter says the number; on a chip that was tapped it must not tap it again. */
  const enter = (event: KeyboardEvent) => {
    if (event.key === "Enter" && number !== "" && event.target instanceof HTMLButtonElement) submit(event);
  };
  return (
    <form class="number-pad" onSubmit={submit} onKeyDown={enter}>
      <label>
        <span class="heard">{t("Number of moves")}</span>
        <input
          type="text"
          inputMode="numeric"
          pattern="[0-9]*"
          autocomplete="off"
          placeholder="…"
          value={number}
          data-test="bid-field"
          onInput={(event) =>
            setNumber(event.currentTarget.value.replace(/\D/g, "").replace(/^0+/, "").slice(0, digits))
          }
        />
      </label>
      <div class="digits" role="group" aria-label={t("Number of moves")}>
        {CHIPS.map(String).map((chip) => (
          <button
            key={chip}
            type="button"
            aria-pressed={chip === number}
            disabled={Number(chip) > most}
            onClick={() => tap(chip)}
          >
            {chip}
          </button>
        ))}
        <button type="submit" class="primary" disabled={number === ""} data-test="bid">
          {label}
        </button>
      </div>
    </form>
  );
}
