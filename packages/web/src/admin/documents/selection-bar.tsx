import { RULES_PER_CHANGE } from "@retrieval/api/client";
import { useMessages } from "../../i18n/i18n.js";
import { Button } from "../../ui/button.js";
import { messages } from "./messages.js";
import styles from "./selection-bar.module.css";

interface SelectionBarProps {
  /** The documents in the list, as far as it is loaded. */
  readonly shown: readonly string[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly onChange: () => void;
}

/** How many documents are selected, and what can be done with them. */
export function SelectionBar({ shown, selected, onSelect, onChange }: SelectionBarProps) {
  const text = useMessages(messages).selection;
  const isTooMany = selected.size > RULES_PER_CHANGE;
  return (
    <div className={styles.bar} data-selected={selected.size > 0 || undefined}>
      <Button small look="quiet" onPress={() => onSelect(new Set([...selected, ...shown]))}>
        {text.selectShown(shown.length)}
      </Button>
      {selected.size > 0 && (
        <>
          <Button small look="quiet" onPress={() => onSelect(new Set())}>
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
