/*
 * A board of the atlas: how hard each cell is as a start, how many placements need how many moves, and the hardest ones, for
 * each of its targets.
 */
import { useEffect, useState } from "preact/hooks";
import { Board } from "../board/Board";
import { Picture } from "../board/Picture";
import { tokenName } from "../board/names";
import { readPosition, robotsText } from "../wasm/ops";
import { useSolution } from "../wasm/useSolution";
import { Replay } from "../game/Hints";
import { useRoute } from "../game/route";
import { Select } from "../ui/formFields";
import { Link } from "../ui/Link";
import { navigate, link } from "../ui/navigation";
import { t } from "../i18n/texts";
import { Card, Chart, Facts, number, rounded } from "./AtlasCharts";
import { Heat } from "./HeatMap";
import { type Summary, type TargetResult, meanHeat, useBoard } from "./data";

/* The board with a shortest route, to be seen step by step. */
function Watch({ position }: { position: string }) {
  const route = useRoute(position);
  const looking = useSolution(position);
  const markers = robotsText(readPosition(position).robots ?? {});
  return (
    <section class="watch" data-test="watch">
      <Board position={route.played.position} markers={markers} step={route.step} route={route.drawn} locked />
      {looking.solution ? (
        <Replay looking={looking} route={route} key={position} />
      ) : (
        <p class="help">{t("Looking for the shortest route…")}</p>
      )}
    </section>
  );
}

function Records({ board, result }: { board: string; result: TargetResult }) {
  const [watched, setWatched] = useState<string>();
  useEffect(() => setWatched(undefined), [board, result.target]);
  return (
    <section>
      <h2>{t("The hardest positions")}</h2>
      {watched && <Watch position={`${board}/${watched}/${result.target}`} />}
      <ul class="records">
        {result.hardest.map((robots) => (
          <Card
            key={robots}
            board={board}
            robots={robots}
            target={result.target}
            moves={result.max}
            watched={watched === robots}
            onWatch={() => setWatched(watched === robots ? undefined : robots)}
          />
        ))}
      </ul>
    </section>
  );
}

/* Maps take as long to make as the atlas itself, so not every board may have one. */
const noMap = (board: string): string =>
  t("There's no map of this board here. “carom atlas {board} --heat FILE.svg” draws one.", { board });
const vortexMap = (): string => t("Any robot can go to the vortex, so there's no map of starting cells.");

function Target({ board, result }: { board: string; result: TargetResult }) {
  const { target, heat, histogram, max, mean } = result;
  return (
    <>
      {heat ? (
        <Heat position={`${board}//${target}`} heat={heat} />
      ) : (
        <p class="help">{target === "V" ? vortexMap() : noMap(board)}</p>
      )}
      <Facts
        facts={[
          [t("Most moves"), number(max)],
          [t("Average moves"), number(rounded(mean))],
          [t("Placements at the maximum"), number(histogram[max] ?? 0)],
        ]}
      />
      <Chart counts={histogram} target={target} />
      <Records board={board} result={result} />
    </>
  );
}

function All({ board, results }: { board: string; results: TargetResult[] }) {
  const heat = meanHeat(results);
  if (heat) return <Heat position={board} heat={heat} />;
  return (
    <>
      <Picture position={board} class="heat-none" />
      <p class="help">{noMap(board)}</p>
    </>
  );
}

interface TargetsProps {
  board: string;
  results: TargetResult[];
  chosen: string;
}

/* All targets of the board, with their maxima. */
function Targets({ board, results, chosen }: TargetsProps) {
  return (
    <nav class="targets-row" aria-label={t("Target")}>
      <Link to={link("atlas", board)} current={chosen === ""} class="target-way">
        <b>{t("All")}</b>
      </Link>
      {results.map(({ target, max }) => (
        <Link key={target} to={link("atlas", `${board}/${target}`)} current={chosen === target} class="target-way">
          <Picture token={target} />
          <span class="heard">{tokenName(target)}</span>
          <small class="tabular">{max}</small>
        </Link>
      ))}
    </nav>
  );
}

export function BoardPage({ board, target, boards }: { board: string; target: string; boards: Summary["boards"] }) {
  const { found, missing } = useBoard(board);
  const result = found?.find((one) => one.target === target);
  return (
    <>
      <h1>{board}</h1>
      <Select
        label={t("Board")}
        value={board}
        options={boards.map(([name, max]) => [name, t("{board}: at most {n}", { board: name, n: max })])}
        onChange={(name) => navigate(link("atlas", target ? `${name}/${target}` : name))}
      />
      {missing && <p role="alert">{t("Couldn't load this board. Are you offline?")}</p>}
      {found && (
        <>
          <Targets board={board} results={found} chosen={result?.target ?? ""} />
          {result ? <Target board={board} result={result} /> : <All board={board} results={found} />}
        </>
      )}
      <p>
        <Link to={link("atlas")} class="button">
          {t("Back to the atlas")}
        </Link>
      </p>
    </>
  );
}
