import { useState } from "react";
import { useMessages } from "../i18n/i18n.js";
import { ComboBox } from "../ui/combo-box.js";
import { messages as uiMessages } from "../ui/messages.js";
import { matching, offered } from "./choices.js";
import { messages } from "./messages.js";
import { FRESH } from "./principal-queries.js";
import { useAnswer } from "./use-answer.js";

interface PickerProps {
  /** In place of the label of a rule's editor. */
  readonly label?: string;
  /** true: only groups that users or rules already have. */
  readonly isKnown?: boolean;
  readonly chosen: readonly string[];
  readonly onPick: (value: string) => void;
}

/** Picks a group that users or rules already have, or takes another name as typed. */
export function GroupPicker({ label, isKnown = false, chosen, onPick }: PickerProps) {
  const { groups: text } = useMessages(messages);
  const { loading } = useMessages(uiMessages);
  const [typed, setTyped] = useState("");
  const { data } = useAnswer("listGroups", {}, { select: ({ items }) => items, staleTime: FRESH });
  const all = (data ?? []).map((group) => ({ value: group, text: group }));
  const asTyped = isKnown ? null : { text: text.enter, detail: text.isNew };
  return (
    <ComboBox
      label={label ?? text.add}
      {...(!isKnown && { description: text.hint })}
      choices={offered(matching(all, typed), typed, chosen, asTyped)}
      status={data ? undefined : loading}
      typed={typed}
      onType={setTyped}
      onPick={onPick}
    />
  );
}
