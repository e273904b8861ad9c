import { UnreadableDocumentError } from "@retrieval/core/ports";
import type { PhrasingContent, Table, TableCell, TableRow } from "mdast";

const CELLS_MAX = 500_000;

/**
 * A table in the making. The text of a merged cell is in its first place; the other places are empty and point to it.
 * A place belongs to the first cell that covers it.
 */
export class TableGrid {
  readonly #rows: TableCell[][] = [];
  #size = 0;

  isTaken(row: number, column: number): boolean {
    return this.#rows[row]?.[column] !== undefined;
  }

  place([row, column]: readonly [number, number], children: PhrasingContent[], rows = 1, columns = 1): void {
    this.#size += rows * columns;
    refuseAbove(this.#size);
    for (let y = row; y < row + rows; y++) {
      this.#rows[y] ??= [];
      const cells = this.#rows[y] as TableCell[];
      for (let x = column; x < column + columns; x++) {
        const isOrigin = y === row && x === column;
        cells[x] ??= isOrigin
          ? { type: "tableCell", children }
          : { type: "tableCell", children: [], data: { spannedFrom: [row, column] } };
      }
    }
  }

  /** @param headRows 0: an empty row stands above the others, because a table of Markdown begins with its headings */
  tableOf(height: number, width: number, headRows: number, isKeyed = false): Table {
    refuseAbove(height * width);
    const down = headRows === 0 ? 1 : 0;
    const rows = Array.from({ length: height + down }, (_, y): TableRow => {
      const cells = this.#rows[y - down] ?? [];
      const children = Array.from({ length: width }, (_, x) => moved(cells[x], down));
      return { type: "tableRow", children };
    });
    return { type: "table", align: null, children: rows, data: { headRows: Math.max(headRows, 1), keyed: isKeyed } };
  }
}

function refuseAbove(cells: number): void {
  if (cells > CELLS_MAX) throw new UnreadableDocumentError({ code: "file.too_many_cells" });
}

function moved(cell: TableCell | undefined, down: number): TableCell {
  const { children, data } = cell ?? { children: [] };
  const from = data?.spannedFrom;
  return { type: "tableCell", children, ...(from ? { data: { spannedFrom: [from[0] + down, from[1]] } } : {}) };
}
