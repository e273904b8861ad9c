import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { LoadedText } from "./loaded-text.js";

/** The id of the element of a passage or section; the page's own ids have no colon. */
export function elementId(id: string): string {
  return `p:${id}`;
}

const elementOf = (id: string) => document.getElementById(elementId(id));

/** The user reads at a third of the window's height: the section there is the current one. */
const READING_LINE = "-33% 0px -66% 0px";
/** What a user does to scroll. */
const TAKES_OVER = ["wheel", "touchmove", "keydown", "pointerdown"] as const;
/** Held for another key, or alone: they scroll nothing. */
const MODIFIERS: ReadonlySet<string> = new Set(["Alt", "AltGraph", "Control", "Meta", "Shift"]);

/** @returns a function that ends it */
function whenUserTakesOver(act: () => void): () => void {
  const on = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || !MODIFIERS.has(event.key)) act();
  };
  for (const kind of TAKES_OVER) addEventListener(kind, on, { passive: true });
  return () => {
    for (const kind of TAKES_OVER) removeEventListener(kind, on);
  };
}

/** The section that the user reads, from the position of scrolling. */
export function useCurrentSection(text: LoadedText | null) {
  const [current, setCurrent] = useState<string | null>(null);
  // After a jump its section is the current one, although a short one ends above the line.
  const jumped = useRef<string | null>(null);
  useEffect(
    () =>
      whenUserTakesOver(() => {
        jumped.current = null;
      }),
    [],
  );
  useEffect(() => {
    if (text === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (jumped.current !== null && isInWindow(elementOf(jumped.current))) return;
        const shown = entries.findLast(({ isIntersecting }) => isIntersecting)?.target;
        if (shown instanceof HTMLElement) setCurrent(shown.dataset.section ?? null);
      },
      { rootMargin: READING_LINE },
    );
    for (const element of document.querySelectorAll("[data-section]")) observer.observe(element);
    return () => observer.disconnect();
  }, [text]);
  const jumpTo = useCallback((section: string | null) => {
    jumped.current = section;
    setCurrent(section);
  }, []);
  return { current: current ?? text?.runs[0]?.section ?? null, jumpTo };
}

function isInWindow(element: HTMLElement | null): boolean {
  if (element === null) return false;
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/** Frames in which a jump is corrected, because text above the passage gets its real height only when it is shown. */
const CORRECTIONS = 8;

/**
 * Scrolls to a passage, once for each address.
 * @param takesFocus whether the keyboard and a screen reader go on from there
 */
export function useOpening(
  passage: string | null,
  text: LoadedText | null,
  takesFocus: boolean,
  onOpened: (id: string) => void,
) {
  const opened = useRef<string | null>(null);
  const reveal = useCallback(
    (id: string): boolean => {
      const element = elementOf(id);
      if (element === null) return false;
      let left = CORRECTIONS;
      const place = () => {
        // A long passage would show its beginning, and not the words that are quoted.
        (element.querySelector("[data-quoted] mark") ?? element).scrollIntoView({ block: "start" });
        // Again after the first time: a dialog that closes gives the focus back to its button.
        if (takesFocus) element.focus({ preventScroll: true });
        left -= 1;
        if (left > 0) frame.current = requestAnimationFrame(place);
      };
      cancelAnimationFrame(frame.current);
      element.tabIndex = -1;
      place();
      return true;
    },
    [takesFocus],
  );
  const frame = useRef(0);
  useEffect(() => {
    const stop = () => cancelAnimationFrame(frame.current);
    const release = whenUserTakesOver(stop);
    return () => {
      stop();
      release();
    };
  }, []);
  useEffect(() => {
    if (passage === null) {
      if (opened.current !== null) scrollTo(0, 0);
      opened.current = null;
      return;
    }
    if (opened.current === passage || text === null || !reveal(passage)) return;
    opened.current = passage;
    onOpened(passage);
  }, [passage, text, reveal, onOpened]);
  return reveal;
}

/**
 * Keeps the text in its place when more is added above it, where the browser does not: Safari has no scroll anchoring,
 * and no browser anchors at the very top.
 */
export function useKeptPlace(first: string | undefined): void {
  const before = useRef(first);
  useLayoutEffect(() => {
    const last = before.current;
    before.current = first;
    if (last === undefined || first === undefined || last === first) return;
    const [above, now] = [elementOf(first), elementOf(last)];
    const anchors = "overflowAnchor" in document.documentElement.style;
    if (above === null || now === null || (anchors && scrollY > 0)) return;
    scrollBy(0, now.getBoundingClientRect().top - above.getBoundingClientRect().top);
  }, [first]);
}
