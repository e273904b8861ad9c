import type { ChunkBody, ChunkDisplay, SectionPathElement } from "./structured-chunk.js";

/** Joins section title and annex title (SPEC 2.5, display.title). */
const SEPARATOR = " / ";

/** Label and title of one section, as a breadcrumb shows them. */
export function sectionName({ label, title }: Pick<SectionPathElement, "label" | "title">): string {
  return [label, title].filter((part) => part !== "").join(" ");
}

/**
 * The fields that the front end shows unchanged (SPEC 2.5, 4.3).
 *
 * @param doc_title the title of a chunk outside every section
 */
export function buildDisplay(
  { text_type, content, content_md }: ChunkBody,
  section_path: readonly SectionPathElement[],
  { annex_title, doc_title }: { annex_title: string | null; doc_title: string },
): ChunkDisplay {
  const breadcrumb = section_path.map(sectionName);
  const section = breadcrumb.at(-1) ?? doc_title;
  return {
    title: annex_title === null || annex_title === section ? section : section + SEPARATOR + annex_title,
    breadcrumb,
    body_text: text_type === "table" ? null : content,
    body_md: text_type === "table" || text_type === "list" ? content_md : null,
  };
}

/** The text that readers see of a chunk: offsets of quotes and marks count in it. */
export const shownText = ({ body_text, body_md }: Pick<ChunkDisplay, "body_text" | "body_md">) =>
  body_text ?? body_md ?? "";
