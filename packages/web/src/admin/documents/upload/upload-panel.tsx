import { useEffect, useRef, useState } from "react";
import { useMessages } from "../../../i18n/i18n.js";
import { Button } from "../../../ui/button.js";
import { Failure } from "../../../ui/failure.js";
import { LeavingGuard } from "../../../ui/leaving-guard.js";
import { ProgressBar } from "../../../ui/progress-bar.js";
import styles from "../documents.module.css";
import { messages } from "./messages.js";
import { UploadForm } from "./upload-form.js";
import { UploadOutcome } from "./upload-outcome.js";
import { hasEnded, useUpload } from "./use-upload.js";

interface UploadPanelProps {
  /** The document that gets a new version; empty for a new document. */
  readonly document_id: string;
  readonly onClose: () => void;
}

/** The steps of an upload: choosing a file, sending, processing, and the result. */
export function UploadPanel({ document_id, onClose }: UploadPanelProps) {
  const text = useMessages(messages);
  const upload = useUpload();
  const [sent, setSent] = useState({ document_id, isDraft: false as boolean | null });
  const { state, job } = upload;
  const title = useRef<HTMLHeadingElement>(null);
  // Each step removes the focused control.
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run when the step changes
  useEffect(() => title.current?.focus(), [state.kind]);
  const ended = hasEnded(job.data) ? (job.data ?? null) : null;
  return (
    <section className={styles.panel} aria-labelledby="upload-title">
      <div className={styles.titled}>
        <h2 id="upload-title" ref={title} tabIndex={-1} className={styles.begin}>
          {text.title}
        </h2>
        <Button small look="quiet" onPress={onClose}>
          {text.close}
        </Button>
      </div>
      {/* Kept while the file is sent, so that cancelling returns to the same form. */}
      <div hidden={state.kind !== "choosing"}>
        <UploadForm
          document_id={document_id}
          error={state.kind === "choosing" ? state.error : null}
          onSend={(file, media_type, choices, isDraft) => {
            setSent({ document_id: choices.document_id, isDraft });
            void upload.send(file, media_type, choices);
          }}
        />
      </div>
      <LeavingGuard isUnsaved={state.kind === "sending"} title={text.leaveTitle} leave={text.leave} stay={text.stay}>
        {text.leaveText}
      </LeavingGuard>
      {state.kind === "sending" && (
        <>
          <ProgressBar label={text.sending} share={state.share} />
          <div>
            <Button onPress={upload.cancel}>{text.cancel}</Button>
          </div>
        </>
      )}
      {state.kind === "accepted" && !ended && !job.error && (
        <>
          <ProgressBar
            label={job.data?.state === "running" ? text.running : text.queued}
            share={job.data?.progress ?? 0}
          />
          <p className={styles.hint} role="status">
            {text.mayLeave}
          </p>
        </>
      )}
      {state.kind === "accepted" && job.error && !ended && (
        <Failure error={job.error} onRetry={() => void job.refetch()} />
      )}
      {ended && <UploadOutcome job={ended} {...sent} onAgain={upload.again} />}
    </section>
  );
}
