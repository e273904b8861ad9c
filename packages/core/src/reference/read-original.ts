import { type Reader, readerFilter } from "../access/audience.js";
import type { OriginalFile } from "../documents/original-file.js";
import type { FoundOriginal, OriginalFiles } from "../documents/original-files.js";
import { NO_DOCUMENT, type Refusal } from "../errors.js";
import { type AccessWatch, visibleTo } from "./visible-to.js";

interface OriginalDeps extends AccessWatch {
  readonly originals: OriginalFiles;
}

/** The uploaded file of a document that this reader may see, if it is kept and for this reader. */
export async function readOriginal(
  document_id: string,
  reader: Reader,
  deps: OriginalDeps,
): Promise<FoundOriginal | Refusal> {
  const kept = await deps.originals.find(document_id, readerFilter(reader));
  const found = visibleTo(kept, document_id, reader, deps);
  // The same answer without a file as without the document.
  return found !== null && mayDownload(reader, found.original_for) ? found : NO_DOCUMENT;
}

/** Whether a reader of the document may download its file; null: there is none. */
export function mayDownload({ role }: Reader, original_for: OriginalFile["original_for"] | null): boolean {
  return original_for === "readers" || (original_for === "admins" && role === "admin");
}
