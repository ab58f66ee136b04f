import { describe, expect, it, vi } from "vitest";
import { type Keys, press } from "./keys";

const key = (name: string, more: object = {}) =>
  ({ key: name, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more }) as KeyboardEvent;

function keys(): { [K in keyof Required<Keys>]: Required<Keys>[K] } {
  return {
    robots: ["R", "B", "T"],
    onRobot: vi.fn(),
    onDirection: vi.fn(),
    onUndo: vi.fn(),
    onRedo: vi.fn(),
    onReset: vi.fn(),
    letters: { h: vi.fn() },
  };
}

describe("keys", () => {
  it("select by letter in any case, and by digit in the order shown", () => {
    const all = keys();
    press(all, key("b"));
    press(all, key("T"));
    press(all, key("1"));
    expect(all.onRobot).toHaveBeenNthCalledWith(1, "B");
    expect(all.onRobot).toHaveBeenNthCalledWith(2, "T");
    expect(all.onRobot).toHaveBeenNthCalledWith(3, "R");
  });
  it("do nothing for robots that are not on the board", () => {
    const all = keys();
    expect(press(all, key("s"))).toBe(false);
    expect(press(all, key("6"))).toBe(false);
    expect(all.onRobot).not.toHaveBeenCalled();
  });
  it("slide with arrows, with Shift through walls", () => {
    const all = keys();
    press(all, key("ArrowLeft"));
    press(all, key("ArrowUp", { shiftKey: true }));
    expect(all.onDirection).toHaveBeenNthCalledWith(1, "W", false);
    expect(all.onDirection).toHaveBeenNthCalledWith(2, "N", true);
  });
  it("undo, redo, reset", () => {
    const all = keys();
    for (const event of [
      key("Backspace"),
      key("z", { ctrlKey: true }),
      key("y", { ctrlKey: true }),
      key("z", { metaKey: true, shiftKey: true }),
      key("Escape"),
    ])
      press(all, event);
    expect(all.onUndo).toHaveBeenCalledTimes(2);
    expect(all.onRedo).toHaveBeenCalledTimes(2);
    expect(all.onReset).toHaveBeenCalledTimes(1);
  });
  it("work on every keyboard: by the letter where the layout has it, otherwise by its place", () => {
    const all = keys();
    press(all, key("и", { code: "KeyB" })); // Russian
    press(all, key("Process", { code: "KeyR" })); // an input method
    press(all, key("é", { code: "Digit2" })); // French
    press(all, key("t", { code: "KeyK" })); // Dvorak: the letter counts
    expect(vi.mocked(all.onRobot).mock.calls.map(([robot]) => robot)).toEqual(["B", "R", "B", "T"]);
    press(all, key("я", { code: "KeyZ", ctrlKey: true }));
    press(all, key("ρ", { code: "KeyH" }));
    expect(all.onUndo).toHaveBeenCalledTimes(1);
    expect(all.letters.h).toHaveBeenCalledTimes(1);
    expect(press(all, key("!", { code: "Digit1", shiftKey: true }))).toBe(false);
  });
  it("leave the browser's own shortcuts alone", () => {
    const all = keys();
    expect(press(all, key("r", { ctrlKey: true }))).toBe(false);
    expect(press(all, key("h", { altKey: true }))).toBe(false);
    expect(all.onRobot).not.toHaveBeenCalled();
  });
});
