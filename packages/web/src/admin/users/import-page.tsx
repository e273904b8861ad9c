import { useRef, useState } from "react";
import { useLocation } from "wouter";
import { useSearch } from "wouter/use-browser-location";
import { Stack } from "../../ui/layout.js";
import { type ImportRequest, USUAL_COLUMNS } from "./import-answer.js";
import { ImportForm } from "./import-form.js";
import { ImportProgress } from "./import-progress.js";
import { useStepFocus } from "./use-step-focus.js";

const ADDRESS = "/admin/imports";

/** Imports users from a file: choose, check, apply. The address has the import's id, so a reload returns to it. */
export function ImportPage() {
  const [, navigate] = useLocation();
  const import_id = new URLSearchParams(useSearch()).get("import");
  const [request, setRequest] = useState<ImportRequest>({
    file: null,
    mode: "import",
    update: false,
    columns: USUAL_COLUMNS,
  });
  const page = useRef<HTMLDivElement>(null);
  useStepFocus(page, import_id);
  return (
    <Stack gap={5} narrow="page" ref={page}>
      {import_id === null ? (
        <ImportForm
          request={request}
          onChange={setRequest}
          onChecked={(checked) => navigate(`${ADDRESS}?import=${encodeURIComponent(checked)}`)}
        />
      ) : (
        <ImportProgress
          key={import_id}
          import_id={import_id}
          fileName={request.file?.name ?? null}
          onAnother={() => {
            setRequest({ ...request, file: null });
            navigate(ADDRESS);
          }}
        />
      )}
    </Stack>
  );
}
