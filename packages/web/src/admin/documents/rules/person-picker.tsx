import { useState } from "react";
import { useMessages } from "../../../i18n/i18n.js";
import { ComboBox } from "../../../ui/combo-box.js";
import { useDebounced } from "../../../ui/use-debounced.js";
import { messages as documentMessages } from "../messages.js";
import { usePeople } from "../names.js";
import { personChoices } from "./choices.js";
import { messages } from "./messages.js";

interface PersonPickerProps {
  readonly label: string;
  readonly chosen?: readonly string[];
  /** How a number that is not registered is offered; without it, it is not. */
  readonly enter?: (typed: string) => string;
  readonly onPick: (user_id: string) => void;
}

/** How long nobody types before the service is asked, in milliseconds. */
const TYPING_PAUSE = 200;

/** A person by number or name. */
export function PersonPicker({ label, chosen = [], enter, onPick }: PersonPickerProps) {
  const { people: text } = useMessages(messages);
  const { inactive } = useMessages(documentMessages);
  const [typed, setTyped] = useState("");
  const query = typed.trim();
  const debounced = useDebounced(query, TYPING_PAUSE);
  const { data, isPlaceholderData } = usePeople(debounced);
  const isThere = data !== undefined && debounced === query && !isPlaceholderData;
  // Until the answer is there, nobody knows whether the number is registered.
  const asTyped = enter && isThere ? { text: enter, detail: text.isNew } : null;
  return (
    <ComboBox
      label={label}
      description={text.hint}
      choices={query === "" ? [] : personChoices(data?.users ?? [], typed, chosen, inactive, asTyped)}
      status={query === "" ? text.type : isThere ? undefined : text.searching}
      typed={typed}
      onType={setTyped}
      onPick={onPick}
      opensOnFocus={false}
    />
  );
}
