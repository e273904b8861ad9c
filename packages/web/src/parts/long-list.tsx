import { type ReactNode, useState } from "react";
import { useMessages } from "../i18n/i18n.js";
import { Button } from "../ui/button.js";
import { Stack } from "../ui/layout.js";
import styles from "./long-list.module.css";
import { messages } from "./messages.js";

interface LongListProps<Item> {
  readonly items: readonly Item[];
  readonly itemKey: (item: Item) => string;
  readonly children: (item: Item) => ReactNode;
  /** How many are shown at first. */
  readonly first?: number;
  /** How many more each press shows; few where each item needs a look-up. */
  readonly step?: number;
}

/** The first items, and a button that shows more. */
export function LongList<Item>({ items, itemKey, children, first = 20, step = 200 }: LongListProps<Item>) {
  const text = useMessages(messages);
  const [shown, setShown] = useState(first);
  const left = items.length - shown;
  return (
    <>
      <Stack as="ul" gap={1}>
        {items.slice(0, shown).map((item) => (
          <li key={itemKey(item)}>{children(item)}</li>
        ))}
      </Stack>
      {left > 0 && (
        <div className={styles.rest}>
          <Button small look="quiet" onPress={() => setShown(shown + step)}>
            {text.more(left)}
          </Button>
        </div>
      )}
    </>
  );
}
