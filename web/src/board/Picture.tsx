/*
 * A small picture by the drawing code: icons, faces, the rules' illustrations. Decorative unless it has a title.
 */
import { useMemo } from "preact/hooks";
import { type Picture as Wanted, renderPicture } from "../wasm/ops";
import { useLook } from "../storage/settings";

let count = 0;

export interface PictureProps extends Wanted {
  class?: string;
}

export function Picture({ class: name, ...wanted }: PictureProps) {
  const key = JSON.stringify({ ...useLook(), ...wanted });
  const svg = useMemo(() => renderPicture({ prefix: `p${(count += 1)}-`, ...(JSON.parse(key) as Wanted) }), [key]);
  const hidden = wanted.title ? {} : { "aria-hidden": true };
  return <span class={`picture ${name ?? ""}`} {...hidden} dangerouslySetInnerHTML={{ __html: svg }} />;
}
