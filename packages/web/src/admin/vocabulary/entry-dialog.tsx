import { useState } from "react";
import { isRefusal } from "../../api/errors.js";
import { useFormat, useMessages } from "../../i18n/i18n.js";
import { isolate } from "../../i18n/isolate.js";
import { Checkbox } from "../../ui/checkbox.js";
import { Confirmation } from "../../ui/dialog.js";
import { Notice } from "../../ui/notice.js";
import { Refused } from "../../ui/refused.js";
import { Select } from "../../ui/select.js";
import { TextArea } from "../../ui/text-area.js";
import { TextField } from "../../ui/text-field.js";
import { EntryLine } from "./entry-line.js";
import { messages } from "./messages.js";
import { type Entry, useEntry, useSaveEntry } from "./queries.js";

interface EntryDialogProps {
  /** null: a new one. */
  readonly entry: Entry | null;
  /** The word of a new one, if it is known. */
  readonly said?: string;
  readonly onDone: (entry: Entry) => void;
  readonly onClose: () => void;
}

const WEIGHTS = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1];
const USUAL = { said: "", meant: [], both_ways: false, weight: 0.8, on: true };

/** Adds or changes one entry. */
export function EntryDialog({ entry, said: asked = "", onDone, onClose }: EntryDialogProps) {
  const text = useMessages(messages);
  const { number } = useFormat();
  const save = useSaveEntry();
  const isLost = entry !== null && isRefusal(save.error, "PRECONDITION_FAILED", "NOT_FOUND");
  const { data: current = null } = useEntry(isLost ? entry.said : "");
  const begun = entry ?? { ...USUAL, said: asked };
  const [said, setSaid] = useState(begun.said);
  const [meant, setMeant] = useState(begun.meant.join("\n"));
  const [both_ways, setBothWays] = useState(begun.both_ways);
  const [weight, setWeight] = useState(begun.weight);
  const [on, setOn] = useState(begun.on);
  const words = [...new Set(meant.split("\n").map((word) => word.trim()))].filter((word) => word !== "");
  const given = { said: said.trim(), meant: words, both_ways, weight, on };
  const weights = WEIGHTS.includes(begun.weight) ? WEIGHTS : [...WEIGHTS, begun.weight].sort((a, b) => b - a);
  return (
    <Confirmation
      title={entry ? text.changeTitle(isolate(entry.said)) : text.add}
      confirm={text.save}
      isDisabled={given.said === "" || words.length === 0}
      isPending={save.isPending}
      onConfirm={() => save.mutate({ old: isLost ? current : entry, entry: given }, { onSuccess: onDone })}
      onCancel={onClose}
    >
      <TextField label={text.saidField} value={said} onChange={setSaid} autoComplete="off" autoFocus />
      <TextArea label={text.meantField} description={text.meantHint} value={meant} onChange={setMeant} />
      <Checkbox
        label={text.bothWaysField}
        description={text.bothWaysHint}
        isSelected={both_ways}
        onChange={setBothWays}
      />
      <Select
        label={text.weight}
        description={text.weightHint}
        choices={weights.map((value) => ({ value: String(value), label: number(value) }))}
        value={String(weight)}
        onChange={(value) => setWeight(Number(value))}
      />
      <Checkbox label={text.onField} isSelected={on} onChange={setOn} />
      <Refused error={save.error} title={text.notSaved} />
      {isLost && (
        <Notice tone="warn">
          <p>
            {current ? text.now : text.gone} {current && <EntryLine entry={current} />}
          </p>
          <p>{text.again}</p>
        </Notice>
      )}
    </Confirmation>
  );
}
