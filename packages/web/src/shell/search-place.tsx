import { createContext, type ReactNode, use, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { SearchBar } from "../reading/search-bar.js";
import { useSessionState } from "../session/session-provider.js";

interface MovedField {
  readonly box: HTMLElement;
  /** What the field had when its last place was left; null: not the keyboard focus. */
  focused: HTMLElement | null;
}

const Field = createContext<MovedField | null>(null);

/**
 * The one search field. It moves between the places of pages with its text, its list and the keyboard focus: results
 * come while the user types on the home page, and the field is then in the header.
 */
export function WithSearchField({ children }: { children: ReactNode }) {
  const [field] = useState<MovedField>(() => ({ box: document.createElement("div"), focused: null }));
  const { kind } = useSessionState();
  return (
    <Field value={field}>
      {children}
      {kind === "signed-in" && createPortal(<SearchBar />, field.box)}
    </Field>
  );
}

/** Where the search field is on this page. */
export function SearchPlace({ className }: { className: string | undefined }) {
  const field = use(Field);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (field === null) return;
    const { box, focused } = field;
    place.current?.append(box);
    focused?.focus({ preventScroll: true });
    // Runs before the place is removed, which takes the focus away.
    return () => {
      const { activeElement } = document;
      field.focused = activeElement instanceof HTMLElement && box.contains(activeElement) ? activeElement : null;
    };
  }, [field]);
  return <div ref={place} className={className} />;
}
