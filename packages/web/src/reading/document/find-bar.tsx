import { useEffect, useMemo, useRef, useState } from "react";
import { useMessages } from "../../i18n/i18n.js";
import { Button } from "../../ui/button.js";
import { Meta, Row } from "../../ui/layout.js";
import { TextField } from "../../ui/text-field.js";
import { useDebounced } from "../../ui/use-debounced.js";
import { messages } from "../messages.js";
import { type Edition, useDocumentParts } from "../queries.js";
import styles from "./find-bar.module.css";
import { chunksWith } from "./find-in-text.js";
import { elementId } from "./use-reading-place.js";

const PHRASE_MAX = 200;
/** How long typing must pause, in milliseconds. */
const TYPING_PAUSE = 150;

interface FindBarProps {
  /** The version on screen. */
  readonly shown: Edition;
  readonly onFound: (chunk_id: string, phrase: string) => void;
  readonly onClose: () => void;
}

/**
 * A search for a phrase in the whole document, for documents of which the browser has only a part. All of the text
 * passes through the browser once, but only the passages around a place that was found are laid out.
 */
export function FindBar({ shown, onFound, onClose }: FindBarProps) {
  const text = useMessages(messages);
  const [phrase, setPhrase] = useState("");
  const [at, setAt] = useState(-1);
  const settled = useDebounced(phrase, TYPING_PAUSE);
  const { parts, isComplete, error } = useDocumentParts(shown, true);
  const found = useMemo(() => chunksWith(settled, parts), [settled, parts]);
  // Closing leaves the keyboard at the place that was found, as the browser's own search does.
  const place = useRef<string | null>(null);
  const go = (step: number) => {
    if (found.length === 0) return;
    const next = at < 0 && step < 0 ? found.length - 1 : (at + step + found.length) % found.length;
    setAt(next);
    place.current = found[next] as string;
    onFound(place.current, settled.trim());
  };
  const bar = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    bar.current?.querySelector("input")?.focus();
    return () => {
      const found = place.current && document.getElementById(elementId(place.current));
      const next = found || before;
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser in use knows <search>
    <form
      ref={bar}
      role="search"
      aria-label={text.findTitle}
      className={styles.bar}
      data-screen
      onSubmit={(event) => {
        event.preventDefault();
        go(1);
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Escape") onClose();
        if (event.key === "Enter" && event.shiftKey) {
          event.preventDefault();
          go(-1);
        }
      }}
    >
      <TextField
        label={text.findTitle}
        value={phrase}
        onChange={(value) => {
          setPhrase(value);
          setAt(-1);
        }}
        maxLength={PHRASE_MAX}
        input={{ autoComplete: "off", spellCheck: false }}
      />
      <Meta role="status">
        {settled.trim() !== "" && text.findCount(at + 1, found.length)}
        {settled.trim() !== "" && !isComplete && !error && ` ${text.findReading}`}
        {error && text.findFailed}
      </Meta>
      <Row gap={1}>
        <Button small onPress={() => go(-1)} isDisabled={found.length === 0} aria-label={text.findPrevious}>
          ↑
        </Button>
        <Button small onPress={() => go(1)} isDisabled={found.length === 0} aria-label={text.findNext}>
          ↓
        </Button>
        <Button small look="quiet" onPress={onClose}>
          {text.close}
        </Button>
      </Row>
    </form>
  );
}
