import type { SourcePlace } from "@retrieval/core/chunks";
import type {} from "mdast";

/** Where a node stands in a source with pages. */
interface Placed {
  place?: SourcePlace;
}

/** What our own steps note on mdast nodes for the steps after them. */
declare module "mdast" {
  interface HeadingData extends Placed {}
  interface ParagraphData extends Placed {}
  interface ListData extends Placed {}
  interface TableRowData extends Placed {}
  interface ListItemData {
    /** The item began in an earlier list and goes on here, after a table. */
    continued?: boolean;
  }
  interface TableData {
    /** How many rows hold headings, the first one counted; 1 unless told. */
    headRows?: number;
    /** The first column holds the headings, and the first row is empty. */
    keyed?: boolean;
  }
  interface TableCellData {
    /** The row and column of the merged cell that reaches over this one, which stays empty. */
    spannedFrom?: readonly [number, number];
  }
}
