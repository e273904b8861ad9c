import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useMessages } from "../i18n/i18n.js";
import { ComboBox } from "../ui/combo-box.js";
import { useDebounced } from "../ui/use-debounced.js";
import { offered } from "./choices.js";
import { messages } from "./messages.js";
import { FRESH } from "./principal-queries.js";
import { useAnswer } from "./use-answer.js";

interface UserPickerProps {
  readonly label: string;
  readonly chosen?: readonly string[];
  /** The label of an unregistered number; without it, only registered users can be picked. */
  readonly enter?: (typed: string) => string;
  readonly onPick: (user_id: string) => void;
}

const OFFERED = 20;
/** How long typing must pause before the search starts, in milliseconds. */
const TYPING_PAUSE = 200;

/** Picks a user by number or name. */
export function UserPicker({ label, chosen = [], enter, onPick }: UserPickerProps) {
  const { users: text, inactive, notRegistered } = useMessages(messages);
  const [typed, setTyped] = useState("");
  const query = typed.trim();
  const debounced = useDebounced(query, TYPING_PAUSE);
  const { data, isPlaceholderData } = useAnswer(
    "listUsers",
    { query: debounced, limit: OFFERED },
    { enabled: debounced !== "", placeholderData: keepPreviousData, staleTime: FRESH },
  );
  const isThere = data !== undefined && debounced === query && !isPlaceholderData;
  const found = (data?.items ?? []).map(({ user_id, display_name, is_active }) => ({
    value: user_id,
    text: `${user_id} ${display_name}`,
    ...(!is_active && { detail: inactive }),
  }));
  // Until the answer arrives, it is unknown whether the number is registered.
  const asTyped = enter && isThere ? { text: enter, detail: notRegistered } : null;
  return (
    <ComboBox
      label={label}
      description={text.hint}
      choices={query === "" ? [] : offered(found, typed, chosen, asTyped)}
      status={query === "" ? text.type : isThere ? undefined : text.searching}
      typed={typed}
      onType={setTyped}
      onPick={onPick}
      opensOnFocus={false}
    />
  );
}
