import type { Asked } from "./asked.js";
import { type Quotation, quotedParameter } from "./quoted-words.js";

/** The pages' own addresses, which users share. */
export function documentAddress(document_id: string): string {
  return `/documents/${encodeURIComponent(document_id)}`;
}

/**
 * The address of a passage or an article inside its document: `/documents/wage-rules/ch3::art13`.
 * @param id a chunk_id, or a section's address
 * @param asked the search that found it: its words are marked, and its other results are near
 * @param quotation words of the passage, which are marked instead of the search's
 */
export function chunkAddress(document_id: string, id: string, asked?: Asked, quotation?: Quotation): string {
  const path = id === document_id ? "" : `/${encodeURIComponent(withoutDocument(document_id, id))}`;
  // A colon is allowed in a path (RFC 3986 §3.3), and addresses are read by users too.
  return `${documentAddress(document_id)}${path.replaceAll("%3A", ":")}${parametersOf(asked, quotation)}`;
}

/** The chunk_id or section that a part of an address names; addresses with the whole id are older, and stay valid. */
export function passageOf(document_id: string, part: string): string {
  return part.startsWith(`${document_id}::`) ? part : `${document_id}::${part}`;
}

/** An id whose rest begins like a whole id stays whole, so that both directions agree. */
function withoutDocument(document_id: string, id: string): string {
  const prefix = `${document_id}::`;
  const rest = id.startsWith(prefix) ? id.slice(prefix.length) : id;
  return rest.startsWith(prefix) ? id : rest;
}

export function searchAddress(query: string, { document_id = null, kind = "all" }: Partial<Asked> = {}): string {
  return `/${parametersOf({ query, document_id, kind })}`;
}

/** As useAsked and useQuotedWords read them. */
function parametersOf(asked?: Asked, quotation?: Quotation): string {
  const parameters = asked && asked.query !== "" ? askedParameters(asked) : [];
  if (quotation) parameters.push(`words=${quotedParameter(quotation)}`);
  return parameters.length === 0 ? "" : `?${parameters.join("&")}`;
}

function askedParameters({ query, document_id, kind }: Asked): string[] {
  const parameters = [`q=${encodeURIComponent(query)}`];
  if (document_id !== null) parameters.push(`doc=${encodeURIComponent(document_id)}`);
  if (kind !== "all") parameters.push(`kind=${kind}`);
  return parameters;
}
