import { USER_FILE_FIELDS } from "@retrieval/api/client";
import { useEffect, useRef } from "react";
import { useMessages } from "../../i18n/i18n.js";
import { Meta, Stack } from "../../ui/layout.js";
import { TextField } from "../../ui/text-field.js";
import type { ImportColumns } from "./import-answer.js";
import { messages } from "./import-messages.js";
import styles from "./import-page.module.css";

interface ImportColumnFieldsProps {
  /** true: the columns were not recognised, so the fields open by themselves. */
  readonly isNeeded: boolean;
  readonly columns: ImportColumns;
  readonly onChange: (columns: ImportColumns) => void;
}

/** The column of each field, for files with unusual headings. */
export function ImportColumnFields({ isNeeded, columns, onChange }: ImportColumnFieldsProps) {
  const text = useMessages(messages);
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isNeeded && details.current) details.current.open = true;
  }, [isNeeded]);
  return (
    <details ref={details}>
      <summary>{text.columns}</summary>
      <Stack gap={3}>
        <Meta>{text.columnsText}</Meta>
        <div className={styles.columnFields}>
          {USER_FILE_FIELDS.map((field) => (
            <TextField
              key={field}
              label={text.columnNames[field]}
              value={columns[field]}
              onChange={(column) => onChange({ ...columns, [field]: column })}
              maxLength={200}
              autoComplete="off"
            />
          ))}
        </div>
      </Stack>
    </details>
  );
}
