import { memo, useMemo } from "react";
import { useFormat, useMessages } from "../../i18n/i18n.js";
import { isolate } from "../../i18n/isolate.js";
import { Button } from "../../ui/button.js";
import { classes } from "../../ui/classes.js";
import { Badge } from "../../ui/layout.js";
import { VisuallyHidden } from "../../ui/state.js";
import type { Column } from "../../ui/table.js";
import type { Entry, MarkedEntry } from "./entries.js";
import { messages } from "./messages.js";
import styles from "./vocabulary.module.css";

interface EntryActions {
  readonly onPut: (entry: Entry) => void;
  readonly onRemove: (said: string) => void;
  readonly onOpen: (entry: Entry) => void;
}

/** The columns of the list. Cells are rendered again only if their entry changes: the list may be long. */
export function useEntryColumns({ onPut, onRemove, onOpen }: EntryActions): readonly Column<MarkedEntry>[] {
  const text = useMessages(messages);
  const { number } = useFormat();
  return useMemo(
    () => [
      {
        name: "said",
        label: text.said,
        isRowHeader: true,
        cell: ({ entry, mark }) => <Said said={entry.said} starter={entry.starter} mark={mark} />,
      },
      {
        name: "meant",
        label: text.meant,
        cell: ({ entry, mark }) => (
          <span className={classes(mark === "removed" && styles.gone)}>
            {text.words(entry.meant.map(isolate))}
            {entry.both_ways && <Badge>⇄ {text.bothWays}</Badge>}
          </span>
        ),
      },
      { name: "weight", label: text.weight, align: "end", cell: ({ entry }) => number(entry.weight) },
      {
        name: "on",
        label: text.on,
        cell: ({ entry, mark }) => (
          <input
            type="checkbox"
            className={styles.on}
            aria-label={text.use(entry.said)}
            checked={entry.on}
            disabled={mark === "removed"}
            onChange={(event) => onPut({ ...entry, on: event.target.checked })}
          />
        ),
      },
      {
        name: "actions",
        label: text.actions,
        hideLabel: true,
        cell: ({ entry, mark }) => (
          <Actions entry={entry} isRemoved={mark === "removed"} onPut={onPut} onRemove={onRemove} onOpen={onOpen} />
        ),
      },
    ],
    [text, number, onPut, onRemove, onOpen],
  );
}

const Said = memo(function Said({
  said,
  starter,
  mark,
}: {
  said: string;
  starter: boolean;
  mark: MarkedEntry["mark"];
}) {
  const text = useMessages(messages);
  return (
    <>
      <span className={classes(styles.said, mark === "removed" && styles.gone)}>{isolate(said)}</span>
      {starter && <Badge>{text.starter}</Badge>}
      {mark && <Badge tone={mark === "removed" ? "bad" : "good"}>{text.marks[mark]}</Badge>}
    </>
  );
});

const Actions = memo(function Actions(props: { entry: Entry; isRemoved: boolean } & EntryActions) {
  const { entry, isRemoved, onPut, onRemove, onOpen } = props;
  const text = useMessages(messages);
  const name = <VisuallyHidden>{text.of(isolate(entry.said))}</VisuallyHidden>;
  return (
    <span className={styles.rowActions}>
      {!isRemoved && (
        <Button small key="change" onPress={() => onOpen(entry)}>
          {text.change}
          {name}
        </Button>
      )}
      {/* One button for both, so that it keeps the keyboard focus. */}
      <Button small key="remove" look="quiet" onPress={() => (isRemoved ? onPut(entry) : onRemove(entry.said))}>
        {isRemoved ? text.restore : text.remove}
        {name}
      </Button>
    </span>
  );
});
