import { useMessages } from "../../../i18n/i18n.js";
import { isolate } from "../../../i18n/isolate.js";
import { useChange } from "../../../parts/use-answer.js";
import { Confirmation } from "../../../ui/dialog.js";
import { Notice } from "../../../ui/notice.js";
import { Refused } from "../../../ui/refused.js";
import type { ContentVersion } from "../answers.js";
import { useApproval } from "../contents/draft-review.js";
import { useDraftPublication } from "../publication-readers.js";
import { messages } from "./messages.js";

interface RestoreVersionProps {
  readonly document_id: string;
  readonly version: ContentVersion;
  readonly onClose: () => void;
  /** @param as the number of the new version; null: it waits as a draft */
  readonly onRestored: (as: number | null, changed: number) => void;
}

/** Asks before an older version is published again. */
export function RestoreVersion({ document_id, version, onClose, onRestored }: RestoreVersionProps) {
  const text = useMessages(messages);
  const { isNeeded } = useApproval(null);
  const draft = useDraftPublication(document_id);
  const restoring = useChange((client) => client.restoreVersion({ document_id, number: String(version.number) }), {
    onSuccess: ({ body: { number, changes } }) => onRestored(number, changes.changed + changes.added + changes.removed),
  });
  return (
    <Confirmation
      title={text.restoreTitle(version.number)}
      confirm={text.confirm}
      isDisabled={draft.isPending}
      isPending={restoring.isPending}
      onConfirm={() => restoring.mutate()}
      onCancel={onClose}
    >
      <p>{text[isNeeded ? "restoreDraftText" : "restoreText"](isolate(version.title), isolate(version.version))}</p>
      {draft.data && <Notice tone="warn">{text.draftDropped}</Notice>}
      <Refused error={draft.error} title={text.draftUnknown} />
      <Refused error={restoring.error} title={text.failed} />
    </Confirmation>
  );
}
