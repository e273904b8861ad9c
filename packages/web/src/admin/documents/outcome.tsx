import { useMessages } from "../../i18n/i18n.js";
import { LongList } from "../../parts/long-list.js";
import { useProblemTexts } from "../../parts/problem-texts.js";
import { Meta } from "../../ui/layout.js";
import { Notice } from "../../ui/notice.js";
import type { ChunkChanges, JobAnswer, Published } from "./answers.js";
import styles from "./documents.module.css";
import { messages } from "./messages.js";

const KINDS = ["unchanged", "changed", "added", "removed"] as const satisfies readonly (keyof ChunkChanges)[];

interface ChangesProps {
  readonly changes: ChunkChanges;
  /** What the file was read as, if that is known. */
  readonly contents?: JobAnswer["contents"];
}

/** The passages that a new version changed, or what was read where there is none before it. */
export function Changes({ changes, contents = null }: ChangesProps) {
  const text = useMessages(messages);
  if (changes.unchanged + changes.changed + changes.removed === 0)
    return <p>{text.passages(changes.added, contents)}</p>;
  return (
    <div>
      <Meta>{text.changesLabel}</Meta>
      <p className={styles.changes}>
        {KINDS.map((kind) => (
          <span key={kind} className={changes[kind] === 0 ? styles.none : undefined}>
            {text.changes[kind](changes[kind])}
          </span>
        ))}
      </p>
    </div>
  );
}

export function Warnings({ warnings }: Pick<Published, "warnings">) {
  const text = useMessages(messages);
  const { phrase } = useProblemTexts();
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warn" title={text.warnings}>
      <LongList items={warnings.map(({ problem }) => phrase([problem]))} itemKey={(warning) => warning} first={8}>
        {(warning) => warning}
      </LongList>
    </Notice>
  );
}
