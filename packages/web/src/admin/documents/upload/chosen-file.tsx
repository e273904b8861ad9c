import { useMessages } from "../../../i18n/i18n.js";
import { isolate } from "../../../i18n/isolate.js";
import { Meta } from "../../../ui/layout.js";
import { Notice } from "../../../ui/notice.js";
import { Refused } from "../../../ui/refused.js";
import { TextField } from "../../../ui/text-field.js";
import type { PlannedUpload } from "../answers.js";
import { messages } from "./messages.js";
import styles from "./upload.module.css";
import { type FileIn, isStructured, sizeProblem, type UploadFile } from "./upload-file.js";

interface ChosenFileProps {
  readonly file: FileIn<"chosen">;
  readonly planned: PlannedUpload | undefined;
  /** The document is given; only its file is chosen. */
  readonly isFixed: boolean;
  /** Whether it is the only file. With others, the page explains the fields once. */
  readonly isAlone: boolean;
  readonly onChange: (part: Partial<Pick<UploadFile, "document_id" | "title">>) => void;
}

/** The fields of a file that is not sent yet, and what its document would be. */
export function ChosenFile({ file, planned, isFixed, isAlone, onChange }: ChosenFileProps) {
  const text = useMessages(messages);
  const size = sizeProblem(file);
  const problem = planned?.error ?? null;
  const isUnreadable = planned?.problems.some(({ code }) => code.startsWith("file.")) ?? false;
  if (size !== null || isUnreadable)
    return (
      <Notice tone="bad" announced={isAlone}>
        {size === null ? problem : text.problems[size]}
      </Notice>
    );
  return (
    <>
      <Refused error={file.state.error} title={text.refused} />
      <div className={styles.pair}>
        <TextField
          label={text.document_id}
          {...(isAlone && !isFixed && { description: text.document_idHint })}
          value={file.document_id}
          onChange={(value) => onChange({ document_id: value.trim() })}
          isDisabled={isFixed}
          autoComplete="off"
          isRequired
          {...(problem !== null && { error: problem })}
        />
        {!isStructured(file) && (
          <TextField
            label={text.documentTitle}
            {...(isAlone && { description: text.titleHint })}
            value={file.title}
            onChange={(title) => onChange({ title })}
            maxLength={512}
          />
        )}
      </div>
      <Meta className={styles.planned} {...(isAlone && { role: "status" })}>
        {planned && problem === null && <PlannedText planned={planned} />}
      </Meta>
      {isStructured(file) && <Notice>{text.structured}</Notice>}
    </>
  );
}

function PlannedText({ planned: { published, draft } }: { planned: PlannedUpload }) {
  const text = useMessages(messages);
  return (
    <>
      {published ? text.replaces(isolate(published.title), isolate(published.version)) : text.isUnpublished}
      {published && !draft && ` ${text.keepsRule}`}
      {draft && ` ${text.replacesDraft}`}
    </>
  );
}
