import type { BoundingBox, SectionType } from "./structured-chunk.js";
import type { TableText } from "./table-text.js";

/** Where in the source something stands; empty for sources without pages. */
export interface SourcePlace {
  readonly page_range?: readonly [number, number];
  readonly bbox?: BoundingBox;
}

/** A run of text below a section: what one chunk is made from. */
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
  /** The whole heading as it is written; it becomes a chunk of its own. */
  readonly heading: string;
  readonly place?: SourcePlace;
  readonly children: readonly (Section | Passage)[];
}

/** What every input format is read into, and the only thing that chunks are made from. */
export interface DocumentTree {
  readonly children: readonly (Section | Passage)[];
}
