import type { Asked } from "./asked.js";

/** The pages' own addresses, which users share. */
export function documentAddress(document_id: string): string {
  return `/documents/${encodeURIComponent(document_id)}`;
}

export function chunkAddress(document_id: string, chunk_id: string): string {
  return `${documentAddress(document_id)}/${encodeURIComponent(chunk_id)}`;
}

export function searchAddress(query: string, { document_id = null, kind = "all" }: Partial<Asked> = {}): string {
  if (query === "") return "/";
  const parameters = [`q=${encodeURIComponent(query)}`];
  if (document_id !== null) parameters.push(`doc=${encodeURIComponent(document_id)}`);
  if (kind !== "all") parameters.push(`kind=${kind}`);
  return `/?${parameters.join("&")}`;
}

/** The address of a page that is opened from results: the field there keeps the query, and the page marks its words. */
export function askedAt(address: string, query: string): string {
  return query === "" ? address : `${address}?q=${encodeURIComponent(query)}`;
}
