import { useMessages } from "../../i18n/i18n.js";
import { Confirmation } from "../../ui/dialog.js";
import { Notice } from "../../ui/notice.js";
import { useRefusalText } from "../problem-texts.js";
import { messages } from "./messages.js";
import { type ListedJob, useCancelJob } from "./queries.js";
import { subjectOf } from "./subject.js";

interface CancelJobProps {
  readonly job: ListedJob;
  /** Called with what was done. */
  readonly onDone: (said: string) => void;
  readonly onClose: () => void;
}

/** Asks before it drops the upload. A job that a worker takes meanwhile is not cancelled, and the dialog says so. */
export function CancelJob({ job, onDone, onClose }: CancelJobProps) {
  const text = useMessages(messages);
  const refusalText = useRefusalText();
  const what = subjectOf(job) ?? text.importOfUsers;
  const cancelling = useCancelJob(job.job_id, () => {
    onDone(text.cancelled(what));
    onClose();
  });
  return (
    <Confirmation
      title={text.cancelTitle}
      confirm={text.cancelConfirm}
      cancel={text.keep}
      isDangerous
      isDisabled={cancelling.isError}
      isPending={cancelling.isPending}
      onConfirm={() => cancelling.mutate()}
      onCancel={onClose}
    >
      <p>{text.cancelText(what)}</p>
      {cancelling.error && (
        <Notice tone="bad" announced title={text.cancelFailed}>
          {refusalText(cancelling.error)}
        </Notice>
      )}
    </Confirmation>
  );
}
