import type { Generation, IndexedDocument, IndexReach, IndexSource } from "@retrieval/core/ports";

/** The published ones of these documents (null: all published documents), from all pages. */
export async function documentsOf(
  source: IndexSource,
  document_ids: readonly string[] | null,
  held_revisions: readonly string[] = [],
): Promise<IndexedDocument[]> {
  const documents: IndexedDocument[] = [];
  for await (const page of source.documents(document_ids && { document_ids, held_revisions }))
    documents.push(...page.documents);
  return documents;
}

/** An index that has everything up to this generation, and nothing newer. */
export const reachOf = (generation: Generation): IndexReach => ({ generation, newest: generation });
