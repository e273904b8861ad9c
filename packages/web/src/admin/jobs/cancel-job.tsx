import { useMessages } from "../../i18n/i18n.js";
import { Refused } from "../../parts/refused.js";
import { Confirmation } from "../../ui/dialog.js";
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
      <Refused error={cancelling.error} title={text.cancelFailed} />
    </Confirmation>
  );
}
