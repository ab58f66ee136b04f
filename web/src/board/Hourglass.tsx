/*
 * An hourglass with real sand: the upper heap sinks, the lower one grows by the same amount, a thread falls between. It
 * turns over when it starts. Time comes from outside; this only shows it and says the last seconds aloud.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { announce } from "../ui/announce";
import { prefersNoMotion } from "../storage/settings";
import { t, tn } from "../i18n/texts";
import { sound } from "./sounds";

interface HourglassProps {
  until?: number | undefined; // when the sand is out, on the clock of `now`
  length: number; // ms the sand runs
  now: () => number;
  stopped?: boolean | undefined;
}

const HALF = 44; // height of the sand in one bulb
const SAID = [30, 10, 5];

/* The bulb narrows towards the neck, so equal sand is not equal height. */
const heapTop = (share: number): number => HALF * Math.sqrt(share);
const heapLow = (share: number): number => HALF * (1 - Math.sqrt(1 - share));

function useRemaining({ until, now, stopped }: HourglassProps): number {
  const [, tick] = useState(0);
  useEffect(() => {
    if (until === undefined || stopped) return;
    let stop = false;
    const again = () => {
      if (stop) return;
      tick((n) => n + 1);
      if (now() < until) setTimeout(() => requestAnimationFrame(again), 80);
    };
    again();
    return () => {
      stop = true;
    };
  }, [until, stopped]);
  return until === undefined ? 0 : Math.max(0, until - now());
}

export const clock = (ms: number): string => {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

export function Hourglass(props: HourglassProps) {
  const left = useRemaining(props);
  const running = props.until !== undefined && !props.stopped;
  const share = props.until === undefined ? 1 : Math.min(1, left / props.length);
  const seconds = Math.ceil(left / 1000);
  const said = useRef(Infinity);
  const [turned, setTurned] = useState(0);
  useEffect(() => {
    if (props.until === undefined) return;
    said.current = Infinity;
    sound("sand");
    setTurned((n) => n + 1);
  }, [props.until]);
  useEffect(() => {
    if (!running) return;
    const due = SAID.filter((mark) => seconds <= mark && props.length > mark * 1000).at(-1);
    if (due && due < said.current && seconds > 0) {
      said.current = due;
      announce(tn("{n} second left", "{n} seconds left", seconds));
    }
    if (seconds > 0 && seconds <= 10) sound("tick");
  }, [seconds, running]);
  const top = heapTop(share);
  const low = heapLow(1 - share);
  const last = running && left > 0 && left <= 10_000;
  return (
    <div
      class={`hourglass ${last ? "last" : ""}`}
      role="timer"
      aria-label={t("Hourglass: {time}", { time: clock(props.until === undefined ? props.length : left) })}
    >
      <svg
        viewBox="0 0 80 120"
        aria-hidden="true"
        key={prefersNoMotion() ? 0 : turned}
        class={turned > 0 && running ? "turning" : ""}
      >
        <defs>
          <clipPath id="bulbs">
            <path d="M14 12H66C66 40 44 50 43 60C44 70 66 80 66 108H14C14 80 36 70 37 60C36 50 14 40 14 12Z" />
          </clipPath>
        </defs>
        <path
          class="glass"
          d="M14 12H66C66 40 44 50 43 60C44 70 66 80 66 108H14C14 80 36 70 37 60C36 50 14 40 14 12Z"
        />
        <g clip-path="url(#bulbs)" class="sand">
          <path d={`M0 ${60 - top}Q40 ${60 - top + (running ? 7 : 0)} 80 ${60 - top}V60H0Z`} />
          <path d={`M0 108V${108 - low * 0.82}Q40 ${108 - low * 1.25} 80 ${108 - low * 0.82}V108Z`} />
          {running && left > 0 && <path class="thread" d="M39 58H41V108H39Z" />}
        </g>
        <path class="frame" d="M8 8H72M8 112H72" />
      </svg>
      <span class="seconds" aria-hidden="true">
        {clock(props.until === undefined ? props.length : left)}
      </span>
    </div>
  );
}
