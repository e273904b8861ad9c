import type { ReactNode } from "react";
import { Scroller } from "./scroller.js";
import { VisuallyHidden } from "./state.js";
import styles from "./table.module.css";

export interface Column<Row> {
  readonly name: string;
  /** The column's name; where the content needs no visible heading, only screen readers get it. */
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: "end";
  /** The cell that the rest of the row is about. */
  readonly isRowHeader?: true;
  readonly hideLabel?: true;
}

interface TableProps<Row> {
  /** The subject of the table; it is announced, and labels the scroller. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  /** true: the rows are old, and newer ones are loading. */
  readonly isBusy?: boolean;
}

/** Rows and columns; on a narrow page each row is a block of its own, in which every cell is labelled. */
export function Table<Row>({ label, columns, rows, rowKey, isBusy }: TableProps<Row>) {
  return (
    <Scroller className={styles.scroller} aria-label={label}>
      <table className={styles.table} aria-label={label} aria-busy={isBusy}>
        <thead>
          <tr>
            {columns.map(({ name, label, align, hideLabel }) => (
              <th key={name} scope="col" className={align && styles.end}>
                {hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}
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
    </Scroller>
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
