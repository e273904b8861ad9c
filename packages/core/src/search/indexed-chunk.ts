import { sectionName } from "../chunks/display.js";
import { CHUNK_TEXT_MAX, type StructuredChunk } from "../chunks/structured-chunk.js";
import { ownReferenceTerm, referenceTermsOf } from "./references.js";
import { termsOf } from "./terms.js";

/** The fields that weigh differently, from the heaviest. */
export const SEARCH_FIELDS = ["title", "breadcrumb", "body"] as const;
export type SearchField = (typeof SEARCH_FIELDS)[number];

/** A term at its position in a field; null where the position means nothing. */
export interface IndexedTerm {
  readonly text: string;
  readonly position: number | null;
}

/** What the index holds of one chunk. */
export interface IndexedChunk {
  readonly fields: Readonly<Record<SearchField, readonly IndexedTerm[]>>;
  /** How much text there is beneath the title, in terms; null for a heading, which is a title alone. */
  readonly length: number | null;
}

/**
 * What a chunk is found by. Its title is the innermost section with the annex, its breadcrumb the sections around and
 * the document's title. The text of a heading is its title already and does not count twice, so that what stands below
 * a heading comes before the heading itself.
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
 * A table's key:value text has every word of the table; where another ingestion left it out, the Markdown has. Chunks
 * that were stored before texts had a limit are found by so much of theirs.
 */
function bodyOf({ content, content_md }: StructuredChunk): string {
  return (content ?? content_md ?? "").slice(0, CHUNK_TEXT_MAX);
}
