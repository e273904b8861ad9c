import { type ComponentProps, type ReactNode, useState } from "react";
import { useMessages } from "../i18n/i18n.js";
import { Button } from "../ui/button.js";
import { Stack } from "../ui/layout.js";
import { Table } from "../ui/table.js";
import { messages } from "./messages.js";

interface ShortenedProps<Item> {
  readonly items: readonly Item[];
  /** How many are shown at first. */
  readonly first?: number;
  /** How many more each press shows; few where each item needs a look-up. */
  readonly step?: number;
  readonly children: (shown: readonly Item[]) => ReactNode;
}

/** The first items of a list that is loaded, and a button that shows more. */
export function Shortened<Item>({ items, first = 20, step = 200, children }: ShortenedProps<Item>) {
  const text = useMessages(messages);
  const [shown, setShown] = useState(first);
  const left = items.length - shown;
  return (
    <>
      {children(items.slice(0, shown))}
      {left > 0 && (
        <div>
          <Button small look="quiet" onPress={() => setShown(shown + step)}>
            {text.more(left)}
          </Button>
        </div>
      )}
    </>
  );
}

interface LongListProps<Item> extends Omit<ShortenedProps<Item>, "children"> {
  readonly itemKey: (item: Item) => string;
  readonly children: (item: Item) => ReactNode;
}

/** A {@link Shortened} list with an item on each line. */
export function LongList<Item>({ itemKey, children, ...list }: LongListProps<Item>) {
  return (
    <Shortened {...list}>
      {(shown) => (
        <Stack as="ul" gap={1}>
          {shown.map((item) => (
            <li key={itemKey(item)}>{children(item)}</li>
          ))}
        </Stack>
      )}
    </Shortened>
  );
}

/** A {@link Shortened} list as a table. */
export function LongTable<Row>({ rows, ...table }: ComponentProps<typeof Table<Row>>) {
  return (
    <Shortened items={rows} first={50}>
      {(shown) => <Table {...table} rows={shown} />}
    </Shortened>
  );
}
