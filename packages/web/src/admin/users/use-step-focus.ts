import { type RefObject, useEffect, useRef } from "react";

/** Moves the keyboard focus to the heading of each new step, so that screen readers continue there. */
export function useStepFocus(page: RefObject<HTMLElement | null>, step: unknown): void {
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    page.current?.querySelector("h1")?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [page, step]);
}
