import { inForce, NOTE_MAX } from "@retrieval/api/client";
import { useState } from "react";
import { useMessages } from "../../../i18n/i18n.js";
import { useAnswer, useChange } from "../../../parts/use-answer.js";
import { useToday } from "../../../parts/use-today.js";
import { Confirmation } from "../../../ui/dialog.js";
import { Refused } from "../../../ui/refused.js";
import { TextArea } from "../../../ui/text-area.js";
import { TextField } from "../../../ui/text-field.js";
import type { ContentVersion } from "../answers.js";
import { messages } from "./messages.js";

export interface VersionDialogProps {
  readonly document_id: string;
  readonly version: ContentVersion;
  readonly onClose: () => void;
  /** @param said what was done */
  readonly onDone: (said: string) => void;
}

/** Corrects the day or the note of a version; warns where another version would be in force today. */
export function CorrectVersion({ document_id, version, onClose, onDone }: VersionDialogProps) {
  const { number } = version;
  const text = useMessages(messages);
  const [from, setFrom] = useState(version.effective_from);
  const [note, setNote] = useState(version.note ?? "");
  const inForceThen = useInForceThen(document_id, number, from);
  const day = from === version.effective_from ? {} : { effective_from: from };
  const reason = note.trim() === (version.note ?? "") ? {} : { note: note.trim() || null };
  const body = { ...day, ...reason };
  const correcting = useChange((client) => client.changeVersion({ document_id, number: String(number), body }), {
    onSuccess: () => onDone(text.corrected(number)),
  });
  return (
    <Confirmation
      isForm
      title={text.correctTitle(number)}
      confirm={text.correctConfirm}
      isDisabled={from === "" || Object.keys(body).length === 0}
      isPending={correcting.isPending}
      onConfirm={() => correcting.mutate()}
      onCancel={onClose}
    >
      <p>{text.correctText}</p>
      <TextField
        label={text.from}
        warning={inForceThen === undefined ? undefined : text.inForceThen(inForceThen)}
        type="date"
        value={from}
        onChange={setFrom}
        isRequired
      />
      <TextArea label={text.note} value={note} onChange={setNote} maxLength={NOTE_MAX} />
      <Refused error={correcting.error} title={text.notCorrected} />
    </Confirmation>
  );
}

/** The number of the version that is in force today if one has another day; null: none is; undefined: the same as now. */
function useInForceThen(document_id: string, number: number, from: string): number | null | undefined {
  const today = useToday();
  const items = useAnswer("listVersions", { document_id }).data?.items ?? [];
  const isAbolished = items.every(({ standing }) => standing !== "in_force");
  if (today === null || from === "" || isAbolished) return undefined;
  const dated = (moved: string | null) =>
    items.map((each) => ({
      number: each.number,
      effective_from: each.number === number && moved !== null ? moved : each.effective_from,
      withdrawn: each.withdrawn !== null,
    }));
  const numberIn = (moved: string | null) => inForce({ versions: dated(moved), abolitions: [] }, today)?.number ?? null;
  return numberIn(from) === numberIn(null) ? undefined : numberIn(from);
}
