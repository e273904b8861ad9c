import { type Reader, readerFilter } from "../access/audience.js";
import { decideAccess } from "../access/decision.js";
import type { OriginalFile } from "../documents/original-file.js";
import { type Refusal, refuse } from "../errors.js";
import type { FoundOriginal, OriginalFiles } from "../ports/original-files.js";

interface OriginalDeps {
  readonly originals: OriginalFiles;
  /** Called when the store returned a row that the rule in memory forbids; the row is dropped. */
  readonly onAccessMismatch: (document_id: string, user_id: string) => void;
}

/** The uploaded file of a document that this reader may see, if it is kept and for this reader. */
export async function readOriginal(
  document_id: string,
  reader: Reader,
  deps: OriginalDeps,
): Promise<FoundOriginal | Refusal> {
  const found = await deps.originals.find(document_id, readerFilter(reader));
  if (found === null) return NOT_FOUND;
  if (!decideAccess(reader, found.access_rules).allowed) {
    deps.onAccessMismatch(document_id, reader.user_id);
    return NOT_FOUND;
  }
  return mayDownload(reader, found.original_for) ? found : NOT_FOUND;
}

/** Whether a reader of the document may download its file; null: there is none. */
export function mayDownload({ role }: Reader, original_for: OriginalFile["original_for"] | null): boolean {
  return original_for === "readers" || (original_for === "admins" && role === "admin");
}

// The same answer, byte for byte, for an unknown document, for one that this reader may not see, and without a file.
const NOT_FOUND = refuse("DOCUMENT_NOT_FOUND", { code: "document.unknown" });
