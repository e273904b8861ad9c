import { NOTE_MAX } from "@retrieval/api/client";
import { useState } from "react";
import { useFormat, useMessages } from "../../../i18n/i18n.js";
import { isolate } from "../../../i18n/isolate.js";
import { DocumentName } from "../../../parts/display-names.js";
import { DocumentPicker } from "../../../parts/document-picker.js";
import { Picked } from "../../../parts/picked.js";
import { useAnswer, useChange } from "../../../parts/use-answer.js";
import { Button } from "../../../ui/button.js";
import { Confirmation } from "../../../ui/dialog.js";
import { Notice } from "../../../ui/notice.js";
import { Refused } from "../../../ui/refused.js";
import { TextArea } from "../../../ui/text-area.js";
import { TextField } from "../../../ui/text-field.js";
import type { ManagedDocument } from "../answers.js";
import { messages } from "./messages.js";

/** Ends a document from a day on, or corrects its end: readers get the reason and the successor in place of its text. */
export function AbolishDocument({ document }: { document: ManagedDocument }) {
  const { document_id, title } = document;
  const text = useMessages(messages);
  const { day } = useFormat();
  const [asks, setAsks] = useState(false);
  const [on, setOn] = useState("");
  const [reason, setReason] = useState("");
  const [successor, setSuccessor] = useState<string | null>(null);
  const decided = endOf(document) === null ? null : document.abolished;
  const ended = useAnswer("listVersions", { document_id }, { enabled: asks }).data?.items.filter(
    ({ standing, effective_from }) => standing === "coming" && on !== "" && effective_from >= on,
  );
  const abolishing = useChange(
    (client) =>
      client.abolishDocument({
        document_id,
        body: { effective_on: on, reason: reason.trim(), replaced_by: successor },
      }),
    { onSuccess: () => setAsks(false) },
  );
  if (document.version_number === null && document.coming === null && decided === null) return null;
  const open = () => {
    setOn(decided?.effective_on ?? "");
    setReason(decided?.reason ?? "");
    setSuccessor(decided?.replaced_by ?? null);
    setAsks(true);
  };
  return (
    <>
      <Button small onPress={open}>
        {decided === null ? text.abolish : text.correct}
      </Button>
      {asks && (
        <Confirmation
          isForm
          isDangerous
          title={text.title(isolate(title))}
          confirm={on === "" ? text.abolish : text.confirm(day(on))}
          isDisabled={on === "" || reason.trim() === ""}
          isPending={abolishing.isPending}
          onConfirm={() => abolishing.mutate()}
          onCancel={() => setAsks(false)}
        >
          <p>{text.text}</p>
          <TextField
            label={text.on}
            description={text.onHint}
            {...(ended?.length && { warning: text.notInForce(ended.map((version) => day(version.effective_from))) })}
            type="date"
            value={on}
            onChange={setOn}
            isRequired
          />
          <TextArea
            label={text.reason}
            description={text.reasonHint}
            value={reason}
            onChange={setReason}
            maxLength={NOTE_MAX}
          />
          {successor === null ? (
            <DocumentPicker label={text.successor} except={document_id} onPick={setSuccessor} />
          ) : (
            <Picked
              label={text.successor}
              value={successor}
              name={<DocumentName document_id={successor} />}
              onRemove={() => setSuccessor(null)}
            />
          )}
          <Refused error={abolishing.error} title={text.failed} />
        </Confirmation>
      )}
    </>
  );
}

/** That a document ended or will end; a planned end can be cancelled. */
export function AbolitionNotice({ document }: { document: ManagedDocument }) {
  const { document_id, abolished } = document;
  const text = useMessages(messages);
  const { day } = useFormat();
  const cancelling = useChange((client) => client.cancelAbolition({ document_id }));
  const end = endOf(document);
  if (abolished === null || end === null) return null;
  return (
    <>
      <Notice
        tone="warn"
        title={text[end](day(abolished.effective_on))}
        actions={
          end === "planned" && (
            <Button small isPending={cancelling.isPending} onPress={() => cancelling.mutate()}>
              {text.cancel}
            </Button>
          )
        }
      >
        {abolished.reason}
      </Notice>
      <Refused error={cancelling.error} title={text.notCancelled} />
    </>
  );
}

/** Whether the end of a document is to come or has come; null: neither, also where a later version put it in force again. */
function endOf({ abolished, next_on, version_number }: ManagedDocument): "planned" | "ended" | null {
  if (abolished === null) return null;
  if (next_on !== null && next_on <= abolished.effective_on) return "planned";
  return version_number === null ? "ended" : null;
}
