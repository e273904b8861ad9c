import { DOCX, FILE_EXTENSIONS, mediaTypeOf, ORIGINAL_CHOICES, STRUCTURED_CHUNKS } from "@retrieval/api/client";
import { type FormEvent, useState } from "react";
import { useMessages } from "../../../i18n/i18n.js";
import { isolate } from "../../../i18n/isolate.js";
import { Button } from "../../../ui/button.js";
import { DropZone } from "../../../ui/drop-zone.js";
import { Notice } from "../../../ui/notice.js";
import { RadioGroup } from "../../../ui/radio-group.js";
import { TextField } from "../../../ui/text-field.js";
import { useDebounced } from "../../../ui/use-debounced.js";
import { useRefusalText } from "../../problem-texts.js";
import type { PublicationPreview } from "../answers.js";
import { PublicationReaders, usePublication } from "../publication-readers.js";
import { useManagedDocuments, useRules } from "../queries.js";
import { isDocumentId, suggestDocumentId } from "./document-id.js";
import { messages } from "./messages.js";
import type { UploadChoices } from "./upload-call.js";
import styles from "./upload-form.module.css";

interface UploadFormProps {
  readonly document_id: string;
  /** Why the last attempt was refused. */
  readonly error: unknown;
  /** @param isDraft null: the file decides */
  readonly onSend: (file: File, media_type: string, choices: UploadChoices, isDraft: boolean | null) => void;
}

/** How long typing must pause before the document is looked up, in milliseconds. */
const TYPING_PAUSE = 250;

export function UploadForm({ document_id, error, onSend }: UploadFormProps) {
  const text = useMessages(messages);
  const [file, setFile] = useState<File | null>(null);
  const [choices, setChoices] = useState<Chosen>({
    document_id,
    title: "",
    version: "",
    publish: null,
    isRestricted: false,
    original: "admins",
  });
  const set = (part: Partial<Chosen>) => setChoices((now) => ({ ...now, ...part }));
  const standing = useStanding(choices.document_id);
  // Without a draft, the service refuses this.
  const draft = usePublication(choices.document_id, true, { enabled: standing.kind !== "unknown" });
  // A new document is reviewed first; a new version replaces one that readers already see.
  const publish = choices.publish ?? standing.kind === "published";
  const isRestricted = choices.isRestricted && standing.kind === "unpublished";
  const publication = usePublication(choices.document_id, false, { enabled: standing.kind !== "unknown" });
  const media_type = file && mediaTypeOf(file.name);
  const isStructured = media_type === STRUCTURED_CHUNKS;
  // A draft without a rule keeps the rule of the draft that it replaces.
  const preview = draft.isSuccess && !publish && !isStructured ? draft.data : publication.data;
  const hasBadId = choices.document_id !== "" && !isDocumentId(choices.document_id);

  const choose = (chosen: File) => {
    setFile(chosen);
    if (document_id === "") set({ document_id: suggestDocumentId(chosen.name) });
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!file || !media_type || !isDocumentId(choices.document_id)) return;
    onSend(file, media_type, { ...choices, publish, isRestricted }, isStructured ? null : !publish);
  };

  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <DropZone
        label={text.drop}
        choose={text.choose}
        hint={text.formats}
        accept={FILE_EXTENSIONS}
        file={file}
        onFile={choose}
      />
      {file && !media_type && (
        <Notice tone="bad" announced>
          {text.wrongType(isolate(file.name))}
        </Notice>
      )}
      <TextField
        label={text.document_id}
        {...(document_id === "" && { description: text.document_idHint })}
        value={choices.document_id}
        onChange={(value) => set({ document_id: value.trim() })}
        isDisabled={document_id !== ""}
        autoComplete="off"
        isRequired
        {...(hasBadId && { error: text.badId })}
      />
      <p className={styles.standing} role="status">
        {standing.kind === "unpublished" && text.isUnpublished}
        {standing.kind === "published" && text.replaces(isolate(standing.title), isolate(standing.version))}
        {standing.kind === "published" && !draft.isSuccess && ` ${text.keepsRule}`}
        {draft.isSuccess && ` ${text.replacesDraft}`}
      </p>
      {isStructured ? (
        <Notice>{text.structured}</Notice>
      ) : (
        <UploadFields
          choices={{ ...choices, publish }}
          media_type={media_type}
          isUnpublished={standing.kind === "unpublished"}
          onChange={set}
        />
      )}
      {preview && (
        <PublicationReaders
          preview={isRestricted && !isStructured ? restricted(preview) : preview}
          when={isStructured ? "byFile" : publish ? "atOnce" : "later"}
        />
      )}
      {error !== null && error !== undefined && <Refused error={error} />}
      <div>
        <Button look="primary" type="submit" isDisabled={!media_type || !isDocumentId(choices.document_id)}>
          {text.send}
        </Button>
      </div>
    </form>
  );
}

