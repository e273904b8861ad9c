import { useState } from "react";
import { Stack } from "../../ui/layout.js";
import { useHeadingFocus } from "../../ui/use-heading-focus.js";
import { type ImportRequest, USUAL_COLUMNS } from "./import-answer.js";
import { ImportForm } from "./import-form.js";
import { ImportResult } from "./import-result.js";
import type { ImportedFile } from "./use-import.js";

/** Imports users from a file: choose, check, apply. */
export function ImportPage() {
  const [request, setRequest] = useState<ImportRequest>({
    file: null,
    mode: "import",
    update: false,
    columns: USUAL_COLUMNS,
  });
  const [imported, setImported] = useState<ImportedFile | null>(null);
  useHeadingFocus(imported);
  return (
    <Stack gap={5} narrow="page">
      {imported === null ? (
        <ImportForm request={request} onChange={setRequest} onChecked={setImported} />
      ) : (
        <ImportResult
          imported={imported}
          onEnd={setImported}
          onAnother={() => {
            setRequest({ ...request, file: null });
            setImported(null);
          }}
        />
      )}
    </Stack>
  );
}
