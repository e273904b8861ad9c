import { useEffect } from "react";
import { useLocation } from "wouter";

/** The search field's id, and the history state of a user who came to it by `/`. */
export const SEARCH_FIELD = "search-field";
export const BY_SLASH = "slash";

/** `/` leads to the search field from anywhere, except while the user types or answers a question. */
export function useSlashSearches(): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.key !== "/" || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target instanceof Element && target.closest("input, textarea, select, [contenteditable]")) return;
      if (document.querySelector("[role=dialog], [role=alertdialog]")) return;
      event.preventDefault();
      const field = document.getElementById(SEARCH_FIELD);
      if (!(field instanceof HTMLInputElement)) return navigate("/", { state: BY_SLASH });
      field.focus();
      field.select();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [navigate]);
}
