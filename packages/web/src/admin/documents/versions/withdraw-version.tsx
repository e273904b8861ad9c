import { NOTE_MAX } from "@retrieval/api/client";
import { useState } from "react";
import { useMessages } from "../../../i18n/i18n.js";
import { isolate } from "../../../i18n/isolate.js";
import { useChange } from "../../../parts/use-answer.js";
import { Confirmation } from "../../../ui/dialog.js";
import { Refused } from "../../../ui/refused.js";
import { TextArea } from "../../../ui/text-area.js";
import type { VersionDialogProps } from "./correct-version.js";
import { messages } from "./messages.js";

/** Hides a version from readers for good, with a reason. */
export function WithdrawVersion({ document_id, version, onClose, onDone }: VersionDialogProps) {
  const { number, standing } = version;
  const text = useMessages(messages);
  const [reason, setReason] = useState("");
  const withdrawing = useChange(
    (client) => client.withdrawVersion({ document_id, number: String(number), body: { reason: reason.trim() } }),
    { onSuccess: () => onDone(text.withdrawnNow(number)) },
  );
  return (
    <Confirmation
      title={text.withdrawTitle(number)}
      confirm={text.withdrawConfirm}
      isDangerous
      isDisabled={reason.trim() === ""}
      isPending={withdrawing.isPending}
      onConfirm={() => withdrawing.mutate()}
      onCancel={onClose}
    >
      <p>
        {text.withdrawText[standing === "coming" ? "coming" : "past"](isolate(version.title), isolate(version.version))}
      </p>
      <TextArea
        label={text.reason}
        description={text.reasonHint}
        value={reason}
        onChange={setReason}
        maxLength={NOTE_MAX}
      />
      <Refused error={withdrawing.error} title={text.notWithdrawn} />
    </Confirmation>
  );
}
