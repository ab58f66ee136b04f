/*
 * What is said where the page's program does not run: index.html without JavaScript, and the manifest that a device shows when the
 * page is installed. The build puts them there in every language (vite.config.ts).
 */
const markText = (id: string): string => id; // for extraction

export const ABOUT = markText(
  "Ricochet Robots and Micro Robots in the browser: alone, together, or beside your own board.",
);
export const NO_SCRIPT = markText("carom needs JavaScript for its board.");
