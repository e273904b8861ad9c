export { formOf, isPseudonym } from "@retrieval/core/limits";
export {
  comparedSide,
  comparedVersions,
  comparisonCounts,
  type RunView,
  type ShownBlock,
} from "./comparison/blocks.js";
export { COMPARISON_WORDS, type ComparisonWords } from "./comparison/words.js";
export type { ComparisonView } from "./comparisons.js";
export { type EntryNames, listText, namesIn, wordOf } from "./texts/entries.js";
export { isolate } from "./texts/isolate.js";

/** The addresses of the pages that users share, and that assistants cite. */
export function documentAddress(document_id: string): string {
  return `/documents/${encodeURIComponent(document_id)}`;
}

/** The address of a comparison. @param of the numbers of two versions; null: as the operation chooses */
export function comparisonAddress(
  document_id: string,
  of: { readonly from: number | null; readonly to: number | "draft" | null },
): string {
  const given = Object.entries(of).flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]));
  return `${documentAddress(document_id)}/comparison${given.length === 0 ? "" : `?${given.join("&")}`}`;
}

/**
 * The address of a passage or an article inside its document: `/documents/wage-rules/ch3::art13`.
 * @param id a chunk_id, or a section's address
 */
export function passageAddress(document_id: string, id: string): string {
  const path = id === document_id ? "" : `/${encodeURIComponent(withoutDocument(document_id, id))}`;
  // A colon is allowed in a path (RFC 3986 §3.3), and addresses are read by users too.
  return `${documentAddress(document_id)}${path.replaceAll("%3A", ":")}`;
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
