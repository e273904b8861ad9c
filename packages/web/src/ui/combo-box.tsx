import { type KeyboardEvent, useEffect, useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { ComboBox as AriaComboBox } from "react-aria-components/ComboBox";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { Text } from "react-aria-components/Text";
import { useMessages } from "../i18n/i18n.js";
import { classes } from "./classes.js";
import styles from "./combo-box.module.css";
import { messages } from "./control-messages.js";
import list from "./list-box.module.css";
import field from "./text-field.module.css";

export interface Choice {
  readonly value: string;
  readonly text: string;
  /** Beside it, in a softer colour. */
  readonly detail?: string;
  /** true: not in the list; offered as it was typed. */
  readonly isNew?: boolean;
}

interface ComboBoxProps {
  readonly label: string;
  readonly description?: string;
  readonly placeholder?: string;
  /** The choices that match the typed text; the caller filters. */
  readonly choices: readonly Choice[];
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly onPick: (value: string) => void;
  /** Instead of the choices: that they are loading, or what to type. */
  readonly status?: string | undefined;
  /** false: opens only after typing. */
  readonly opensOnFocus?: boolean;
}

/** A field that suggests matches. The caller gets the selected choice, and the field is cleared. */
export function ComboBox(props: ComboBoxProps) {
  const { label, description, placeholder, choices, typed, onType, onPick, status, opensOnFocus = true } = props;
  const { nothingFits, showOptions } = useMessages(messages);
  const [asks, setAsks] = useState(false);
  // The list closes after a selection, and the cleared field does not reopen it.
  const [picked, setPicked] = useState<string | null>(null);
  useEffect(() => {
    if (picked !== null) setPicked(null);
  }, [picked]);
  return (
    // The Enter that ends a Japanese conversion selects nothing.
    <div onKeyDownCapture={stopWhileConverting}>
      <AriaComboBox
        className={field.field ?? ""}
        items={choices.map((choice) => ({ ...choice, id: keyOf(choice) }))}
        inputValue={typed}
        onInputChange={onType}
        value={picked}
        onChange={(key) => {
          const choice = choices.find((choice) => keyOf(choice) === key);
          setPicked(choice ? keyOf(choice) : null);
          onType("");
          if (choice) onPick(choice.value);
        }}
        onOpenChange={setAsks}
        menuTrigger={picked !== null ? "manual" : opensOnFocus ? "focus" : "input"}
        allowsEmptyCollection={asks || typed !== ""}
      >
        <Label className={field.label}>{label}</Label>
        <div className={styles.control}>
          <Input className={field.input ?? ""} {...(placeholder && { placeholder })} autoComplete="off" />
          {opensOnFocus && (
            <AriaButton className={styles.open ?? ""} aria-label={showOptions}>
              <span aria-hidden>▾</span>
            </AriaButton>
          )}
        </div>
        {description && (
          <Text slot="description" className={field.description ?? ""}>
            {description}
          </Text>
        )}
        <Popover className={styles.popover ?? ""} offset={4}>
          <ListBox
            className={list.list ?? ""}
            renderEmptyState={() => <p className={classes(list.detail, styles.status)}>{status ?? nothingFits}</p>}
          >
            {(choice: Choice & { id: string }) => (
              <ListBoxItem textValue={choice.text} className={classes(list.choice, styles.choice)}>
                <span>{choice.text}</span>
                {choice.detail && <span className={list.detail}>{choice.detail}</span>}
              </ListBoxItem>
            )}
          </ListBox>
        </Popover>
      </AriaComboBox>
    </div>
  );
}

const keyOf = ({ value, isNew }: Choice) => `${isNew ? "new" : "known"}:${value}`;

function stopWhileConverting(event: KeyboardEvent): void {
  if (event.nativeEvent.isComposing || event.keyCode === 229) event.stopPropagation();
}
