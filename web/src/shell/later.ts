/*
 * Screens that are loaded when they are first wanted.
 */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

const loaded = new Map<string, ComponentType<never>>();

export function useLater<P>(
  name: string,
  show: ComponentType<P> | (() => Promise<ComponentType<P>>),
  later: boolean,
): ComponentType<P> | undefined {
  const [, again] = useState(0);
  useEffect(() => {
    if (!later || loaded.has(name)) return;
    void (show as () => Promise<ComponentType<P>>)().then((one) => {
      loaded.set(name, one as ComponentType<never>);
      again((n) => n + 1);
    });
  }, [name]);
  return later ? (loaded.get(name) as ComponentType<P> | undefined) : (show as ComponentType<P>);
}
