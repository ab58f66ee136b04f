/*
 * The first screen for newcomers: a board that plays a real route by itself, and one button. Whoever has played before gets
 * ReturningHome.tsx.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { Moves } from "../board/RouteMoves";
import { Picture } from "../board/Picture";
import { LAYER } from "../wasm/ops";
import { t } from "../i18n/texts";
import { Icon } from "../ui/icons";
import { Later } from "../ui/Later";
import { Link } from "../ui/Link";
import { playNowLink } from "../ui/navigation";
import { CodeField } from "./CodeField";
import { ContinueCard } from "./ContinueCard";
import { Ways } from "./Ways";

/* One of the shortest routes of this position: five moves of one robot, one of them over a barrier. */
const SHOWN = { position: "Y2-G4-R1-B4/Re7,Yc12,Ge3,Bb7/Bp", route: ["BS", "BW", "BN", "BE", "BN"] };

const FIRST_LOOK = 900; // ms for the board before it moves; what moves it is fetched then

function Show() {
  const stage = useRef<HTMLDivElement>(null);
  const [made, setMade] = useState(0);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let gone = false;
    const timer = setTimeout(async () => {
      const { playRouteForEver } = await import("./heroRoute");
      if (stage.current && !gone) stop = playRouteForEver(stage.current, SHOWN, setMade);
    }, FIRST_LOOK);
    return () => {
      gone = true;
      clearTimeout(timer);
      stop?.();
    };
  }, []);
  return (
    <div class="hero-stage">
      <div class="hero-crowd" aria-hidden="true">
        {["S", "G", "T"].map((robot) => (
          <Picture key={robot} robot={robot} look="S" plain />
        ))}
      </div>
      <div class="board hero-board" ref={stage} data-test="hero-board" data-made={made} aria-hidden="true">
        <Later soon>
          <Picture
            position={SHOWN.position}
            markers="Bb7"
            off={LAYER.coordinates}
            plain
            bare
            prefix=""
            class="hero-picture"
          />
        </Later>
      </div>
      <p class="hero-moves" aria-hidden="true">
        <Moves moves={SHOWN.route} past={made} />
      </p>
    </div>
  );
}

export function Home() {
  const [coded, setCoded] = useState(false);
  return (
    <>
      <section class="hero">
        <h1>{t("Ricochet Robots in your browser")}</h1>
        <p class="lead">
          {t("Robots without brakes: they slide until something stops them. Bounce one onto its target.")}
        </p>
        <Show />
        <div class="hero-act">
          <ContinueCard />
          <div class="cta">
            <Picture robot="R" look="S" plain class="peek" />
            <Link to={playNowLink()} class="button primary big" test="play-now">
              {t("Play your first puzzle")} <Icon name="next" />
            </Link>
          </div>
          {coded ? (
            <CodeField focus />
          ) : (
            <button type="button" class="quiet have-code" onClick={() => setCoded(true)} data-test="have-code">
              <Icon name="people" /> <span>{t("I have a table code")}</span>
            </button>
          )}
        </div>
      </section>
      <Ways />
    </>
  );
}
