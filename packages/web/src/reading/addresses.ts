/** The pages' own addresses, which users share. */
export function documentAddress(document_id: string): string {
  return `/documents/${encodeURIComponent(document_id)}`;
}

export function chunkAddress(document_id: string, chunk_id: string): string {
  return `${documentAddress(document_id)}/${encodeURIComponent(chunk_id)}`;
}

export function searchAddress(query: string): string {
  return query === "" ? "/" : `/?q=${encodeURIComponent(query)}`;
}
