import type { BoundingBox, SectionType } from "./structured-chunk.js";
import type { TableText } from "./table-text.js";

/** Position in the source; empty for sources without pages. */
export interface SourcePlace {
  readonly page_range?: readonly [number, number];
  readonly bbox?: BoundingBox;
}

/** A run of text below a section; one chunk is made from it. */
export type Passage = SourcePlace &
  (
    | { readonly kind: "paragraph"; readonly text: string }
    /** `text`: one line an item, markers and indentation kept; `markdown`: the same list as Markdown. */
    | { readonly kind: "list"; readonly text: string; readonly markdown: string }
    | { readonly kind: "table"; readonly table: TableText; readonly markdown: string }
  );

/** A section of a document with everything below it, in reading order. */
export interface Section {
  readonly kind: "section";
  readonly type: SectionType;
  readonly label: string;
  readonly title: string;
  /** The whole heading as written; it becomes a chunk of its own. */
  readonly heading: string;
  readonly place?: SourcePlace;
  readonly children: readonly (Section | Passage)[];
}

/** The result of reading any input format, and the only source of chunks. */
export interface DocumentTree {
  readonly children: readonly (Section | Passage)[];
}
