import { useState } from "react";
import { useMessages } from "../i18n/i18n.js";
import { ComboBox } from "../ui/combo-box.js";
import { messages as uiMessages } from "../ui/messages.js";
import { departmentChoices } from "./choices.js";
import { messages } from "./messages.js";
import { useDepartments } from "./principal-queries.js";

interface PickerProps {
  readonly chosen: readonly string[];
  readonly onPick: (value: string) => void;
}

/** Picks a department from the master by code or name, or takes another code as typed. */
export function DepartmentPicker({ chosen, onPick }: PickerProps) {
  const { departments: text } = useMessages(messages);
  const { loading } = useMessages(uiMessages);
  const [typed, setTyped] = useState("");
  const { data } = useDepartments();
  const hasMaster = data === undefined || data.length > 0;
  const asTyped = { text: text.enter, detail: hasMaster ? text.isNew : "" };
  return (
    <ComboBox
      label={text.add}
      description={hasMaster ? text.hint : text.noMaster}
      choices={departmentChoices(data ?? [], typed, chosen, asTyped)}
      status={data ? undefined : loading}
      typed={typed}
      onType={setTyped}
      onPick={onPick}
      opensOnFocus={hasMaster}
    />
  );
}
