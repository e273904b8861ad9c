import { useEffect, useRef, useState } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { Button as AriaButton } from "react-aria-components/Button";
import { Input } from "react-aria-components/Input";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { SearchField as AriaSearchField } from "react-aria-components/SearchField";
import { useMessages } from "../i18n/i18n.js";
import { BY_SLASH, SEARCH_FIELD } from "../shell/slash.js";
import { classes } from "../ui/classes.js";
import list from "../ui/list-box.module.css";
import type { Suggestion } from "./answers.js";
import { messages } from "./messages.js";
import styles from "./search-field.module.css";

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called on Enter or the button, but not on the Enter that confirms a conversion. */
  readonly onSubmit: () => void;
  /** Called when a Japanese conversion begins and ends. */
  readonly onComposing: (composing: boolean) => void;
  /** Shown below the field while the user types. */
  readonly suggestions: readonly Suggestion[];
  readonly onSuggestion: (suggestion: Suggestion) => void;
}

export const QUERY_MAX = 1_000;

/** The one search field; `/` leads to it from anywhere (`useSlashSearches`). */
export function SearchField({ value, onChange, onSubmit, onComposing, suggestions, onSuggestion }: SearchFieldProps) {
  const text = useMessages(messages);
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isComposing = useRef(false);
  const compose = (now: boolean) => {
    isComposing.current = now;
    onComposing(now);
  };
  const isShown = isOpen && suggestions.length > 0;
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
        if (isComposing.current) return;
        setOpen(false);
        onSubmit();
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
      onCompositionStart={() => compose(true)}
      onCompositionEnd={() => compose(false)}
      onKeyDownCapture={(event) => {
        if (isConverting(event.nativeEvent)) {
          // Neither the form nor the field sees it: Enter would send, Escape would clear, arrows would select.
          event.stopPropagation();
          if (event.key === "Enter") event.preventDefault();
          return;
        }
        // The arrow opens the list again.
        if (event.key === "ArrowDown" && event.target === input.current) setOpen(true);
        // The first Escape closes the list, the next one clears the field, which browsers do by themselves too.
        if (event.key !== "Escape" || !isShown) return;
        event.stopPropagation();
        event.preventDefault();
        setOpen(false);
      }}
    >
      <Autocomplete disableAutoFocusFirst>
        <AriaSearchField
          className={styles.field ?? ""}
          aria-label={text.field}
          value={value}
          onChange={(typed) => {
            setOpen(true);
            onChange(typed);
          }}
          maxLength={QUERY_MAX}
        >
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
        {isShown && (
          <ListBox
            className={classes(list.list, styles.suggestions)}
            aria-label={text.suggestions}
            items={suggestions.map((suggestion) => ({ ...suggestion, id: keyOf(suggestion) }))}
            onAction={(key) => {
              const chosen = suggestions.find((suggestion) => keyOf(suggestion) === key);
              setOpen(false);
              if (chosen) onSuggestion(chosen);
            }}
          >
            {(suggestion) => (
              <ListBoxItem className={classes(list.choice, styles.suggestion)} textValue={suggestion.text}>
                <span>{suggestion.text}</span>
                <span className={classes(list.detail, styles.what)}>
                  {suggestion.document_title ?? text.suggested[suggestion.document_id === null ? "word" : "document"]}
                </span>
              </ListBoxItem>
            )}
          </ListBox>
        )}
      </Autocomplete>
      <button type="submit" className={styles.send} aria-label={text.send}>
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <circle cx="8.5" cy="8.5" r="5.5" />
          <path d="m13 13 4.5 4.5" />
        </svg>
      </button>
    </form>
  );
}

/** A selected suggestion is never another one's place: the list may change below it. */
const keyOf = ({ text, document_id, chunk_id }: Suggestion) => JSON.stringify([document_id, chunk_id, text]);

/** The Enter that ends a conversion comes before its end in some browsers and after it in others, there with code 229. */
const isConverting = ({ isComposing, keyCode }: KeyboardEvent) => isComposing || keyCode === 229;
