import { useLocation } from "wouter";
import { useShortcut } from "../ui/use-shortcut.js";

/** The search field's id, and the history state of a user who came to it by `/`. */
export const SEARCH_FIELD = "search-field";
export const BY_SLASH = "slash";

const isSlash = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => key === "/" && !ctrlKey && !metaKey && !altKey;

/** `/` leads to the search field from anywhere, except while the user types or answers a question. */
export function useSlashSearches(): void {
  const [, navigate] = useLocation();
  useShortcut(isSlash, () => {
    const field = document.getElementById(SEARCH_FIELD);
    if (!(field instanceof HTMLInputElement)) return navigate("/", { state: BY_SLASH });
    field.focus();
    field.select();
  });
}
