import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isRefusal } from "../../../api/errors.js";
import { useMessages } from "../../../i18n/i18n.js";
import { Refused } from "../../../parts/refused.js";
import { readRules, rulesKey } from "../../../parts/rule-queries.js";
import { useApi } from "../../../session/session-provider.js";
import { Confirmation } from "../../../ui/dialog.js";
import { Meta } from "../../../ui/layout.js";
import { Notice } from "../../../ui/notice.js";
import type { RuleVersion } from "../answers.js";
import { messages as documentMessages } from "../messages.js";
import { accessInWords } from "../rules/access-in-words.js";
import { Effects, OddNames, usePreview } from "../rules/rule-effects.js";
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
  const api = useApi();
  const queries = useQueryClient();
  const [raced, setRaced] = useState(false);
  // The rule that the preview is compared with; the restore fails if the rule has changed since.
  const current = useQuery({
    queryKey: [...rulesKey(document_id), "to-replace"],
    queryFn: ({ signal }) => readRules(api, document_id, signal),
    gcTime: 0,
  });
  const etag = current.data?.etag;
  const preview = usePreview(document_id, etag === undefined ? null : after, etag ?? "");
  const restoring = useMutation({
    mutationFn: () =>
      api.client.restoreAccessRules({
        document_id,
        ifMatch: etag ?? "",
        body: { version: rules_version },
        // A repeated call would mistake the first one for another user's change.
      }),
    onSuccess({ headers }) {
      void queries.invalidateQueries();
      onRestored((headers.get("etag") ?? "").replaceAll('"', ""));
    },
    onError(error) {
      if (!isRefusal(error, "PRECONDITION_FAILED")) return;
      setRaced(true);
      void current.refetch();
    },
  });
  const refusal = isRefusal(restoring.error, "PRECONDITION_FAILED") ? null : restoring.error;
  const failure = current.error ?? preview.error;
  return (
    <Confirmation
      title={text.restoreTitle(rules_version)}
      confirm={text.confirm}
      isDisabled={!preview.data || current.isFetching || preview.isPlaceholderData}
      isPending={restoring.isPending}
      onConfirm={() => restoring.mutate()}
      onCancel={onClose}
    >
      <p>{text.restoreText(accessInWords(after, access))}</p>
      {raced && (
        <Notice tone="warn" announced>
          {text.raced}
        </Notice>
      )}
      {preview.data ? <Effects preview={preview.data} /> : !failure && <Meta>{text.looking}</Meta>}
      <OddNames warnings={preview.data?.warnings ?? []} />
      <Refused error={failure} title={text.previewFailed} />
      <Refused error={refusal} title={text.failed} />
    </Confirmation>
  );
}
