import { useLocation } from "wouter";
import { useMessages } from "../../../i18n/i18n.js";
import { isolate } from "../../../i18n/isolate.js";
import { useChange } from "../../../parts/use-answer.js";
import { Confirmation } from "../../../ui/dialog.js";
import { Notice } from "../../../ui/notice.js";
import { Refused } from "../../../ui/refused.js";
import { documentAdminAddress } from "../addresses.js";
import { useDraftPublication } from "../publication-readers.js";
import type { VersionDialogProps } from "./correct-version.js";
import { messages } from "./messages.js";

/** Makes a draft of an older version, and leads to it: it is compared and published like any replacement. */
export function RestoreVersion({ document_id, version, onClose }: Omit<VersionDialogProps, "onDone">) {
  const text = useMessages(messages);
  const [, navigate] = useLocation();
  const draft = useDraftPublication(document_id);
  const restoring = useChange(
    (client) => client.restoreVersion({ document_id, number: String(version.number), body: { publish: false } }),
    { onSuccess: () => navigate(documentAdminAddress(document_id, "draft")) },
  );
  return (
    <Confirmation
      title={text.restoreTitle(version.number)}
      confirm={text.confirm}
      isDisabled={draft.isPending}
      isPending={restoring.isPending}
      onConfirm={() => restoring.mutate()}
      onCancel={onClose}
    >
      <p>{text.restoreText(isolate(version.title), isolate(version.version))}</p>
      {draft.data && <Notice tone="warn">{text.draftDropped}</Notice>}
      <Refused error={draft.error} title={text.draftUnknown} />
      <Refused error={restoring.error} title={text.failed} />
    </Confirmation>
  );
}
