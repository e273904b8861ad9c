import { useFormat, useMessages } from "../../i18n/i18n.js";
import { classes } from "../../ui/classes.js";
import type { FileImportCounts, FileImportMode } from "./import-answer.js";
import styles from "./import-counts.module.css";
import { messages } from "./import-messages.js";

const ORDER = ["new", "changed", "unchanged", "reactivated", "deactivated", "skipped", "refused"] as const;
/** Counts that are impossible or rare in a mode are hidden while they are 0. */
const ALWAYS: Readonly<Record<FileImportMode, readonly (keyof FileImportCounts)[]>> = {
  import: ["new", "changed", "unchanged", "refused"],
  sync: ["new", "changed", "unchanged", "deactivated", "refused"],
};
const WARNING: ReadonlySet<keyof FileImportCounts> = new Set(["deactivated", "refused"]);

/** The counts of an import, side by side. */
export function ImportCounts({ counts, mode }: { counts: FileImportCounts; mode: FileImportMode }) {
  const { countNames } = useMessages(messages);
  const { number } = useFormat();
  return (
    <dl className={styles.counts}>
      {ORDER.filter((name) => counts[name] > 0 || ALWAYS[mode].includes(name)).map((name) => (
        <div key={name} className={classes(styles.count, counts[name] > 0 && WARNING.has(name) && styles.warning)}>
          <dt>{countNames[name]}</dt>
          <dd>{number(counts[name])}</dd>
        </div>
      ))}
    </dl>
  );
}