/** The choices so far. Only an unpublished document has a choice of rule; a published one keeps its rule. */
type Chosen = Omit<UploadChoices, "publish"> & {
  /** null: nothing chosen yet; the default applies. */
  readonly publish: boolean | null;
};

/** The preview for an upload that only administrators and developers may read. */
function restricted({ readers: { now } }: PublicationPreview): PublicationPreview {
  const access_rules = { allow_all: false, allowed_department_codes: [], allowed_groups: [], allowed_users: [] };
  return { access_rules, readers: { now, after: 0 } };
}

interface UploadFieldsProps {
  readonly choices: UploadChoices;
  /** null: no file yet. */
  readonly media_type: string | null;
  readonly isUnpublished: boolean;
  readonly onChange: (part: Partial<UploadChoices>) => void;
}

/** The fields that are sent with a file. */
function UploadFields({ choices, media_type, isUnpublished, onChange }: UploadFieldsProps) {
  const text = useMessages(messages);
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label={text.documentTitle}
          description={text.titleHint}
          value={choices.title}
          onChange={(title) => onChange({ title })}
          maxLength={512}
        />
        <TextField
          label={text.version}
          description={text.versionHint}
          value={choices.version}
          onChange={(version) => onChange({ version })}
          maxLength={512}
        />
      </div>
      <RadioGroup
        label={text.publish}
        value={choices.publish ? "atOnce" : "draft"}
        onChange={(value) => onChange({ publish: value === "atOnce" })}
        choices={[
          { value: "draft", label: text.draft, description: text.draftText },
          { value: "atOnce", label: text.atOnce, description: text.atOnceText },
        ]}
        inRow
      />
      {isUnpublished && (
        <RadioGroup
          label={text.access}
          value={choices.isRestricted ? "restricted" : "default"}
          onChange={(value) => onChange({ isRestricted: value === "restricted" })}
          choices={[
            { value: "default", label: text.byDefault, description: text.byDefaultText },
            { value: "restricted", label: text.restricted, description: text.restrictedText },
          ]}
          inRow
        />
      )}
      <RadioGroup
        label={text.original}
        value={choices.original}
        onChange={(original) => onChange({ original })}
        choices={ORIGINAL_CHOICES.map((value) => ({ value, ...text.originalFor[value] }))}
        inRow
      />
      {choices.original === "readers" && media_type === DOCX && <Notice tone="warn">{text.showsEdits}</Notice>}
    </>
  );
}

function Refused({ error }: { error: unknown }) {
  const text = useMessages(messages);
  const refusalText = useRefusalText();
  return (
    <Notice tone="bad" announced title={text.refused}>
      {refusalText(error)}
    </Notice>
  );
}

type Standing =
  | { readonly kind: "unknown" | "unpublished" }
  | { readonly kind: "published"; readonly title: string; readonly version: string };

/** Whether a document with this identifier is published. If not, it may still have existed and been deleted. */
function useStanding(document_id: string): Standing {
  const debounced = useDebounced(document_id, TYPING_PAUSE);
  const rules = useRules(debounced, { enabled: isDocumentId(debounced) });
  // The rule's answer shows that the document exists; only the list has its version.
  const list = useManagedDocuments(rules.data ? debounced : "");
  if (debounced !== document_id || !isDocumentId(document_id)) return { kind: "unknown" };
  if (rules.data === null) return { kind: "unpublished" };
  if (!rules.data) return { kind: "unknown" };
  const found = list.data?.pages[0]?.documents.find((document) => document.document_id === document_id);
  return { kind: "published", title: rules.data.title, version: found?.version ?? "" };
}
