import { type Reader, readerFilter } from "../access/audience.js";
import { mayDownload } from "../documents/original-file.js";
import type { FoundOriginal, OriginalFiles } from "../documents/original-files.js";
import { isRefusal, NO_DOCUMENT, type Refusal } from "../errors.js";
import { IN_FORCE, type LifeDeps, textFor } from "./read-life.js";
import { visibleTo } from "./visible-to.js";

interface OriginalDeps extends LifeDeps {
  readonly originals: OriginalFiles;
}

/** The uploaded file of a document that this reader may see, if it is kept and for this reader. */
export async function readOriginal(
  document_id: string,
  reader: Reader,
  deps: OriginalDeps,
): Promise<FoundOriginal | Refusal> {
  const found = await textFor(document_id, IN_FORCE, reader, deps, async (version) => {
    const kept = await deps.originals.find(document_id, readerFilter(reader), version?.revision_id);
    return visibleTo(kept, document_id, reader, deps);
  });
  if (isRefusal(found)) return found;
  // The same answer without a file as without the document.
  return mayDownload(reader, found.original_for) ? found : NO_DOCUMENT;
}
