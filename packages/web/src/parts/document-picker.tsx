import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useMessages } from "../i18n/i18n.js";
import { ComboBox } from "../ui/combo-box.js";
import { useDebounced } from "../ui/use-debounced.js";
import { offered } from "./choices.js";
import { messages } from "./messages.js";
import { useAnswer } from "./use-answer.js";

interface DocumentPickerProps {
  readonly label: string;
  /** The label of an identifier that no published document has; without it, only published documents can be picked. */
  readonly enter?: (typed: string) => string;
  /** A document that cannot be picked. */
  readonly except?: string;
  readonly onPick: (document_id: string) => void;
}

const OFFERED = 20;
/** How long typing must pause before the search starts, in milliseconds. */
const TYPING_PAUSE = 200;

/** Picks a document by title or identifier. */
export function DocumentPicker({ label, enter, except, onPick }: DocumentPickerProps) {
  const { documents: text } = useMessages(messages);
  const [typed, setTyped] = useState("");
  const query = typed.trim();
  const debounced = useDebounced(query, TYPING_PAUSE);
  const { data, isPlaceholderData } = useAnswer(
    "listDocuments",
    { query: debounced || undefined, limit: OFFERED },
    { placeholderData: keepPreviousData, staleTime: 30_000 },
  );
  const isThere = data !== undefined && debounced === query && !isPlaceholderData;
  const choices = (data?.items ?? []).map(({ document_id, title }) => ({
    value: document_id,
    text: title,
    detail: document_id,
  }));
  // Until the answer arrives, it is unknown whether the identifier is in it.
  const asTyped = enter && isThere ? { text: enter, detail: text.notPublished } : null;
  return (
    <ComboBox
      label={label}
      description={text.hint}
      choices={offered(choices, typed, except === undefined ? [] : [except], asTyped)}
      status={isThere ? undefined : text.searching}
      typed={typed}
      onType={setTyped}
      onPick={onPick}
    />
  );
}
