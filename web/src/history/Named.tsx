/*
 * The name of a position with its colour.
 */
import { positionName } from "./positionName";
import "./names.css";

export function Named({ position }: { position: string }) {
  const { name, hue } = positionName(position);
  return (
    <span class="position-name" data-test="position-name" data-hue={hue}>
      <i style={{ "--hue": hue }} aria-hidden="true" />
      <bdi translate={false}>{name}</bdi>
    </span>
  );
}
