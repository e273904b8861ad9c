import { useMessages } from "../../i18n/i18n.js";
import { Notice } from "../../ui/notice.js";
import type { ChunkChanges, Published } from "./answers.js";
import styles from "./documents.module.css";
import { LongList } from "./long-list.js";
import { messages } from "./messages.js";
import { useSentence } from "./service-sentence.js";

const KINDS = ["unchanged", "changed", "added", "removed"] as const satisfies readonly (keyof ChunkChanges)[];

/** What a new version changed, in passages. */
export function Changes({ changes }: { changes: ChunkChanges }) {
  const text = useMessages(messages);
  return (
    <div>
      <p className={styles.hint}>{text.changesLabel}</p>
      <p className={styles.changes}>
        {KINDS.map((kind) => (
          <span key={kind} className={changes[kind] === 0 ? styles.soft : undefined}>
            {text.changes[kind](changes[kind])}
          </span>
        ))}
      </p>
    </div>
  );
}

export function Warnings({ warnings }: Pick<Published, "warnings">) {
  const text = useMessages(messages);
  const sentence = useSentence();
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warn" title={text.warnings}>
      <LongList items={warnings} itemKey={sentence} first={8}>
        {sentence}
      </LongList>
    </Notice>
  );
}
