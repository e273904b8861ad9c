import type { TextType } from "@retrieval/core/chunks";
import type { DocumentPart, ReadChunk } from "../../src/reading/answers.js";

type Path = ReadChunk["metadata"]["section_path"];

export function chunkOf(chunk_id: string, text_type: TextType, text: string, section_path: Path = []): ReadChunk {
  const isTable = text_type === "table";
  return {
    chunk_id,
    doc_id: chunk_id.split("::")[0] ?? "",
    text_type,
    content: text,
    content_md: isTable ? text : null,
    metadata: {
      doc_title: "旅費規程",
      section_path,
      parent_section_title: null,
      annex_title: null,
      page_range: null,
      anchors: {},
      text_hash: `sha256:${"0".repeat(64)}`,
      embed_version: null,
      preprocessing: { llm_revision: null },
    },
    display: {
      title: section_path.map(({ label, title }) => `${label} ${title}`.trim()).at(-1) ?? "",
      breadcrumb: section_path.map(({ label, title }) => `${label} ${title}`.trim()),
      body_text: isTable ? null : text,
      body_md: isTable ? text : null,
    },
  } as ReadChunk;
}

export const PUBLISHED = "2026-01-15T01:00:00.000Z";

/** A part of the document `d`; a chunk's section is its id without the last segment. */
export function part(chunks: readonly ReadChunk[], fields: Partial<DocumentPart> = {}): DocumentPart {
  return {
    document: { id: "d", title: "旅費規程", version: "2026-01-15", published_at: PUBLISHED },
    total: chunks.length,
    first: 0,
    items: chunks,
    sections: chunks.map(({ chunk_id }) => chunk_id.split("::").slice(0, -1).join("::")),
    related_sections: [],
    previous_cursor: null,
    next_cursor: null,
    ...fields,
  } as DocumentPart;
}

const article = (n: number, title: string): Path => [{ level: 1, type: "article", label: `第${n}条`, title }];
const ANNEX: Path = [{ level: 1, type: "annex", label: "別表第1", title: "日当" }];

/** A preamble, two articles and the annex that the second one names. */
export const CHUNKS = [
  chunkOf("d::paragraph-1", "paragraph", "前文"),
  chunkOf("d::art1::heading-1", "heading", "第1条（目的）", article(1, "目的")),
  chunkOf("d::art1::paragraph-1", "paragraph", "旅費を定める。", article(1, "目的")),
  chunkOf("d::art2::heading-1", "heading", "第2条（日当）", article(2, "日当")),
  chunkOf("d::art2::paragraph-1", "paragraph", "日当は、別表第1に定める。", article(2, "日当")),
  chunkOf("d::annex1::annex_title-1", "annex_title", "別表第1 日当", ANNEX),
  chunkOf(
    "d::annex1::table-1",
    "table",
    "| 区分 | 日当 |\n| --- | --- |\n| 国内 | 2,500円 |\n| 海外 | 5,000円 |",
    ANNEX,
  ),
];

export const RELATED = [
  { section: "d::art2", related: ["d::annex1"] },
  { section: "d::annex1", related: ["d::art2"] },
];

export const OUTLINE = outlineOf(CHUNKS);

export function outlineOf(chunks: readonly ReadChunk[]) {
  return chunks
    .filter(({ text_type }) => text_type === "heading" || text_type === "annex_title")
    .map(({ chunk_id, metadata }) => ({ chunk_id, ...(metadata.section_path.at(-1) as Path[number]) }));
}

/** A heading inside the second article, whose section is the article's. */
export const SUB_HEADING = chunkOf("d::art2::91f29cea::heading-1", "heading", "海外出張", [
  ...article(2, "日当"),
  { level: 2, type: "section", label: "", title: "海外出張" },
]);
export const WITH_SUB_HEADING = [...CHUNKS.slice(0, 5), SUB_HEADING, ...CHUNKS.slice(5)];
export const SUB_SECTIONS = WITH_SUB_HEADING.map((chunk) =>
  chunk === SUB_HEADING ? "d::art2" : chunk.chunk_id.split("::").slice(0, -1).join("::"),
);
