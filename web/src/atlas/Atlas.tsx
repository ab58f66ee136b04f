/*
 * The atlas: what is known of all positions of the game. First what all results come to; an address with a board (and a target)
 * shows that one.
 */
import { Select } from "../ui/formFields";
import { Link } from "../ui/Link";
import { type ScreenProps, navigate, link } from "../ui/navigation";
import { t, tc, tn } from "../i18n/texts";
import { BoardPage } from "./BoardPage";
import { Card, Chart, Facts, number, placementsText, rounded } from "./AtlasCharts";
import { type Sampled, type Summary, turned, useSummary } from "./data";
import { tokenName } from "../board/names";
import "./atlas.css";

function Sample({ sample }: { sample: Sampled[] }) {
  return (
    <section>
      <h2>{t("Boards with barriers")}</h2>
      <p>
        {t(
          "With barriers every robot moves differently, so there is far more to count: 1,050 boards have some. " +
            "These boards and targets are a random sample.",
        )}
      </p>
      <div class="scrolled" role="region" aria-label={t("Boards with barriers")} tabIndex={0}>
        <table class="tabular">
          <thead>
            <tr>
              <th scope="col">{t("Board")}</th>
              <th scope="col">{t("Target")}</th>
              <th scope="col">{t("Most moves")}</th>
              <th scope="col">{t("Average moves")}</th>
              <th scope="col">{tc("position", "Hardest")}</th>
            </tr>
          </thead>
          <tbody>
            {sample.map(({ board, target, max, mean, hardest }) => (
              <tr key={board + target}>
                <th scope="row">{board}</th>
                <td>{tokenName(target)}</td>
                <td>{max}</td>
                <td>{number(rounded(mean))}</td>
                <td>
                  <Link to={link("practice", `${board}/${hardest[0] ?? ""}/${target}`)}>{t("Play")}</Link>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/* How far the box of 2013 has been counted. */
function Later({ later }: { later: Summary["later"] }) {
  return (
    <section data-test="later">
      <h2>{t("Boards of 2013 without barriers")}</h2>
      <p>
        {t(
          "390 of them need sections that aren't in the 1999 box. {n} of these boards have been counted so far; " +
            "their hardest position needs {max} moves.",
          { n: later.boards, max: later.max },
        )}
      </p>
      <ul class="records">
        {later.records.map((one) => (
          <Card key={one.board + one.target} {...one} robots={one.hardest[0] ?? ""} moves={one.max} />
        ))}
      </ul>
    </section>
  );
}

function Overview({ summary }: { summary: Summary }) {
  const { placements, unsolvable, mean, max, long, moves, records, later, sample, boards } = summary;
  return (
    <>
      <h1>{t("The atlas")}</h1>
      <p>
        {t(
          "How many moves can a position need? For the 1999 box, every one has been counted: 96 boards, 17 " +
            "targets, every placement of the four robots.",
        )}
      </p>
      <p class="claim" data-test="claim">
        {tn("No position needs more than {n} move.", "No position needs more than {n} moves.", max)}
      </p>
      <Facts
        facts={[
          [t("Positions counted"), number(placements)],
          [t("Average moves"), number(rounded(mean))],
          [t("Positions without a route"), number(unsolvable)],
          [t("Positions of 20 or more moves"), number(long)],
          [tn("Positions of {n} move", "Positions of {n} moves", max), placementsText(moves[max] ?? 0)],
        ]}
      />
      <Chart counts={moves} />
      <section>
        <h2>{t("The hardest positions")}</h2>
        <ul class="records">
          {records.map((one) => (
            <Card key={one.board + one.target} {...one} robots={one.hardest[0] ?? ""} moves={one.max} />
          ))}
        </ul>
      </section>
      <section>
        <h2>{t("Board by board")}</h2>
        <p>
          {t("See how hard each starting cell is, how many moves the placements need, and which ones are the hardest.")}
        </p>
        <Select
          label={t("Board")}
          value=""
          options={[
            ["", "–"],
            ...boards.map(([board, most]): [string, string] => [board, t("{board}: at most {n}", { board, n: most })]),
          ]}
          onChange={(board) => board && navigate(link("atlas", board))}
        />
      </section>
      {later.boards > 0 && <Later later={later} />}
      {sample.length > 0 && <Sample sample={sample} />}
    </>
  );
}

export function Atlas({ rest }: ScreenProps) {
  const { found, missing } = useSummary();
  const [first = "", target = ""] = rest.split("/");
  const board = turned(first);
  const known = found?.boards.some(([name]) => name === board);
  return (
    <article class="atlas">
      {missing && <p role="alert">{t("Couldn't load the atlas. Are you offline?")}</p>}
      {found &&
        (known ? <BoardPage board={board} target={target} boards={found.boards} /> : <Overview summary={found} />)}
    </article>
  );
}
