import { useMessages } from "../../i18n/i18n.js";
import { Meta } from "../../ui/layout.js";
import { Notice } from "../../ui/notice.js";
import { LongList } from "../long-list.js";
import { messages } from "./messages.js";
import type { ListedJob } from "./queries.js";

type ChunkChanges = NonNullable<ListedJob["changes"]>;

const KINDS = ["unchanged", "changed", "added", "removed"] as const satisfies readonly (keyof ChunkChanges)[];

interface ChangesProps {
  readonly changes: ChunkChanges;
  /** What the file was read as, if that is known. */
  readonly contents?: ListedJob["contents"];
}

/** The passages that a new version changed, or what was read where there is none before it. */
export function Changes({ changes, contents = null }: ChangesProps) {
  const text = useMessages(messages);
  if (changes.unchanged + changes.changed + changes.removed === 0)
    return <p>{text.passages(changes.added, contents)}</p>;
  return (
    <div>
      <Meta>{text.changesLabel}</Meta>
      <ChangeCounts changes={changes} />
    </div>
  );
}

function ChangeCounts({ changes }: { changes: ChunkChanges }) {
  const text = useMessages(messages);
  return (
    <Meta inRow>
      {KINDS.map((kind) => (
        <span key={kind}>{text.changes[kind](changes[kind])}</span>
      ))}
    </Meta>
  );
}

export function Warnings({ warnings }: Pick<ListedJob, "warnings">) {
  const text = useMessages(messages);
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warn" title={text.warnings}>
      <LongList items={warnings} itemKey={({ message }) => message} first={8}>
        {({ message }) => message}
      </LongList>
    </Notice>
  );
}
