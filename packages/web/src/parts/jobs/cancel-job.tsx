import { useMessages } from "../../i18n/i18n.js";
import { Confirmation } from "../../ui/dialog.js";
import { Refused } from "../../ui/refused.js";
import { useChange } from "../use-answer.js";
import { messages } from "./messages.js";
import type { ListedJob } from "./queries.js";

interface CancelJobProps {
  readonly job: ListedJob;
  readonly subject: string;
  /** Called with what was done. */
  readonly onDone: (said: string) => void;
  readonly onClose: () => void;
}

/** Asks before it drops the upload. A job that a worker takes meanwhile is not cancelled, and the dialog says so. */
export function CancelJob({ job, subject, onDone, onClose }: CancelJobProps) {
  const text = useMessages(messages);
  const cancelling = useChange((client) => client.cancelJob({ job_id: job.job_id }), {
    onSuccess() {
      onDone(text.cancelled(subject));
      onClose();
    },
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
      <p>{text.cancelText(subject)}</p>
      <Refused error={cancelling.error} title={text.cancelFailed} />
    </Confirmation>
  );
}
