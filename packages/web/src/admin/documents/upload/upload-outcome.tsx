import { useMessages } from "../../../i18n/i18n.js";
import { Button, ButtonLink } from "../../../ui/button.js";
import { Notice } from "../../../ui/notice.js";
import { useProblemTexts } from "../../problem-texts.js";
import { documentAdminAddress } from "../addresses.js";
import type { JobAnswer } from "../answers.js";
import styles from "../documents.module.css";
import { Changes, Warnings } from "../outcome.js";
import { messages } from "./messages.js";

interface UploadOutcomeProps {
  readonly job: JobAnswer;
  readonly document_id: string;
  /** null: the file decided. */
  readonly isDraft: boolean | null;
  readonly onAgain: () => void;
}

/** The result of an upload. */
export function UploadOutcome({ job, document_id, isDraft, onAgain }: UploadOutcomeProps) {
  const text = useMessages(messages);
  const { sentence } = useProblemTexts();
  if (job.state === "failed" || job.state === "cancelled") {
    return (
      <Notice
        tone="bad"
        announced
        title={job.state === "failed" ? text.failed : text.cancelled}
        actions={
          <Button small onPress={onAgain}>
            {text.again}
          </Button>
        }
      >
        {job.problems.length > 0 && sentence(job.problems)}
      </Notice>
    );
  }
  return (
    <>
      <Notice tone="good" announced title={isDraft ? text.kept : isDraft === null ? text.taken : text.published}>
        {isDraft && text.keptText}
      </Notice>
      {job.changes && <Changes changes={job.changes} />}
      <Warnings warnings={job.warnings} />
      <div className={styles.actions}>
        {isDraft !== false && (
          <ButtonLink look="primary" href={documentAdminAddress(document_id, "draft")}>
            {text.seeDraft}
          </ButtonLink>
        )}
        {isDraft !== true && (
          <>
            <ButtonLink href={documentAdminAddress(document_id, "chunks")}>{text.seeChunks}</ButtonLink>
            <ButtonLink href={documentAdminAddress(document_id)}>{text.setAccess}</ButtonLink>
          </>
        )}
        <Button onPress={onAgain}>{text.another}</Button>
      </div>
    </>
  );
}
