import { useState } from "react";
import { useMessages } from "../i18n/i18n.js";
import { ComboBox } from "../ui/combo-box.js";
import { messages as uiMessages } from "../ui/messages.js";
import { matching, offered } from "./choices.js";
import { messages } from "./messages.js";
import { useDepartments } from "./principal-queries.js";

interface PickerProps {
  readonly chosen: readonly string[];
  readonly onPick: (value: string) => void;
}

/** Picks a department from the master by code or name, or takes another code as typed. */
export function DepartmentPicker({ chosen, onPick }: PickerProps) {
  const { departments: text, notInMaster } = useMessages(messages);
  const { loading } = useMessages(uiMessages);
  const [typed, setTyped] = useState("");
  const { data } = useDepartments();
  const hasMaster = data === undefined || data.length > 0;
  const all = (data ?? []).map(({ code, name }) => ({ value: code, text: `${code} ${name}` }));
  const asTyped = { text: text.enter, detail: hasMaster ? notInMaster : "" };
  return (
    <ComboBox
      label={text.add}
      description={hasMaster ? text.hint : text.noMaster}
      choices={offered(matching(all, typed), typed, chosen, asTyped)}
      status={data ? undefined : loading}
      typed={typed}
      onType={setTyped}
      onPick={onPick}
      opensOnFocus={hasMaster}
    />
  );
}
