import { useFormat, useMessages } from "../../i18n/i18n.js";
import { Facts } from "../../ui/facts.js";
import { Badge } from "../../ui/layout.js";
import type { FileImportCounts, FileImportMode } from "./import-answer.js";
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
  const shown = ORDER.filter((name) => counts[name] > 0 || ALWAYS[mode].includes(name));
  const value = (name: keyof FileImportCounts) =>
    counts[name] > 0 && WARNING.has(name) ? <Badge tone="warn">{number(counts[name])}</Badge> : number(counts[name]);
  return <Facts facts={shown.map((name) => [countNames[name], value(name)])} />;
}
