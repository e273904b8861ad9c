import { contentOf, termsIn } from "./content.js";
import { isAmong, type Quantity } from "./quantities.js";

/** A cell of a table's row. */
export interface Cell<Q extends Quantity = Quantity> {
  /** The name of its column; "" without one. */
  readonly column: string;
  readonly quantities: readonly Q[];
}

/** 日当（1日）: a sentence seldom says what stands in the brackets. */
const IN_BRACKETS = /[(（][^)）]{0,40}[)）]/g;

/**
 * Whether a quantity of a sentence stands in a column that the sentence names, if it names one with a quantity of that
 * unit: 部長の日当は14,000円 is wrong where 14,000円 is the hotel's limit.
 *
 * @param cells of the row that the sentence quotes; none outside tables
 */
export function isUnderItsColumn(quantity: Quantity, sentence: string, cells: readonly Cell[]): boolean {
  const has = (cell: Cell) => isAmong(quantity, cell.quantities);
  if (!cells.some(has)) return true;
  const said = termsIn(sentence);
  const named = cells.filter(({ column }) => {
    const content = [...contentOf(column.replace(IN_BRACKETS, " "))];
    return content.length > 0 && content.every(said);
  });
  return named.some(has) || !named.some(({ quantities }) => quantities.some(({ unit }) => unit === quantity.unit));
}
