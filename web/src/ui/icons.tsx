/*
 * Line icons for buttons, all on one grid of 24.
 */
const paths = {
  undo: "M9 5 4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3",
  redo: "M15 5l5 5-5 5M20 10H10a5 5 0 0 0 0 10h3",
  reset: "M5 5v6h6M5.5 11a7.5 7.5 0 1 1 1 5",
  hint: "M9 18h6M10 21h4M8 14a6 6 0 1 1 8 0c-1 1-1.5 1.5-1.5 3h-5c0-1.5-.5-2-1.5-3z",
  next: "M5 12h14M13 6l6 6-6 6",
  play: "M8 5v14l11-7z",
  pause: "M8 5v14M16 5v14",
  back: "M19 12H5M11 6l-6 6 6 6",
  sliders: "M4 7h8M18 7h2M15 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM4 17h2M12 17h8M9 14a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  keys: "M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8",
  menu: "M4 6h16M4 11h16M4 16h10",
  share: "M12 15V4M8 8l4-4 4 4M5 13v6h14v-6",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  dice: "M5 5h14v14H5zM9 9h.01M15 9h.01M12 12h.01M9 15h.01M15 15h.01",
  check: "M5 13l4 4L19 7",
  people:
    "M8.5 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-4 2.5-6 6-6s6 2 6 6M16 4.5a3.3 3.3 0 0 1 0 6.3M18 14.5c2.3.7 3.5 2.6 3.5 5.5",
  learn: "M3 8l9-4 9 4-9 4zM7 10v5c0 2 10 2 10 0v-5M21 8v6",
  sound: "M4 9v6h4l5 4V5L8 9zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11",
  smile: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9 10h.01M15 10h.01M8 14c2 3 6 3 8 0",
  silent: "M4 9v6h4l5 4V5L8 9zM17 9l5 6M22 9l-5 6",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={`line icon-${name}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
