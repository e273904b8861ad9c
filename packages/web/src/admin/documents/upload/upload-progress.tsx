import { useMessages } from "../../../i18n/i18n.js";
import { Button } from "../../../ui/button.js";
import { classes } from "../../../ui/classes.js";
import { Meta } from "../../../ui/layout.js";
import { Notice } from "../../../ui/notice.js";
import { VisuallyHidden } from "../../../ui/state.js";
import { messages } from "./messages.js";
import { RowLinks } from "./row-links.js";
import styles from "./upload.module.css";
import { endOf } from "./upload-outcome.js";
import type { UploadQueue } from "./upload-queue.js";
import { isIn, type UploadRow } from "./upload-row.js";

/** How far all files are, and at the end what became of them. */
export function UploadProgress({
  rows,
  queue,
  isBusy,
}: {
  rows: readonly UploadRow[];
  queue: UploadQueue;
  isBusy: boolean;
}) {
  const text = useMessages(messages);
  const done = rows.filter(isIn("done"));
  const failed = rows.filter((row) => isIn("lost")(row) || (row.state.kind === "open" && row.state.failure !== null));
  const ended = done.length + failed.length;
  const open = rows.filter(isIn("open")).length;
  const isMoving = rows.some(isIn("waiting", "sending"));
  const counts = { published: 0, kept: 0, taken: 0, unchanged: 0, failed: failed.length };
  for (const row of done) counts[endOf(row)] += 1;
  return (
    <>
      {/* It stays, so that screen readers hear every change. */}
      <div className={classes(styles.bar, styles.progress)}>
        <Meta role="status">
          {isBusy && rows.length > 1 && text.progress(ended, ended + rows.filter(isUnderWay).length, failed.length)}
          {isBusy && !isMoving && ` ${text.mayLeave}`}
          {!isBusy && open > 0 && <VisuallyHidden>{text.chosen(open)}</VisuallyHidden>}
        </Meta>
        {rows.some(isIn("waiting")) && rows.length > 1 && (
          <Button small onPress={() => queue.stop()}>
            {text.stop}
          </Button>
        )}
      </div>
      {!isBusy && rows.length > 1 && ended > 0 && (
        <Notice tone={failed.length > 0 ? "bad" : "good"} announced title={text.counts(counts)}>
          {counts.kept > 0 && <p>{text.keptMany}</p>}
          {failed.length > 0 && (
            <>
              <p>{text.failedMany}</p>
              <RowLinks rows={failed} />
            </>
          )}
        </Notice>
      )}
    </>
  );
}

export const isUnderWay = isIn("waiting", "sending", "processing");
