import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { useMessages } from "../i18n/i18n.js";
import { Button } from "../ui/button.js";
import { messages } from "../ui/messages.js";
import { Table } from "../ui/table.js";
import { Loaded, type LoadedProps } from "./loaded.js";
import styles from "./paged.module.css";

interface PagedProps<Row> extends Pick<LoadedProps<unknown>, "lines" | "absent" | "instead"> {
  readonly list: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly Row[] }>>;
  /** Stands where the list has no rows. */
  readonly empty: ReactNode;
  /** @param isBusy the rows are old, and newer ones are loading */
  readonly children: (rows: readonly Row[], isBusy: boolean) => ReactNode;
}

/** A list that the service gives in pages, {@link Loaded}, and perhaps with more to come. */
export function Paged<Row>({ list, empty, lines = 8, children, ...loaded }: PagedProps<Row>) {
  const { more } = useMessages(messages);
  const { data, error, isPlaceholderData: isBusy, isFetchNextPageError, fetchNextPage } = list;
  const refetch = isFetchNextPageError ? fetchNextPage : list.refetch;
  return (
    <Loaded query={{ data, error, refetch }} lines={lines} {...loaded}>
      {({ pages }) => {
        const rows = pages.flatMap(({ items }) => items);
        return (
          <>
            {rows.length === 0 ? empty : children(rows, isBusy)}
            {!isBusy && !error && list.hasNextPage && (
              <div className={styles.more}>
                <Button isPending={list.isFetchingNextPage} onPress={() => void fetchNextPage()}>
                  {more}
                </Button>
              </div>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

type TableProps<Row> = ComponentProps<typeof Table<Row>>;
type PagedTableProps<Row> = Omit<PagedProps<Row>, "children"> & Omit<TableProps<Row>, "rows" | "isBusy">;

/** A {@link Paged} list as a table. */
export function PagedTable<Row>({ list, empty, ...table }: PagedTableProps<Row>) {
  return (
    <Paged list={list} empty={empty}>
      {(rows, isBusy) => <Table {...table} rows={rows} isBusy={isBusy} />}
    </Paged>
  );
}
