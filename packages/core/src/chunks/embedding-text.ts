import type { StructuredChunk } from "./structured-chunk.js";

const SEPARATOR = " > ";

/**
 * The text to embed: the names of the sections around the chunk on one line, then its own text, which for a table is
 * the key:value text (SPEC 2.5). A clause says 前項の規定により but not what it is about; its headings do. The document's title
 * is left out: it often names the year, so every new edition would be embedded again without effect on search.
 */
export function embeddingText({ text_type, content, content_md, display }: EmbeddedText): string {
  const isHeading = text_type === "heading" || text_type === "annex_title";
  // The last name of a heading's breadcrumb is its own.
  const around = isHeading ? display.breadcrumb.slice(0, -1) : display.breadcrumb;
  const text = content ?? content_md ?? "";
  return around.length === 0 ? text : `${around.join(SEPARATOR)}\n${text}`;
}

type EmbeddedText = Pick<StructuredChunk, "text_type" | "content" | "content_md"> & {
  readonly display: Pick<StructuredChunk["display"], "breadcrumb">;
};
