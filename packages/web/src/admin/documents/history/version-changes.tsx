import { useMessages } from "../../../i18n/i18n.js";
import { EntryName } from "../../../parts/display-names.js";
import { LongList } from "../../../parts/long-list.js";
import { Stack } from "../../../ui/layout.js";
import { ruleSummary } from "../access/rule-in-words.js";
import { differenceOf, type Entry, entriesOf } from "../access/rules.js";
import type { RuleVersion } from "../answers.js";
import { messages as documentMessages } from "../messages.js";
import styles from "./history.module.css";
import { messages } from "./messages.js";

/** How many names of one change are shown at first. */
const FIRST = 8;
const STEP = 50;

/** The changes from the previous version; for the first version, the whole rule. */
export function VersionChanges({ version: { before, after } }: { version: RuleVersion }) {
  const text = useMessages(messages);
  const { access } = useMessages(documentMessages);
  if (before === null)
    return (
      <Stack gap={1}>
        <p>{text.first(ruleSummary(after, access))}</p>
        <Names title={text.named} entries={entriesOf(after)} />
      </Stack>
    );
  const { allow_all, added, removed } = differenceOf(before, after);
  return (
    <Stack gap={1}>
      {allow_all !== null && <p>{allow_all ? text.opened : text.restricted}</p>}
      <Names title={text.added} entries={added} />
      <Names title={text.removed} entries={removed} />
      {allow_all === null && added.length + removed.length === 0 && <p>{text.same}</p>}
    </Stack>
  );
}

function Names({ title, entries }: { title: string; entries: readonly Entry[] }) {
  const { kinds } = useMessages(documentMessages);
  if (entries.length === 0) return null;
  return (
    <div className={styles.names}>
      <p className={styles.change}>{title}</p>
      <div>
        <LongList items={entries} itemKey={({ list, value }) => `${list}:${value}`} first={FIRST} step={STEP}>
          {(entry) => (
            <>
              {kinds[entry.list]} <EntryName entry={entry} />
            </>
          )}
        </LongList>
      </div>
    </div>
  );
}
