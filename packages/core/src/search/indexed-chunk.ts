import { sectionName } from "../chunks/display.js";
import { CHUNK_TEXT_MAX, type StructuredChunk } from "../chunks/structured-chunk.js";
import { ownReferenceTerm, referenceTermsOf } from "./references.js";
import { termsOf } from "./terms.js";

/** The fields with different weights, from the heaviest. */
export const SEARCH_FIELDS = ["title", "breadcrumb", "body"] as const;
export type SearchField = (typeof SEARCH_FIELDS)[number];

/** A term at its position in a field; null where the position has no meaning. */
interface IndexedTerm {
  readonly text: string;
  readonly position: number | null;
}

/** What the index holds for one chunk. */
export interface IndexedChunk {
  readonly fields: Readonly<Record<SearchField, readonly IndexedTerm[]>>;
  /** The length of the text below the title, in terms; null for a heading, which only has a title. */
  readonly length: number | null;
}

/**
 * The terms by which a chunk is found. Its title is the innermost section with the annex, its breadcrumb the sections
 * around it and the document's title. The text of a heading is already its title and does not count twice, so the text
 * below a heading ranks above the heading itself.
 */
export function indexedChunk(chunk: StructuredChunk): IndexedChunk {
  const { section_path, doc_title } = chunk.metadata;
  const isHeading = chunk.text_type === "heading" || chunk.text_type === "annex_title";
  const own = ownReferenceTerm(section_path);
  const outer = section_path.slice(0, -1).map(sectionName);
  const title = section_path.length > 0 ? chunk.display.title : "";
  const body = isHeading ? "" : bodyOf(chunk);
  const bodyTerms = termsOf(body);
  return {
    fields: {
      title: [...termsOf(title), ...(own === null ? [] : [{ text: own, position: null }])],
      breadcrumb: termsOf([...outer, doc_title].join("\n")),
      body: [...bodyTerms, ...referenceTermsOf(body).map(({ text }) => ({ text, position: null }))],
    },
    length: isHeading ? null : bodyTerms.length,
  };
}

/**
 * The key:value text of a table has every word of the table; where another ingestion left it out, the Markdown has
 * them. Chunks stored before texts had a limit are found by the beginning of their text.
 */
function bodyOf({ content, content_md }: StructuredChunk): string {
  return (content ?? content_md ?? "").slice(0, CHUNK_TEXT_MAX);
}
