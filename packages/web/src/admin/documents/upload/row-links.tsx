import { isolate } from "../../../i18n/isolate.js";
import { LongList } from "../../../parts/long-list.js";
import type { UploadRow } from "./upload-row.js";

export const anchorOf = ({ key }: UploadRow) => `upload-${key}`;

/** Leads to single files in a long list. */
export function RowLinks({ rows }: { rows: readonly UploadRow[] }) {
  return (
    <LongList items={rows} itemKey={anchorOf} first={5}>
      {(row) => <a href={`#${anchorOf(row)}`}>{isolate(row.path)}</a>}
    </LongList>
  );
}
