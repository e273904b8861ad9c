import type { Client } from "@retrieval/api/client";
import { useMutation } from "@tanstack/react-query";
import { isRefusal } from "../../api/errors.js";
import { useChange } from "../../parts/use-answer.js";
import { useApi } from "../../session/session-provider.js";
import { columnsText, type ImportAnswer, type ImportRequest } from "./import-answer.js";

/** `moved`: checked again, because users changed after the first check, perhaps by an import whose answer was lost. */
type ImportStep = "checked" | "moved" | "applied";

/** A file that the service has checked or applied. */
export interface ImportedFile {
  readonly step: ImportStep;
  readonly name: string;
  /** As it was checked: the file on the disk may change. */
  readonly call: ReturnType<typeof callOf>;
  readonly answer: ImportAnswer;
  readonly etag: string;
}

export class NotReadable extends Error {}

/** Checks a file, which writes nothing. */
export function useCheck(onChecked: (checked: ImportedFile) => void) {
  const { client } = useApi();
  return useMutation({
    async mutationFn({ file, ...request }: ImportRequest & { readonly file: File }) {
      // A file that changed since it was chosen looks like a network failure, which would be repeated.
      const bytes = await file.arrayBuffer().catch(() => {
        throw new NotReadable();
      });
      return check(client, file.name, callOf(request, bytes), "checked");
    },
    onSuccess: onChecked,
  });
}

/** Applies what was checked. If the file would do something else by now, it is checked again. */
export function useApply({ name, call, etag }: ImportedFile, onEnd: (imported: ImportedFile) => void) {
  return useChange(
    async (client, yes_deactivate: number | undefined): Promise<ImportedFile> => {
      try {
        const { body } = await client.importUserFile({ ...call, yes_deactivate, ifMatch: etag });
        return { step: "applied", name, call, answer: body, etag };
      } catch (error) {
        if (isRefusal(error, "PRECONDITION_FAILED")) return await check(client, name, call, "moved");
        throw error;
      }
    },
    { onSuccess: onEnd },
  );
}

function callOf({ mode, update, columns }: Omit<ImportRequest, "file">, bytes: ArrayBuffer) {
  return {
    mode,
    update: mode === "import" && update,
    columns: columnsText(columns) || undefined,
    body: new Uint8Array(bytes),
    // The browser's own type depends on installed programs.
    type: "text/csv",
  };
}

async function check(
  client: Client,
  name: string,
  call: ImportedFile["call"],
  step: ImportStep,
): Promise<ImportedFile> {
  const { body, headers } = await client.importUserFile({ ...call, dry_run: true });
  return { step, name, call, answer: body, etag: headers.get("ETag") ?? "" };
}
