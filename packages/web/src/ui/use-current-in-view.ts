import { type RefObject, useLayoutEffect, useRef } from "react";

/** For a line of links that scrolls sideways where it is short: shows the current link, in the middle if it can. */
export function useCurrentInView(current: string | undefined): RefObject<HTMLElement | null> {
  const line = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run when the current link changes
  useLayoutEffect(() => showCurrent(line.current), [current]);
  return line;
}

/** The line must be positioned, as its links are measured against it. */
function showCurrent(line: HTMLElement | null): void {
  const link = line?.querySelector<HTMLElement>("[aria-current]");
  if (line && link) line.scrollLeft = link.offsetLeft - (line.clientWidth - link.offsetWidth) / 2;
}
