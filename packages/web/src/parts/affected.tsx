import type { ReactNode } from "react";
import { Meta, Stack } from "../ui/layout.js";
import { LongList } from "./long-list.js";

interface AffectedProps<Item> {
  readonly tone: "good" | "bad";
  readonly title: (count: number) => string;
  /** Of all; the items are the first of them. */
  readonly count: number;
  readonly items: readonly Item[];
  /** How many more there are. */
  readonly rest: (count: number) => string;
  readonly itemKey: (item: Item) => string;
  readonly children: (item: Item) => ReactNode;
}

/** The users or documents that a change concerns; nothing if there are none. */
export function Affected<Item>({ tone, title, count, items, rest, ...list }: AffectedProps<Item>) {
  if (count === 0) return null;
  return (
    <Stack as="section" gap={1}>
      <div role="status">
        <Meta as="h3" tone={tone}>
          {title(count)}
        </Meta>
      </div>
      <LongList items={items} {...list} />
      {count > items.length && <Meta>{rest(count - items.length)}</Meta>}
    </Stack>
  );
}
