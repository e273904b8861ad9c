import { useFormat, useMessages } from "../../i18n/i18n.js";
import { isolate } from "../../i18n/isolate.js";
import { Button } from "../../ui/button.js";
import { Checkbox } from "../../ui/checkbox.js";
import { Badge } from "../../ui/layout.js";
import { VisuallyHidden } from "../../ui/state.js";
import type { Column } from "../../ui/table.js";
import { messages } from "./messages.js";
import type { Entry, GivenEntry } from "./queries.js";
import styles from "./vocabulary.module.css";

interface EntryActions {
  /** The entry that is turned on or off at the moment, as it will be. */
  readonly turning: GivenEntry | null;
  readonly onTurn: (entry: Entry, on: boolean) => void;
  readonly onOpen: (entry: Entry) => void;
  readonly onRemove: (entry: Entry) => void;
}

export function useEntryColumns({ turning, onTurn, onOpen, onRemove }: EntryActions): readonly Column<Entry>[] {
  const text = useMessages(messages);
  const { number } = useFormat();
  return [
    {
      name: "said",
      label: text.said,
      isRowHeader: true,
      cell: ({ said, starter }) => (
        <>
          <span className={styles.said}>{isolate(said)}</span> {starter && <Badge>{text.starter}</Badge>}
        </>
      ),
    },
    {
      name: "meant",
      label: text.meant,
      cell: ({ meant, both_ways }) => (
        <>
          {text.words(meant.map(isolate))} {both_ways && <Badge>⇄ {text.bothWays}</Badge>}
        </>
      ),
    },
    { name: "weight", label: text.weight, align: "end", cell: ({ weight }) => number(weight) },
    {
      name: "on",
      label: text.on,
      cell: (entry) => (
        <Checkbox
          label={text.use(entry.said)}
          hideLabel
          isSelected={turning?.said === entry.said ? turning.on : entry.on}
          onChange={(on) => turning === null && onTurn(entry, on)}
        />
      ),
    },
    {
      name: "actions",
      label: text.actions,
      hideLabel: true,
      cell: (entry) => {
        const name = <VisuallyHidden>{text.of(isolate(entry.said))}</VisuallyHidden>;
        return (
          <span className={styles.rowActions}>
            <Button small onPress={() => onOpen(entry)}>
              {text.change}
              {name}
            </Button>
            <Button small look="quiet" onPress={() => onRemove(entry)}>
              {text.remove}
              {name}
            </Button>
          </span>
        );
      },
    },
  ];
}
