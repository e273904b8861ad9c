import type { ReactNode } from "react";
import { classes } from "./classes.js";
import styles from "./table.module.css";

export interface Column<Row> {
  readonly name: string;
  /** Names the column; what it holds may need no words, and then its name is only heard. */
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: "end";
  /** The cell that the rest of the row is about. */
  readonly isRowHeader?: true;
  readonly hideLabel?: true;
}

interface TableProps<Row> {
  /** What the table lists; it is read out, and names the scroller. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  /** true: the rows are those of before, and newer ones are on their way. */
  readonly isBusy?: boolean;
}

/** Rows and columns; on a narrow page each row is a block of its own, in which every cell says what it is. */
export function Table<Row>({ label, columns, rows, rowKey, isBusy }: TableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by the keyboard
    <section className={styles.scroller} aria-label={label} tabIndex={0}>
      <table className={styles.table} aria-label={label} aria-busy={isBusy}>
        <thead>
          <tr>
            {columns.map(({ name, label, align, hideLabel }) => (
              <th key={name} scope="col" className={align && styles.end}>
                <span className={classes(hideLabel && styles.heard)}>{label}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <TableCell key={column.name} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function TableCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { label, cell, align, isRowHeader, hideLabel } = column;
  const content = (
    <>
      {!hideLabel && (
        <span className={styles.label} aria-hidden>
          {label}
        </span>
      )}
      <span className={styles.value}>{cell(row)}</span>
    </>
  );
  return isRowHeader ? (
    <th scope="row" className={align && styles.end}>
      {content}
    </th>
  ) : (
    <td className={align && styles.end}>{content}</td>
  );
}
