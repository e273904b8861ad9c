import type { DocumentCatalog, GovernedDocument } from "./document-catalog.js";

/** All published documents in code-point order, a page at a time, so that other requests get their turn. */
export async function* allDocuments(
  documents: Pick<DocumentCatalog, "list">,
  limit: number,
): AsyncGenerator<GovernedDocument> {
  for (let after: string | undefined; ; ) {
    const page = await documents.list({ limit, ...(after === undefined ? {} : { after }) });
    yield* page;
    after = page.at(-1)?.document_id;
    if (page.length < limit) return;
  }
}
