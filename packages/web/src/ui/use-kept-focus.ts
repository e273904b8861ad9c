import { useCallback, useLayoutEffect, useRef } from "react";

/**
 * Keeps the keyboard focus on the page when the element that has it is removed: it goes to `place`. The browser would
 * move it to the beginning of the page. Both are refs.
 */
export function useKeptFocus() {
  const isLost = useRef(false);
  const next = useRef<HTMLElement>(null);
  const removed = useCallback(
    (element: HTMLElement | null) => () => {
      isLost.current = element?.contains(document.activeElement) ?? false;
    },
    [],
  );
  const place = useCallback((element: HTMLElement | null) => {
    next.current = element;
  }, []);
  useLayoutEffect(() => {
    if (isLost.current) next.current?.focus({ preventScroll: true });
    isLost.current = false;
  });
  return { removed, place };
}
