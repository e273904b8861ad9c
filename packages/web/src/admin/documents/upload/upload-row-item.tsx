import { useId } from "react";
import { useMessages } from "../../../i18n/i18n.js";
import { isolate } from "../../../i18n/isolate.js";
import { Button } from "../../../ui/button.js";
import { Failure } from "../../../ui/failure.js";
import { Meta, Stack } from "../../../ui/layout.js";
import { ProgressBar } from "../../../ui/progress-bar.js";
import { VisuallyHidden } from "../../../ui/state.js";
import { messages } from "./messages.js";
import { OpenRow } from "./open-row.js";
import { anchorOf } from "./row-links.js";
import type { Standing } from "./standing.js";
import styles from "./upload.module.css";
import { endOf, FailedUpload, UploadOutcome } from "./upload-outcome.js";
import type { UploadPlan } from "./upload-plan.js";
import type { UploadQueue } from "./upload-queue.js";
import { isIn, type UploadRow } from "./upload-row.js";

interface UploadRowItemProps {
  readonly row: UploadRow;
  readonly queue: UploadQueue;
  readonly plan: UploadPlan;
  readonly standing: Standing | undefined;
  readonly isFixed: boolean;
  readonly isAlone: boolean;
  /** Whether files are being uploaded; nothing can be changed meanwhile. */
  readonly isBusy: boolean;
  /** Uploads this file alone. */
  readonly onAgain: () => void;
}

/** One file: what it will be, how far it is, and what became of it. */
export function UploadRowItem(props: UploadRowItemProps) {
  const { row, queue, isAlone, isBusy } = props;
  const text = useMessages(messages);
  const name = useId();
  const { kind } = row.state;
  return (
    <li className={styles.row} id={anchorOf(row)}>
      <Stack role="group" aria-labelledby={name} gap={3}>
        <div className={styles.head}>
          <span className={styles.name}>
            <span id={name}>{isolate(row.path)}</span> <RowWord {...props} />
          </span>
          {(kind === "waiting" || (kind === "open" && !isBusy)) && (
            <Button small look="quiet" onPress={() => queue.remove(({ key }) => key === row.key)}>
              {text.remove}
              <VisuallyHidden>{text.of(isolate(row.path))}</VisuallyHidden>
            </Button>
          )}
          {kind === "sending" && (
            <Button small onPress={() => queue.cancel()}>
              {text.cancel}
              {!isAlone && <VisuallyHidden>{text.of(isolate(row.path))}</VisuallyHidden>}
            </Button>
          )}
        </div>
        <RowContent {...props} />
      </Stack>
    </li>
  );
}

/** The state, where a list of several shows it in one word. */
function RowWord({ row, isAlone, isBusy }: UploadRowItemProps) {
  const { words } = useMessages(messages);
  const { state } = row;
  if (state.kind === "waiting") return <Meta as="span">{words.waiting}</Meta>;
  if (isAlone) return null;
  if (state.kind === "open" && state.failure)
    return (
      <Meta as="span" tone="bad">
        {words.failed}
      </Meta>
    );
  if (state.kind === "open" && isBusy) return <Meta as="span">{words.notSent}</Meta>;
  return isIn("done")(row) ? (
    <Meta as="span" tone="good">
      {words[endOf(row)]}
    </Meta>
  ) : null;
}

function RowContent({ row, queue, plan, standing, isFixed, isAlone, isBusy, onAgain }: UploadRowItemProps) {
  const text = useMessages(messages);
  const { state } = row;
  switch (state.kind) {
    case "open":
      return (
        <>
          {state.failure && <FailedUpload failure={state.failure} isAlone={isAlone} />}
          {!isBusy && (
            <OpenRow
              row={row}
              problem={plan.problems.get(row.key)}
              standing={standing}
              isFixed={isFixed}
              isAlone={isAlone}
              onChange={(part) => queue.change(row.key, part)}
            />
          )}
          {!isBusy && !isAlone && state.failure && (
            <div>
              <Button small isDisabled={!plan.isKnown || !plan.choices.has(row.key)} onPress={onAgain}>
                {text.again}
                <VisuallyHidden>{text.of(isolate(row.path))}</VisuallyHidden>
              </Button>
            </div>
          )}
        </>
      );
    case "sending":
      return <ProgressBar label={text.sending} share={state.share} />;
    case "processing":
      return (
        <ProgressBar
          label={state.job?.state === "running" ? text.running : text.queued}
          share={state.job?.progress ?? 0}
        />
      );
    case "lost":
      return <Failure error={state.error} onRetry={() => queue.follow({ ...row, state })} />;
    case "done":
      return <UploadOutcome row={{ ...row, state }} isAlone={isAlone} />;
    case "waiting":
      return null;
  }
}
