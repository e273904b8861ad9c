import type { SectionPathElement, StructuredChunk } from "./structured-chunk.js";

/** What a file was read as, in numbers. */
export type ContentCounts = Readonly<Record<"chapters" | "articles" | "tables", number>>;

/** @param chunks in reading order: a section begins where the path of the chunk before does not have it */
export function countContents(
  chunks: readonly {
    text_type: StructuredChunk["text_type"];
    metadata: Pick<StructuredChunk["metadata"], "section_path">;
  }[],
): ContentCounts {
  const counts = { chapters: 0, articles: 0, tables: 0 };
  let before: readonly SectionPathElement[] = [];
  for (const { text_type, metadata } of chunks) {
    const path = metadata.section_path;
    const same = path.findIndex(({ label, title }, i) => label !== before[i]?.label || title !== before[i]?.title);
    for (const { type } of same < 0 ? [] : path.slice(same)) {
      if (type === "chapter") counts.chapters += 1;
      if (type === "article") counts.articles += 1;
    }
    if (text_type === "table") counts.tables += 1;
    before = path;
  }
  return counts;
}
