import { RULES_PER_CHANGE } from "@retrieval/api/client";
import { useMessages } from "../../../i18n/i18n.js";
import { Button } from "../../../ui/button.js";
import type { Picked } from "./edit.js";
import many from "./many.module.css";
import { messages } from "./messages.js";

interface SelectionBarProps {
  /** The documents in the list, as far as it is loaded. */
  readonly shown: Picked;
  readonly selected: Picked;
  readonly onSelect: (selected: Picked) => void;
  readonly onChange: () => void;
}

/** How many documents are selected, and what can be done with them. */
export function SelectionBar({ shown, selected, onSelect, onChange }: SelectionBarProps) {
  const text = useMessages(messages);
  const isTooMany = selected.size > RULES_PER_CHANGE;
  return (
    <div className={many.bar} data-selected={selected.size > 0 || undefined}>
      <Button small look="quiet" onPress={() => onSelect(new Map([...selected, ...shown]))}>
        {text.selectShown(shown.size)}
      </Button>
      {selected.size > 0 && (
        <>
          <Button small look="quiet" onPress={() => onSelect(new Map())}>
            {text.selectNone}
          </Button>
          <span role="status">
            {text.selected(selected.size)}
            {isTooMany && ` ${text.tooMany(RULES_PER_CHANGE)}`}
          </span>
          <Button small look="primary" isDisabled={isTooMany} onPress={onChange}>
            {text.begin}
          </Button>
        </>
      )}
    </div>
  );
}
