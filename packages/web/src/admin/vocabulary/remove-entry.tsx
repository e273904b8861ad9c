import { useMessages } from "../../i18n/i18n.js";
import { isolate } from "../../i18n/isolate.js";
import { Confirmation } from "../../ui/dialog.js";
import { Refused } from "../../ui/refused.js";
import { messages } from "./messages.js";
import { type Entry, useRemoveEntry } from "./queries.js";

interface RemoveEntryProps {
  readonly entry: Entry;
  readonly onDone: (done: string) => void;
  readonly onClose: () => void;
}

export function RemoveEntry({ entry, onDone, onClose }: RemoveEntryProps) {
  const text = useMessages(messages);
  const remove = useRemoveEntry();
  const said = isolate(entry.said);
  return (
    <Confirmation
      title={text.removeTitle(said)}
      confirm={text.remove}
      isDangerous
      isPending={remove.isPending}
      onCancel={onClose}
      onConfirm={() =>
        remove.mutate(entry, {
          onSuccess() {
            onDone(text.removed(said));
            onClose();
          },
        })
      }
    >
      <p>{text.removeText}</p>
      <Refused error={remove.error} title={text.notSaved} />
    </Confirmation>
  );
}
