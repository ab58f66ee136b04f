/*
 * Choosing the target: one of the tokens printed on this board, or any cell for any robot.
 */
import { useState } from "preact/hooks";
import { Picture } from "../board/Picture";
import { TOKENS, robotName, tokenName } from "../board/names";
import { readBoard } from "../wasm/ops";
import { t } from "../i18n/texts";
import { type OwnProps, parsePosition, formatPosition } from "./position";

interface TokenButtonsProps {
  tokens: string[];
  chosen: string;
  onChoose: (token: string) => void;
}

export function TokenButtons({ tokens, chosen, onChoose }: TokenButtonsProps) {
  return (
    <div class="row wrap" role="group" aria-label={t("Target")}>
      {tokens.map((token) => (
        <button
          key={token}
          type="button"
          class="token-button"
          aria-pressed={token === chosen}
          aria-label={tokenName(token)}
          data-test={`token-${token}`}
          onClick={() => onChoose(token)}
        >
          <Picture token={token} />
        </button>
      ))}
    </div>
  );
}

/* Any cell for any robot on the board, or for whichever gets there. */
function OtherCell({ target, robots, onChoose }: { target: string; robots: string[]; onChoose: (to: string) => void }) {
  const own = target.includes("@") ? target : "";
  const [robot, setRobot] = useState(own[0] ?? "*");
  const [cell, setCell] = useState(own.slice(2));
  const choose = (event: Event) => {
    event.preventDefault();
    onChoose(`${robot}@${cell.trim().toLowerCase()}`);
  };
  return (
    <form class="row" onSubmit={choose}>
      <label>
        <span class="heard">{t("Robot")}</span>
        <select value={robot} onChange={(event) => setRobot(event.currentTarget.value)}>
          <option value="*">{t("any robot")}</option>
          {robots.map((one) => (
            <option key={one} value={one}>
              {robotName(one)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span class="heard">{t("Cell")}</span>
        <input
          type="text"
          value={cell}
          placeholder="e5"
          maxLength={3}
          onInput={(event) => setCell(event.currentTarget.value)}
        />
      </label>
      <button type="submit" disabled={!/^[a-p]\d{1,2}$/i.test(cell.trim())}>
        {t("Set")}
      </button>
    </form>
  );
}

/* Tokens are offered whose robot stands on the board. */
export function TargetPicker({ position, onChange }: OwnProps) {
  const laid = parsePosition(position);
  const robots = Object.keys(laid.robots);
  const printed = readBoard(position).tokens;
  const offered = TOKENS.filter((token) => printed[token] && (token === "V" || robots.includes(token[0] ?? "")));
  const choose = (target: string) => onChange(formatPosition({ ...laid, target }));
  return (
    <section class="token-choice" aria-label={t("Target")}>
      <h2>{t("Target")}</h2>
      <TokenButtons tokens={offered} chosen={laid.target} onChoose={choose} />
      <details>
        <summary>{t("Another cell")}</summary>
        <OtherCell target={laid.target} robots={robots} onChoose={choose} />
      </details>
    </section>
  );
}
