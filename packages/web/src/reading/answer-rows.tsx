import { useMessages } from "../i18n/i18n.js";
import { Meta } from "../ui/layout.js";
import { Scroller } from "../ui/scroller.js";
import styles from "./answer.module.css";
import type { AnswerUnit } from "./answers.js";
import { messages } from "./messages.js";

/** A number with its unit: 645円, ¥1,000, 12 %, 3日. */
const NUMBER = /^[¥￥$€£▲△+-]?\s*[\d０-９][\d０-９,，.．]*\s*\S{0,6}$/;

/** Rows of a table under the columns that they say, and how many rows the table has beside them. */
export function AnswerRows({ rows }: { readonly rows: readonly AnswerUnit[] }) {
  const { rowsOfTable, moreRows } = useMessages(messages);
  const [first, ...columns] = columnsOf(rows);
  const textOf = ({ cells }: AnswerUnit, name: string | undefined) =>
    cells
      ?.filter(({ column }) => column === name)
      .map((cell) => cell.text)
      .join(" ") ?? "";
  const others = (rows[0]?.table_rows ?? 0) - rows.length;
  const lookOf = (column: string) =>
    rows.every((row) => NUMBER.test(textOf(row, column)) || textOf(row, column) === "") ? styles.number : undefined;
  return (
    <>
      <Scroller className={styles.rows} aria-label={rowsOfTable}>
        <table>
          <thead>
            <tr>
              {[first ?? "", ...columns].map((column) => (
                <th key={column} scope="col" className={column === first ? undefined : lookOf(column)}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.start}>
                <th scope="row">{textOf(row, first)}</th>
                {columns.map((column) => (
                  <td key={column} className={lookOf(column)}>
                    {textOf(row, column)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      {others > 0 && <Meta>{moreRows(others)}</Meta>}
    </>
  );
}

/** The columns of all rows in the order of their table; a row leaves its empty cells out. */
function columnsOf(rows: readonly AnswerUnit[]): readonly string[] {
  const columns: string[] = [];
  for (const { cells } of rows) {
    let place = 0;
    for (const { column } of cells ?? []) {
      const known = columns.indexOf(column);
      if (known < 0) columns.splice(place, 0, column);
      place = (known < 0 ? place : known) + 1;
    }
  }
  return columns;
}
