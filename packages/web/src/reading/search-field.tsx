import { type RefObject, useEffect, useRef } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { SearchField as AriaSearchField } from "react-aria-components/SearchField";
import { useMessages } from "../i18n/i18n.js";
import { BY_SLASH, SEARCH_FIELD } from "../shell/slash.js";
import { Button } from "../ui/button.js";
import { messages } from "./messages.js";
import styles from "./search-field.module.css";

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called on Enter or the button, but not on the Enter that confirms a conversion. */
  readonly onSubmit: () => void;
  /** Called when a Japanese conversion begins and ends. */
  readonly onComposing: (composing: boolean) => void;
}

export const QUERY_MAX = 1_000;

/** The one search field; `/` leads to it from anywhere (`useSlashSearches`). */
export function SearchField({ value, onChange, onSubmit, onComposing }: SearchFieldProps) {
  const text = useMessages(messages);
  const input = useRef<HTMLInputElement>(null);
  const composing = useComposition(input, onComposing);
  // A user who came by `/` from another page continues typing.
  useEffect(() => {
    if (history.state === BY_SLASH) input.current?.focus();
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser in use knows <search>
    <form
      role="search"
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!composing.current) onSubmit();
      }}
    >
      <AriaSearchField className={styles.field ?? ""} value={value} onChange={onChange} maxLength={QUERY_MAX}>
        <Label>{text.field}</Label>
        <Input
          ref={input}
          id={SEARCH_FIELD}
          className={styles.input ?? ""}
          placeholder={text.placeholder}
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
        />
        <AriaButton className={styles.clear ?? ""} aria-label={text.clear}>
          <span aria-hidden>✕</span>
        </AriaButton>
      </AriaSearchField>
      <Button look="primary" type="submit">
        {text.send}
      </Button>
    </form>
  );
}

/**
 * Whether a conversion is in progress. The Enter that ends one comes before its end in some browsers and after it in
 * others, there with the key code 229.
 */
function useComposition(input: RefObject<HTMLInputElement | null>, onComposing: (composing: boolean) => void) {
  const composing = useRef(false);
  const told = useRef(onComposing);
  told.current = onComposing;
  useEffect(() => {
    const field = input.current;
    if (!field) return;
    const set = (now: boolean) => {
      composing.current = now;
      told.current(now);
    };
    const controller = new AbortController();
    const { signal } = controller;
    field.addEventListener("compositionstart", () => set(true), { signal });
    field.addEventListener("compositionend", () => set(false), { signal });
    field.addEventListener(
      "keydown",
      (event) => {
        // Neither the form nor the field sees it: Enter would send, and Escape would clear.
        if (event.isComposing || event.keyCode === 229) event.stopPropagation();
        if (event.key === "Enter" && (event.isComposing || event.keyCode === 229)) event.preventDefault();
      },
      { signal, capture: true },
    );
    return () => controller.abort();
  }, [input]);
  return composing;
}
