import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { TagList as AriaTagList, Tag, TagGroup } from "react-aria-components/TagGroup";
import styles from "./tag-list.module.css";

interface TagItem {
  readonly id: string;
  /** As screen readers announce it. */
  readonly text: string;
  readonly content: ReactNode;
}

interface TagListProps {
  readonly label: string;
  readonly items: readonly TagItem[];
  readonly empty: string;
  /** The label of each button, for users of screen readers. */
  readonly remove: string;
  readonly onRemove: (id: string) => void;
}

/** Chosen items, each with a button that removes it; Delete does too. */
export function TagList({ label, items, empty, remove, onRemove }: TagListProps) {
  return (
    <TagGroup
      aria-label={label}
      onRemove={(keys) => {
        for (const key of keys) onRemove(String(key));
      }}
    >
      <AriaTagList
        className={styles.tags ?? ""}
        items={items}
        renderEmptyState={() => <span className={styles.empty}>{empty}</span>}
      >
        {({ id, text, content }) => (
          <Tag id={id} textValue={text} className={styles.tag ?? ""}>
            <span>{content}</span>
            <AriaButton slot="remove" className={styles.remove ?? ""} aria-label={remove}>
              <span aria-hidden>✕</span>
            </AriaButton>
          </Tag>
        )}
      </AriaTagList>
    </TagGroup>
  );
}
