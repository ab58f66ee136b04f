/*
 * Laying the printed board: four faces chosen from pictures, robots dragged (or nudged with the arrow keys), the token
 * picked from the seventeen.
 */
import { useState } from "preact/hooks";
import { Board } from "../board/Board";
import { Picture } from "../board/Picture";
import { TOKENS, robotName, tokenName } from "../board/names";
import { type Cell, type Direction, ROBOTS, type Robot, board, faces } from "../carom/ask";
import { cellAt, column, row } from "../board/geometry";
import { InWords } from "../game/Stage";
import { useKeys } from "../game/keys";
import { Dialog } from "../parts/Dialog";
import { announce } from "../parts/announce";
import { t } from "../texts/texts";
import { describeBoard } from "../board/spoken";
import { type OwnProps, FIRST_LAID, exchange, place, take, toggle, write } from "./position";

const STEP: Record<Direction, [number, number]> = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };

export function Lay({ position, onChange }: OwnProps) {
  const laid = take(position);
  const [selected, select] = useState<Robot | undefined>("R");
  const [slot, open] = useState<number>();
  const printed = board(position).faces;
  const put = (robot: Robot, cell: Cell): boolean => {
    const next = place(laid, robot, cell);
    if (next) onChange(write(next));
    else announce(t("No robot may stand there."));
    return next !== undefined;
  };
  /* To the next cell in that direction where it may stand. */
  const nudge = (direction: Direction) => {
    const from = selected && laid.robots[selected];
    if (!selected || !from) return;
    const [dx, dy] = STEP[direction];
    const { width, height } = board(position);
    let c = column(from) + dx;
    let r = row(from) + dy;
    for (; c >= 0 && r >= 0 && c < width && r < height; c += dx, r += dy) {
      const next = place(laid, selected, cellAt(c, r));
      if (next) {
        announce(`${robotName(selected)}, ${cellAt(c, r)}`);
        return onChange(write(next));
      }
    }
  };
  useKeys({
    robots: ROBOTS,
    onRobot: (robot) => (laid.robots[robot] ? select(robot) : onChange(write(toggle(laid, robot)))),
    onDirection: nudge,
  });
  return (
    <div class="stage">
      <div class="stage-status">
        <p class="help">{t("Drag the robots to their cells, or choose one and use the arrow keys.")}</p>
      </div>
      <div class="stage-board" role="group" aria-label={t("Board")}>
        <Board
          position={position}
          selected={selected}
          onSelect={select}
          onPlace={put}
          onPoint={(cell) => selected && put(selected, cell)}
        />
      </div>
      <div class="stage-controls">
        {printed.length === 4 ? (
          <Slots position={position} faces={printed} onOpen={open} />
        ) : (
          <p>
            {t("This board was drawn by hand.")}{" "}
            <button type="button" onClick={() => onChange(FIRST_LAID)}>
              {t("Back to printed sections")}
            </button>
          </p>
        )}
        <h2>{t("Robots")}</h2>
        <div class="row wrap" role="group" aria-label={t("Robots")}>
          {ROBOTS.map((robot) => (
            <button
              key={robot}
              type="button"
              class={`robot-button ${laid.robots[robot] ? "" : "absent"}`}
              aria-pressed={robot === selected && laid.robots[robot] !== undefined}
              aria-label={
                laid.robots[robot]
                  ? `${robotName(robot)}, ${laid.robots[robot]}`
                  : t("{robot}: not on the board", { robot: robotName(robot) })
              }
              onClick={() =>
                laid.robots[robot] ? select(robot) : (onChange(write(toggle(laid, robot))), select(robot))
              }
            >
              <Picture robot={robot} />
            </button>
          ))}
          {selected && laid.robots[selected] && (
            <button type="button" class="quiet" onClick={() => onChange(write(toggle(laid, selected)))}>
              {t("Take off: {robot}", { robot: robotName(selected) })}
            </button>
          )}
        </div>
      </div>
      <div class="stage-more">
        <Tokens
          position={position}
          value={laid.target}
          onChange={(target) => onChange(write({ ...laid, target }))}
          robots={Object.keys(laid.robots)}
        />
        <InWords lines={() => describeBoard(position)} />
      </div>
      {slot !== undefined && (
        <Dialog title={t("Which section lies here?")} onClose={() => open(undefined)} wide>
          <Faces
            chosen={printed[slot] ?? ""}
            onChoose={(face) => (onChange(write(exchange(laid, slot, face))), open(undefined))}
          />
        </Dialog>
      )}
    </div>
  );
}

const corners = (): string[] => [t("north-west"), t("north-east"), t("south-east"), t("south-west")];
const QUARTER = [
  [0, 0],
  [8, 0],
  [8, 8],
  [0, 8],
] as const;

function Slots({
  position,
  faces: printed,
  onOpen,
}: {
  position: string;
  faces: string[];
  onOpen: (slot: number) => void;
}) {
  return (
    <>
      <h2>{t("Sections")}</h2>
      <div class="slots">
        {[0, 1, 3, 2].map((slot) => (
          <button
            key={slot}
            type="button"
            aria-label={t("{corner}: section {face}. Change", {
              corner: corners()[slot] ?? "",
              face: printed[slot] ?? "",
            })}
            data-test={`slot-${slot}`}
            onClick={() => onOpen(slot)}
          >
            <Picture
              position={position}
              only={1 | 4 | 8 | 128 | 256}
              column={QUARTER[slot]?.[0] ?? 0}
              row={QUARTER[slot]?.[1] ?? 0}
              width={8}
              height={8}
              bare
            />
            <span>{printed[slot]}</span>
          </button>
        ))}
      </div>
    </>
  );
}

function Faces({ chosen, onChoose }: { chosen: string; onChoose: (face: string) => void }) {
  return (
    <div class="faces">
      {Object.entries(faces()).map(([face, { barriers }]) => (
        <button
          key={face}
          type="button"
          aria-pressed={face === chosen}
          data-test={`face-${face}`}
          aria-label={barriers ? t("section {face}, with barriers", { face }) : t("section {face}", { face })}
          onClick={() => onChoose(face)}
        >
          <Picture face={face} bare />
          <span>{face}</span>
        </button>
      ))}
    </div>
  );
}

interface TokensProps {
  position: string;
  value: string;
  robots: string[];
  onChange: (target: string) => void;
}

/* The tokens printed on this board whose robot stands on it, and any cell for any robot. */
export function Tokens({ position, value, robots, onChange }: TokensProps) {
  const printed = board(position).tokens;
  const own = value.includes("@") ? value : "";
  const [robot, setRobot] = useState(own[0] ?? "*");
  const [cell, setCell] = useState(own.slice(2));
  const choose = (event: Event) => {
    event.preventDefault();
    onChange(`${robot}@${cell.trim().toLowerCase()}`);
  };
  return (
    <section class="token-choice" aria-label={t("Target")}>
      <h2>{t("Target")}</h2>
      <div class="row wrap">
        {TOKENS.filter((token) => printed[token] && (token === "V" || robots.includes(token[0] ?? ""))).map((token) => (
          <button
            key={token}
            type="button"
            class="token-button"
            aria-pressed={token === value}
            aria-label={tokenName(token)}
            data-test={`token-${token}`}
            onClick={() => onChange(token)}
          >
            <Picture token={token} />
          </button>
        ))}
      </div>
      <details>
        <summary>{t("Any other cell")}</summary>
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
      </details>
    </section>
  );
}
