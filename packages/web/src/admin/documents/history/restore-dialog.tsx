import { isRefusal } from "../../../api/errors.js";
import { useMessages } from "../../../i18n/i18n.js";
import { Warnings } from "../../../parts/jobs/outcome.js";
import { useChange } from "../../../parts/use-answer.js";
import { usePreview } from "../../../parts/use-preview.js";
import { Confirmation } from "../../../ui/dialog.js";
import { Meta } from "../../../ui/layout.js";
import { Notice } from "../../../ui/notice.js";
import { Refused } from "../../../ui/refused.js";
import { Effects } from "../access/edit-effects.js";
import { ruleSummary } from "../access/rule-in-words.js";
import type { RuleVersion } from "../answers.js";
import { messages as documentMessages } from "../messages.js";
import { messages } from "./messages.js";

interface RestoreDialogProps {
  readonly document_id: string;
  readonly version: RuleVersion;
  readonly onClose: () => void;
  /** @param as the version number of the restored rule */
  readonly onRestored: (as: string) => void;
}

/** Asks before an older rule is restored, and lists the users who would gain or lose access. */
export function RestoreDialog({ document_id, version, onClose, onRestored }: RestoreDialogProps) {
  const { rules_version, after } = version;
  const text = useMessages(messages);
  const { access } = useMessages(documentMessages);
  const body = { document_ids: [document_id], change: { replace: after } };
  const { data, error, isBusy } = usePreview("previewRuleEdit", { body });
  // The preview is over this version; the restoration fails if the rule has changed since.
  const current = data?.documents[0]?.rules_version;
  const restoring = useChange(
    (client) => client.restoreAccessRules({ document_id, ifMatch: `"${current}"`, body: { version: rules_version } }),
    { onSuccess: ({ headers }) => onRestored((headers.get("etag") ?? "").replaceAll('"', "")) },
  );
  const isRaced = isRefusal(restoring.error, "PRECONDITION_FAILED");
  return (
    <Confirmation
      title={text.restoreTitle(rules_version)}
      confirm={text.confirm}
      isDisabled={!data || isBusy}
      isPending={restoring.isPending}
      onConfirm={() => restoring.mutate()}
      onCancel={onClose}
    >
      <p>{text.restoreText(ruleSummary(after, access))}</p>
      {isRaced && (
        <Notice tone="warn" announced>
          {text.raced}
        </Notice>
      )}
      {data ? <Effects preview={data} /> : !error && <Meta>{text.looking}</Meta>}
      <Warnings warnings={data?.warnings ?? []} />
      <Refused error={error} title={text.previewFailed} />
      <Refused error={isRaced ? null : restoring.error} title={text.failed} />
    </Confirmation>
  );
}
