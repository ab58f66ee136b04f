/*
 * The score sheet for the game on the table, kept on the device.
 */
import { useState } from "preact/hooks";
import { Icon } from "../ui/icons";
import { saveItem, loadItem } from "../storage/settings";
import { t } from "../i18n/texts";

interface Line {
  name: string;
  score: number;
}

export function ScoreSheet() {
  const [lines, setLines] = useState<Line[]>(() => loadItem<Line[]>("scores", []));
  const [name, setName] = useState("");
  const change = (next: Line[]) => {
    setLines(next);
    saveItem("scores", next);
  };
  const add = (event: Event) => {
    event.preventDefault();
    if (name.trim() === "") return;
    change([...lines, { name: name.trim(), score: 0 }]);
    setName("");
  };
  const count = (i: number, by: number) =>
    change(lines.map((line, n) => (n === i ? { ...line, score: Math.max(0, line.score + by) } : line)));
  return (
    <section class="scores" aria-label={t("Score sheet")}>
      <h2>{t("Score sheet")}</h2>
      <ul>
        {lines.map((line, i) => (
          <Counted key={i} line={line} onCount={(by) => count(i, by)} />
        ))}
      </ul>
      <form class="row" onSubmit={add}>
        <label>
          <span class="heard">{t("Name")}</span>
          <input
            type="text"
            placeholder={t("Name")}
            value={name}
            maxLength={24}
            data-test="score-name"
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <button type="submit">{t("Add")}</button>
        {lines.length > 0 && (
          <button type="button" class="quiet" onClick={() => change([])}>
            {t("Clear")}
          </button>
        )}
      </form>
    </section>
  );
}

function Counted({ line: { name, score }, onCount }: { line: Line; onCount: (by: number) => void }) {
  return (
    <li>
      <span title={name}>{name}</span>
      <button
        type="button"
        class="icon"
        aria-label={t("Take a token from {name}", { name })}
        onClick={() => onCount(-1)}
      >
        <Icon name="minus" />
      </button>
      <b class="tabular">{score}</b>
      <button type="button" class="icon" aria-label={t("Give {name} a token", { name })} onClick={() => onCount(1)}>
        <Icon name="plus" />
      </button>
    </li>
  );
}
