import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { Confirmation } from "./dialog.js";

interface LeavingGuardProps {
  /** Whether something would be lost. */
  readonly isUnsaved: boolean;
  readonly title: string;
  readonly children: string;
  readonly leave: string;
  readonly stay: string;
}

/** Asks before the user leaves unsaved changes: by a link, by Back and Forward, or by closing the window. */
export function LeavingGuard({ isUnsaved, title, children, leave: leaveText, stay }: LeavingGuardProps) {
  const [, navigate] = useLocation();
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const [mayLeave, setMayLeave] = useState(false);
  const guards = isUnsaved && !mayLeave;

  useEffect(() => {
    if (!guards) return;
    const controller = new AbortController();
    const { signal } = controller;
    addEventListener("beforeunload", (event) => event.preventDefault(), { signal });
    // Before any link handles it.
    document.addEventListener(
      "click",
      (event) => {
        const address = ownAddress(event);
        if (address === null) return;
        event.preventDefault();
        event.stopPropagation();
        setLeave(() => () => navigate(address));
      },
      { signal, capture: true },
    );
    // Only some browsers let a page block Back and Forward; in the others they leave.
    if ("navigation" in window) {
      navigation.addEventListener(
        "navigate",
        (event) => {
          if (event.navigationType !== "traverse" || !event.cancelable) return;
          event.preventDefault();
          const { key } = event.destination;
          setLeave(() => () => void navigation.traverseTo(key));
        },
        { signal },
      );
    }
    return () => controller.abort();
  }, [guards, navigate]);

  // The guard is off before the page is left.
  useEffect(() => {
    if (mayLeave) leave?.();
  }, [mayLeave, leave]);

  if (leave === null || mayLeave) return null;
  return (
    <Confirmation
      title={title}
      confirm={leaveText}
      cancel={stay}
      isDangerous
      onConfirm={() => setMayLeave(true)}
      onCancel={() => setLeave(null)}
    >
      {children}
    </Confirmation>
  );
}

/** The target of a click inside these pages, if it would leave this one in this window. */
function ownAddress(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target === "_blank" || link.origin !== location.origin) return null;
  const { pathname, search, hash } = link;
  const stays = pathname === location.pathname && search === location.search;
  return stays ? null : pathname + search + hash;
}
