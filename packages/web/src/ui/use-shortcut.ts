import { useEffect, useLayoutEffect, useRef } from "react";

const FIELDS = "input, textarea, select, [contenteditable]";

/**
 * Calls `act` instead of what the browser does with this key, unless a dialog is open. A key without Ctrl
 * is a field's own: it types, moves the caret or opens a list.
 */
export function useShortcut(isMeant: (event: KeyboardEvent) => boolean, act: () => void): void {
  const latest = useRef({ isMeant, act });
  // Before the screen shows what a key then means.
  useLayoutEffect(() => {
    latest.current = { isMeant, act };
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || !latest.current.isMeant(event)) return;
      if (document.querySelector("[role=dialog], [role=alertdialog]")) return;
      if (!event.ctrlKey && !event.metaKey && event.target instanceof Element && event.target.closest(FIELDS)) return;
      event.preventDefault();
      latest.current.act();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
}
