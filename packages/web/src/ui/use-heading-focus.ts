import { useEffect } from "react";

/** Each step removes controls, also the focused one: the page's heading takes the keyboard focus then, at the top. */
export function useHeadingFocus(step: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run when controls may have gone
  useEffect(() => {
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    document.querySelector("h1")?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [step]);
}
