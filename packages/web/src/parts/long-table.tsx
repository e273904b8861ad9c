import { useState } from "react";
import { useMessages } from "../i18n/i18n.js";
import { Button } from "../ui/button.js";
import styles from "../ui/show-more.module.css";
import { type Column, Table } from "../ui/table.js";
import { messages } from "./messages.js";

const AT_ONCE = 50;

interface LongTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
}

/** A table of up to 20,000 rows that shows a few at a time. */
export function LongTable<Row>({ rows, ...table }: LongTableProps<Row>) {
  const text = useMessages(messages);
  const [shown, setShown] = useState(AT_ONCE);
  const left = rows.length - shown;
  return (
    <>
      <Table {...table} rows={rows.slice(0, shown)} />
      {left > 0 && (
        <div className={styles.more}>
          <Button small onPress={() => setShown(shown + 4 * AT_ONCE)}>
            {text.moreLines(left)}
          </Button>
        </div>
      )}
    </>
  );
}
