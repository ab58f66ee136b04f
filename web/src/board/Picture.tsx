/*
 * A small picture by the drawing code: icons, faces, the rules' illustrations. Decorative unless it has a title.
 */
import { useMemo } from "preact/hooks";
import { type Picture as Wanted, renderPicture } from "../wasm/ops";
import { useTheme } from "../storage/settings";

let count = 0;

export interface PictureProps extends Wanted {
  class?: string;
}

export function Picture({ class: name, ...wanted }: PictureProps) {
  const theme = useTheme();
  const key = JSON.stringify(wanted);
  const svg = useMemo(
    () => renderPicture({ prefix: `p${(count += 1)}-`, ...wanted, theme: wanted.theme ?? theme }),
    [key, theme],
  );
  const hidden = wanted.title ? {} : { "aria-hidden": true };
  return <span class={`picture ${name ?? ""}`} {...hidden} dangerouslySetInnerHTML={{ __html: svg }} />;
}
