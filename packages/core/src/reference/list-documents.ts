import { type Reader, readerFilter } from "../access/audience.js";
import { decideAccess } from "../access/decision.js";
import type { DocumentHead } from "../documents/document-head.js";
import type { DocumentCatalog } from "../ports/document-catalog.js";

interface ListDocumentsDeps {
  readonly documents: Pick<DocumentCatalog, "listFor">;
  /** Called when the store returned a row that the rule in memory forbids; the row is dropped. */
  readonly onAccessMismatch: (document_id: string, user_id: string) => void;
}

/**
 * A page of the documents that this reader may see, in code-point order of document_id; one more than `limit` if there
 * are more.
 */
export async function listDocuments(
  page: { readonly query?: string; readonly limit: number; readonly after?: string },
  reader: Reader,
  { documents, onAccessMismatch }: ListDocumentsDeps,
): Promise<DocumentHead[]> {
  const found = await documents.listFor(readerFilter(reader), { ...page, limit: page.limit + 1 });
  return found
    .filter(({ document_id, access_rules }) => {
      const { allowed } = decideAccess(reader, access_rules);
      if (!allowed) onAccessMismatch(document_id, reader.user_id);
      return allowed;
    })
    .map(({ document_id, title, version }) => ({ document_id, title, version }));
}
