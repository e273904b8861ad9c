import { dayInLabel, NOTE_MAX, NOTICES } from "@retrieval/api/client";
import { comparisonAddress } from "@retrieval/api/pages";
import { useState } from "react";
import { Link } from "wouter";
import { isRefusal } from "../../../api/errors.js";
import { useFormat, useMessages } from "../../../i18n/i18n.js";
import { isolate } from "../../../i18n/isolate.js";
import { useAnswer, useChange } from "../../../parts/use-answer.js";
import { Confirmation } from "../../../ui/dialog.js";
import { Row } from "../../../ui/layout.js";
import { RadioGroup } from "../../../ui/radio-group.js";
import { Refused } from "../../../ui/refused.js";
import { TextArea } from "../../../ui/text-area.js";
import { TextField } from "../../../ui/text-field.js";
import type { Draft, PublicationPreview, Published } from "../answers.js";
import { PublicationReaders } from "../publication-readers.js";
import { tagOf, useApproval } from "./draft-review.js";
import { messages } from "./messages.js";
import { standingFrom } from "./standing-from.js";

interface PublishDialogProps {
  readonly document_id: string;
  readonly draft: Draft;
  /** Who will be able to read it. */
  readonly publication: PublicationPreview;
  readonly today: string;
  /** Of the version in force; null: there is none. */
  readonly in_force_from: string | null;
  readonly onPublished: (published: Published) => void;
  readonly onClose: () => void;
}

/** Publishes a draft: what changes, from when, why, who is told, and who can read it. */
export function PublishDialog(props: PublishDialogProps) {
  const { document_id, draft, publication, today, in_force_from, onPublished, onClose } = props;
  const { title, version } = draft;
  const text = useMessages(messages);
  const { day } = useFormat();
  const [opened] = useState(tagOf(draft));
  const [from, setFrom] = useState(draft.effective_from ?? today);
  const [label, setLabel] = useState(draft.version_is_default ? "" : version);
  const [note, setNote] = useState(draft.note ?? "");
  const [notice, setNotice] = useState(draft.notice);
  const [confirmBy, setConfirmBy] = useState(draft.confirm_by ?? "");
  const standing = standingFrom(from, today, in_force_from);
  const dayNamed = dayInLabel(label);
  const { isNeeded } = useApproval(draft.by_user);
  const publishing = useChange(
    (client) =>
      client[isNeeded ? "approveDraft" : "publishDraft"]({
        document_id,
        ifMatch: opened,
        body: {
          effective_from: from,
          version: label.trim() || null,
          notice,
          note: note.trim() || null,
          ...(notice === "confirm" && { confirm_by: confirmBy }),
        },
      }),
    { onSuccess: ({ body }) => onPublished(body) },
  );
  const { error } = publishing;
  return (
    <Confirmation
      isForm
      title={text.publishTitle(isolate(title))}
      confirm={text.publishFrom[standing](day(from || today))}
      cancel={text.keepDraft}
      isDisabled={from === "" || (notice === "confirm" && confirmBy === "")}
      isPending={publishing.isPending}
      onConfirm={() => publishing.mutate()}
      onCancel={onClose}
    >
      {in_force_from !== null && <WhatChanges document_id={document_id} />}
      <TextField
        label={text.from}
        description={text.fromHint}
        {...(from < today && {
          warning: standing === "past" ? text.past.past(day(in_force_from ?? today)) : text.past.at_once,
        })}
        type="date"
        value={from}
        onChange={setFrom}
        isRequired
      />
      <TextField
        label={text.label}
        description={text.labelHint}
        {...(dayNamed !== null && dayNamed !== from && { warning: text.otherLabel })}
        value={label}
        onChange={setLabel}
        maxLength={512}
      />
      <TextArea label={text.note} description={text.noteHint} value={note} onChange={setNote} maxLength={NOTE_MAX} />
      <RadioGroup
        label={text.notice}
        value={notice}
        onChange={setNotice}
        choices={NOTICES.map((value) => ({
          value,
          ...text.notices[value],
          field: value === "confirm" && (
            <TextField label={text.confirmBy} type="date" value={confirmBy} onChange={setConfirmBy} isRequired />
          ),
        }))}
      />
      <PublicationReaders preview={publication} when="atOnce" />
      <Refused error={error} title={text.publishFailed}>
        {isRefusal(error, "DOCUMENT_NOT_FOUND") && text.raced}
      </Refused>
    </Confirmation>
  );
}

/** How many articles the draft changes, with the way to the comparison. */
function WhatChanges({ document_id }: { document_id: string }) {
  const text = useMessages(messages);
  const { data } = useAnswer("compareVersions", { document_id, to: "draft" });
  const of = (kind: "added" | "removed") => data?.articles.filter((article) => article.kind === kind).length ?? 0;
  const others = (data?.articles.length ?? 0) - of("added") - of("removed");
  return (
    <Row gap={[1, 5]} align="baseline" apart>
      <span role="status">{data && text.differences(others, of("added"), of("removed"))}</span>
      <Link href={comparisonAddress(document_id, { from: null, to: "draft" })}>{text.compare}</Link>
    </Row>
  );
}
