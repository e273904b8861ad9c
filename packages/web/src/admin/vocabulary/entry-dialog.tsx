import { useId, useState } from "react";
import { useFormat, useMessages } from "../../i18n/i18n.js";
import { isolate } from "../../i18n/isolate.js";
import { Refused } from "../../parts/refused.js";
import { Checkbox } from "../../ui/checkbox.js";
import { Confirmation } from "../../ui/dialog.js";
import { Select } from "../../ui/select.js";
import { TextField } from "../../ui/text-field.js";
import field from "../../ui/text-field.module.css";
import type { Entry } from "./entries.js";
import { messages } from "./messages.js";
import { useCheckEntry } from "./queries.js";
import styles from "./vocabulary.module.css";

interface EntryDialogProps {
  /** null: a new one. */
  readonly entry: Entry | null;
  /** The word of a new one, if it is known. */
  readonly said?: string;
  /** Whether another entry has this word. */
  readonly isTaken: (said: string) => boolean;
  readonly onDone: (entry: Entry) => void;
  readonly onClose: () => void;
}

const WEIGHTS = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1];
const USUAL = { said: "", meant: [], both_ways: false, weight: 0.8, on: true };

/** Adds or changes one entry of the list. The service judges it; nothing is saved. */
export function EntryDialog({ entry, said: asked = "", isTaken, onDone, onClose }: EntryDialogProps) {
  const text = useMessages(messages);
  const { number } = useFormat();
  const check = useCheckEntry();
  const begun = entry ?? { ...USUAL, said: asked };
  const [said, setSaid] = useState(begun.said);
  const [meant, setMeant] = useState(begun.meant.join("\n"));
  const [both_ways, setBothWays] = useState(begun.both_ways);
  const [weight, setWeight] = useState(begun.weight);
  const [on, setOn] = useState(begun.on);
  const words = [...new Set(meant.split("\n").map((word) => word.trim()))].filter((word) => word !== "");
  const given = { said: said.trim(), meant: words, both_ways, weight, on };
  const saidTaken = isTaken(given.said);
  const weights = WEIGHTS.includes(begun.weight) ? WEIGHTS : [...WEIGHTS, begun.weight].sort((a, b) => b - a);
  return (
    <Confirmation
      title={entry ? text.changeTitle(isolate(entry.said)) : text.addTitle}
      confirm={text.done}
      isDisabled={given.said === "" || saidTaken || words.length === 0}
      isPending={check.isPending}
      onConfirm={() => check.mutate(given, { onSuccess: onDone })}
      onCancel={onClose}
    >
      <TextField
        label={text.saidField}
        value={said}
        onChange={setSaid}
        autoComplete="off"
        autoFocus
        {...(saidTaken && { error: text.taken(isolate(given.said)) })}
      />
      <Words label={text.meantField} description={text.meantHint} value={meant} onChange={setMeant} />
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
      <Refused error={check.error} title={text.entryRefused} />
    </Confirmation>
  );
}

interface WordsProps {
  readonly label: string;
  readonly description: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Words, one on each line. */
function Words({ label, description, value, onChange }: WordsProps) {
  const id = useId();
  return (
    <div className={field.field}>
      <label className={field.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className={`${field.input} ${styles.words}`}
        rows={3}
        value={value}
        aria-describedby={`${id}-description`}
        onChange={(event) => onChange(event.target.value)}
      />
      <span id={`${id}-description`} className={field.description}>
        {description}
      </span>
    </div>
  );
}
