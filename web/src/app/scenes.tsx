/*
 * A small scene for each way to play: robots by the drawing code, a few props around them. Units are thousandths of a cell.
 */
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { type Direction, renderPicture } from "../wasm/ops";
import { useTheme } from "../storage/settings";

interface RobotProps {
  robot: string;
  look?: Direction;
  mood?: string;
  x: number;
  y: number;
  size: number; // of the robot, 1 is a whole cell
}

/* A robot or a token inside another picture. */
export function Piece({ x, y, size, ...wanted }: Omit<RobotProps, "robot"> & { robot?: string; token?: string }) {
  const theme = useTheme();
  const half = 500 * size;
  const svg = useMemo(
    () =>
      renderPicture({ ...wanted, theme, plain: true })
        .replace("<svg ", `<svg x="${x - half}" y="${y - half}" width="${2 * half}" height="${2 * half}" `)
        .replace(' role="img"', ""),
    [theme],
  );
  return <g dangerouslySetInnerHTML={{ __html: svg }} />;
}

const Hourglass = () => (
  <g transform="translate(0 -10) scale(.74)">
    <path
      class="si-glass"
      d="M-250-350C-250-140-50-80-50 0C-50 80-250 140-250 350H250C250 140 50 80 50 0C50-80 250-140 250-350Z"
    />
    <path
      class="si-sand"
      d="M-150-190C-110-110-30-70 0-10C30-70 110-110 150-190ZM-214 328C-190 250-60 200 0 200C60 200 190 250 214 328Z"
    />
    <path class="si-line" d="M-275-395H275M-275 395H275" />
  </g>
);
const Stopwatch = () => (
  <g transform="translate(-470 -30) scale(.58)">
    <path class="si-line" d="M0-540V-440" />
    <circle class="si-ink" r="440" />
    <circle class="si-card" r="340" />
    <path class="si-red" d="M0 0V-340A340 340 0 0 1 294 170Z" />
  </g>
);
const Screen = () => (
  <g transform="translate(400 20) scale(.8)">
    <rect class="si-ink" x="-420" y="-330" width="840" height="560" rx="120" />
    <rect class="si-screen" x="-330" y="-240" width="660" height="380" rx="60" />
    <circle class="si-eye" cx="-130" cy="-40" r="74" />
    <circle class="si-eye" cx="130" cy="-40" r="74" />
    <path class="si-line" d="M-200 330H200" />
  </g>
);
const Cap = () => (
  <g transform="translate(0 -190) scale(.74)">
    <path class="si-ink" d="M0-260L560-40L0 180L-560-40Z" />
    <path class="si-tassel" d="M470 0V260" />
    <circle class="si-red" cx="470" cy="290" r="66" />
  </g>
);
const Cardboard = () => (
  <>
    <g transform="translate(-250 20) scale(.56)">
      <rect class="si-board" x="-640" y="-640" width="1280" height="1280" rx="90" />
      <path class="si-grid" d="M-210-640V640M210-640V640M-640-210H640M-640 210H640" />
      <path class="si-line" d="M-210-640V-210M210 210H640" />
    </g>
    <g transform="translate(500 60) scale(.8)">
      <rect class="si-ink" x="-260" y="-430" width="520" height="860" rx="110" />
      <rect class="si-phone" x="-190" y="-340" width="380" height="620" rx="40" />
      <path class="si-tick" d="M-90 0L-20 80L110-90" />
    </g>
  </>
);

const SCENES: Record<string, { tint: string; art: () => ComponentChildren }> = {
  practice: {
    tint: "B",
    art: () => (
      <>
        <path class="si-dots" d="M-150 110H130" />
        <Piece token="Bs" x={440} y={110} size={0.62} />
        <Piece robot="B" look="E" x={-440} y={90} size={0.66} />
        <path class="si-line" d="M760-260V420" />
      </>
    ),
  },
  table: {
    tint: "G",
    art: () => (
      <>
        <Hourglass />
        <Piece robot="G" look="E" x={-520} y={120} size={0.62} />
        <Piece robot="Y" look="W" x={520} y={120} size={0.62} />
      </>
    ),
  },
  rush: {
    tint: "R",
    art: () => (
      <>
        <Stopwatch />
        <path class="si-speed" d="M-150-40H-20M-190 130H-40M-130 290H-10" />
        <Piece robot="R" look="E" mood="sliding" x={290} y={70} size={0.76} />
      </>
    ),
  },
  computer: {
    tint: "S",
    art: () => (
      <>
        <Screen />
        <Piece robot="S" look="E" x={-330} y={60} size={0.76} />
      </>
    ),
  },
  lessons: {
    tint: "Y",
    art: () => (
      <>
        <Piece robot="Y" look="S" x={0} y={130} size={0.78} />
        <Cap />
      </>
    ),
  },
  own: {
    tint: "board",
    art: () => (
      <>
        <Cardboard />
        <Piece robot="R" look="E" x={-490} y={260} size={0.26} />
        <Piece token="Gs" x={-12} y={-218} size={0.2} />
      </>
    ),
  },
};

export function Scene({ name }: { name: string }) {
  const scene = SCENES[name];
  return (
    <svg class={`scene tint-${scene?.tint}`} viewBox="-800 -560 1600 1100" aria-hidden="true">
      {scene?.art()}
    </svg>
  );
}
