import type { Element, Root } from "hast";

interface Cell {
  readonly element: Element;
  readonly row: number;
  readonly column: number;
}

/**
 * Joins the cells that a table's Markdown has as ← or ↑ with the cell that they point to (a rehype plugin). A sign that
 * points to nothing in its part of the table is left out.
 */
export function rehypeMergedCells() {
  return function merge(parent: Root | Element): void {
    const elements = elementsOf(parent);
    if ("tagName" in parent && (parent.tagName === "thead" || parent.tagName === "tbody")) mergeIn(elements);
    else for (const element of elements) merge(element);
  };
}

function mergeIn(rows: readonly Element[]): void {
  let above: readonly Cell[] = [];
  for (const [row, line] of rows.entries()) {
    const cells: Cell[] = [];
    const shown: Element[] = [];
    for (const element of elementsOf(line)) {
      const column = cells.length;
      const sign = textOf(element);
      const origin = sign === "←" ? cells[column - 1] : sign === "↑" ? above[column] : undefined;
      if (origin !== undefined) {
        const { properties } = origin.element;
        properties.colSpan = Math.max(Number(properties.colSpan ?? 1), column - origin.column + 1);
        properties.rowSpan = Math.max(Number(properties.rowSpan ?? 1), row - origin.row + 1);
      } else {
        if (sign === "←" || sign === "↑") element.children = [];
        shown.push(element);
      }
      cells.push(origin ?? { element, row, column });
    }
    line.children = shown;
    above = cells;
  }
}

const elementsOf = ({ children }: Root | Element): Element[] =>
  children.flatMap((child) => (child.type === "element" ? [child] : []));

const textOf = ({ children }: Element): string =>
  children
    .map((child) => (child.type === "text" ? child.value.trim() : child.type === "element" ? textOf(child) : ""))
    .join("");
