import { useMessages } from "../../../i18n/i18n.js";
import { isolate } from "../../../i18n/isolate.js";
import { Notice } from "../../../ui/notice.js";
import { TextField } from "../../../ui/text-field.js";
import { messages } from "./messages.js";
import type { Standing } from "./standing.js";
import styles from "./upload.module.css";
import { isStructured, type RowProblem, type UploadRow } from "./upload-row.js";

interface OpenRowProps {
  readonly row: UploadRow;
  readonly problem: RowProblem | undefined;
  readonly standing: Standing | undefined;
  /** The document is given; only its file is chosen. */
  readonly isFixed: boolean;
  /** Whether it is the only file. With others, the list explains the fields once. */
  readonly isAlone: boolean;
  readonly onChange: (part: Partial<Pick<UploadRow, "document_id" | "title">>) => void;
}

/** The fields of one file, and what its document is. */
export function OpenRow({ row, problem, standing, isFixed, isAlone, onChange }: OpenRowProps) {
  const text = useMessages(messages);
  if (problem === "unknownType" || problem === "tooLarge" || problem === "empty") {
    return (
      <Notice tone="bad" announced={isAlone}>
        {text.problems[problem]}
      </Notice>
    );
  }
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label={text.document_id}
          {...(isAlone && !isFixed && { description: text.document_idHint })}
          value={row.document_id}
          onChange={(value) => onChange({ document_id: value.trim() })}
          isDisabled={isFixed}
          autoComplete="off"
          isRequired
          {...(problem && { error: text.problems[problem] })}
        />
        {!isStructured(row) && (
          <TextField
            label={text.documentTitle}
            {...(isAlone && { description: text.titleHint })}
            value={row.title}
            onChange={(title) => onChange({ title })}
            maxLength={512}
          />
        )}
      </div>
      <p className={styles.standing} {...(isAlone && { role: "status" })}>
        {standing && <StandingText standing={standing} />}
      </p>
      {isStructured(row) && <Notice>{text.structured}</Notice>}
    </>
  );
}

function StandingText({ standing: { published, draft } }: { standing: Standing }) {
  const text = useMessages(messages);
  return (
    <>
      {published ? text.replaces(isolate(published.title), isolate(published.version)) : text.isUnpublished}
      {published && !draft && ` ${text.keepsRule}`}
      {draft && ` ${text.replacesDraft}`}
    </>
  );
}
