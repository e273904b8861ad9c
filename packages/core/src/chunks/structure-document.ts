import { SectionId } from "./chunk-id.js";
import { buildDisplay, sectionName } from "./display.js";
import type { DocumentTree, Passage, Section, SourcePlace } from "./document-tree.js";
import type { ChunkBody, SectionPathElement, StructuredChunk } from "./structured-chunk.js";
import { tableText } from "./table-text.js";
import { textHash } from "./text-hash.js";

/** The document that a chunk names as its own. */
export interface ChunkedDocument {
  readonly document_id: string;
  readonly title: string;
}

/** The position and name of a chunk, as far as its text does not give them. */
export interface ChunkPlace extends SourcePlace {
  readonly section_path: readonly SectionPathElement[];
  readonly annex_title: string | null;
  readonly llm_revision?: string | null;
  readonly ocr_confidence?: number;
}

/** The structured chunks of a document, in reading order: each section's heading first, then the content below it. */
export function structureDocument(document: ChunkedDocument, tree: DocumentTree): StructuredChunk[] {
  const chunks: StructuredChunk[] = [];

  const walk = (children: DocumentTree["children"], id: SectionId, path: readonly SectionPathElement[]) => {
    const annex_title = annexTitle(path);
    const add = (body: ChunkBody, place: SourcePlace) => {
      chunks.push(
        buildChunk(document, id.nextChunkId(body.text_type), body, { ...place, section_path: path, annex_title }),
      );
    };
    for (const child of children) {
      if (child.kind === "section") openSection(child, id, path);
      else add(bodyOf(child), child);
    }
  };

  const openSection = (section: Section, parent: SectionId, path: readonly SectionPathElement[]) => {
    const { type, label, title } = section;
    const id = parent.child(section);
    const inside = [...path, { level: path.length + 1, type, label, title }];
    if (section.heading !== "") {
      const text_type = type === "annex" ? "annex_title" : "heading";
      const body: ChunkBody = { text_type, content: section.heading, content_md: null };
      chunks.push(
        buildChunk(document, id.nextChunkId(text_type), body, {
          ...section.place,
          section_path: inside,
          annex_title: annexTitle(inside),
        }),
      );
    }
    walk(section.children, id, inside);
  };

  walk(tree.children, SectionId.ofDocument(document.document_id), []);
  return chunks;
}

/** Builds a StructuredChunk (SPEC 2.5) from its text and its position. */
export function buildChunk(
  { document_id, title: doc_title }: ChunkedDocument,
  chunk_id: string,
  { text_type, content, content_md }: ChunkBody,
  { section_path, annex_title, page_range, bbox, llm_revision, ocr_confidence }: ChunkPlace,
): StructuredChunk {
  const body: ChunkBody = { text_type, content, content_md };
  const parent = section_path.at(-2);
  return {
    chunk_id,
    doc_id: document_id,
    ...body,
    metadata: {
      doc_title,
      section_path,
      parent_section_title: parent ? parent.title || parent.label : null,
      annex_title,
      page_range: page_range ?? null,
      anchors: bbox ? { bbox } : {},
      text_hash: textHash(body),
      embed_version: null,
      preprocessing: { llm_revision: llm_revision ?? null, ...(ocr_confidence !== undefined && { ocr_confidence }) },
    },
    display: buildDisplay(body, section_path, { annex_title, doc_title }),
  };
}

function annexTitle(path: readonly SectionPathElement[]): string | null {
  const annex = path.findLast(({ type }) => type === "annex");
  return annex ? sectionName(annex) : null;
}

function bodyOf(passage: Passage): ChunkBody {
  switch (passage.kind) {
    case "paragraph":
      return { text_type: "paragraph", content: passage.text, content_md: null };
    case "list":
      return { text_type: "list", content: passage.text, content_md: passage.markdown };
    case "table":
      return { text_type: "table", content: tableText(passage.table), content_md: passage.markdown };
  }
}
