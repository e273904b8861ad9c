import type {
  DirectoryDocument,
  IndexChanges,
  IndexedDocument,
  IndexSource,
  RevisionText,
} from "@retrieval/core/ports";

/** The published ones of these documents (null: all published documents) with their texts, from all pages. */
export async function documentsOf(
  source: IndexSource,
  document_ids: readonly string[] | null,
  held: readonly string[] = [],
): Promise<IndexedDocument[]> {
  const documents: DirectoryDocument[] = [];
  for await (const page of source.documents()) documents.push(...page.documents);
  const asked = documents.filter(({ document_id }) => document_ids?.includes(document_id) ?? true);
  const texts = new Map<string, RevisionText>();
  for await (const page of source.texts(asked, new Set(held)))
    for (const text of page) texts.set(text.document_id, text);
  return asked.flatMap((document) => {
    const text = texts.get(document.document_id);
    return text === undefined ? [] : [{ ...document, ...text }];
  });
}

/** The ids of the documents that changed, and whether the vocabulary did. */
export function changedIn({ documents, removed, vocabulary }: IndexChanges): [string[], boolean] {
  return [[...documents.map(({ document_id }) => document_id), ...removed].sort(), vocabulary !== null];
}
