// Golden games (tests/golden/referee/README.md) as the commands that the referee reads.
import { readFileSync } from "node:fs";

// `12 ana bid 5` as the JSON that the referee reads.
function command(line, drawing) {
  if (line.startsWith("!")) return line.slice(1).trim();
  const [, at, words] = /^(\d+) (.*)$/.exec(line);
  const nobody = /^(open|void|tick|pause|resume)\b/.test(words);
  const [, by, doing, rest] = (nobody ? /^()(\S+) ?(.*)$/ : /^(\S+) (\S+) ?(.*)$/).exec(words);
  const made = { at: Number(at), ...(nobody ? {} : { by }), do: doing };
  if (doing === "open") made.rules = { ...JSON.parse(rest || "{}"), ...(drawing ? { board: drawing } : {}) };
  else if (doing === "bid" && rest) made.moves = Number(rest);
  else if (doing === "hand") made.route = rest;
  else if (doing === "move") made.move = rest;
  else if (/^(join|start|chip)$/.test(doing) && rest) Object.assign(made, JSON.parse(rest));
  return JSON.stringify(made);
}

// The games of a file: the text, its lines, and the commands in them as JSON.
export function readGames(file) {
  return readFileSync(file, "utf8")
    .trimEnd()
    .split(/\n-{3,}\n/)
    .map((text) => {
      const game = text.split("\n");
      const drawing = game.filter((line) => /^([+|]|robots )/.test(line)).join("\n");
      return { text, game, lines: game.filter((line) => /^[0-9!]/.test(line)).map((line) => command(line, drawing)) };
    });
}
