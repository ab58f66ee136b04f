/*
 * A link within the page: an ordinary one that does not load it again.
 */
import type { ComponentChildren } from "preact";
import { navigate } from "./navigation";

interface LinkProps {
  to: string;
  class?: string;
  current?: boolean;
  test?: string; // its name for tests
  label?: string; // for those who hear it, where the words may be hidden
  children: ComponentChildren;
}

export function Link({ to, class: name, current, test, label, children }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a
      href={to}
      class={name}
      onClick={follow}
      data-test={test}
      aria-label={label}
      {...(current ? { "aria-current": "page" as const } : {})}
    >
      {children}
    </a>
  );
}
