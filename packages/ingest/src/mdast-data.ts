import type { SourcePlace } from "@retrieval/core/chunks";
import type {} from "mdast";

/** The place of a node in a source with pages. */
interface Placed {
  place?: SourcePlace;
}

/** Data that our steps add to mdast nodes for later steps. */
declare module "mdast" {
  interface HeadingData extends Placed {}
  interface ParagraphData extends Placed {
    /** Its label is Word's automatic number. */
    isNumbered?: boolean;
    /** It opens no section, whatever it begins with. */
    isMention?: boolean;
  }
  interface ListData extends Placed {}
  interface TableRowData extends Placed {}
  interface ListItemData {
    /** The item began in an earlier list and continues here, after a table. */
    continued?: boolean;
  }
  interface TableData {
    /** The number of heading rows, including the first; 1 by default. */
    headRows?: number;
    /** The first column has the headings, and the first row is empty. */
    keyed?: boolean;
  }
  interface TableCellData {
    /** The row and column of the merged cell that covers this one, which stays empty. */
    spannedFrom?: readonly [number, number];
  }
}
