import type { ReactNode } from "react";
import { useMessages } from "../i18n/i18n.js";
import { TagList } from "../ui/tag-list.js";
import field from "../ui/text-field.module.css";
import { messages } from "./messages.js";

interface PickedProps {
  readonly label: string;
  /** An identifier. */
  readonly value: string;
  readonly name: ReactNode;
  readonly onRemove: () => void;
}

/** What was picked, in the place of its picker. */
export function Picked({ label, value, name, onRemove }: PickedProps) {
  const { remove } = useMessages(messages);
  return (
    <div className={field.field}>
      <span className={field.label}>{label}</span>
      <TagList
        label={label}
        items={[{ id: value, text: value, content: name }]}
        empty=""
        remove={remove}
        onRemove={onRemove}
      />
    </div>
  );
}
