import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { useMessages } from "../i18n/i18n.js";
import { Button } from "../ui/button.js";
import { Failure } from "../ui/failure.js";
import { messages } from "../ui/messages.js";
import { Table } from "../ui/table.js";
import { NotLoaded } from "./not-loaded.js";
import styles from "./paged.module.css";

interface PagedProps<Row> {
  readonly list: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly Row[] }>>;
  /** Stands where the list has no rows. */
  readonly empty: ReactNode;
  /** How high the placeholder is while the first page loads. */
  readonly lines?: number;
  /** @param isBusy the rows are old, and newer ones are loading */
  readonly children: (rows: readonly Row[], isBusy: boolean) => ReactNode;
}

/** A list that the service gives in pages, in each of its states: loading, refused, empty, with more to come. */
export function Paged<Row>({ list, empty, lines = 8, children }: PagedProps<Row>) {
  if (!list.data) return <NotLoaded query={list} lines={lines} />;
  const rows = list.data.pages.flatMap(({ items }) => items);
  return (
    <>
      {rows.length === 0 ? empty : children(rows, list.isPlaceholderData)}
      {!list.isPlaceholderData && <ShowMore list={list} />}
    </>
  );
}

type TableProps<Row> = ComponentProps<typeof Table<Row>>;
type PagedTableProps<Row> = Omit<PagedProps<Row>, "children"> & Omit<TableProps<Row>, "rows" | "isBusy">;

/** A {@link Paged} list as a table. */
export function PagedTable<Row>({ list, empty, lines = 8, ...table }: PagedTableProps<Row>) {
  return (
    <Paged list={list} empty={empty} lines={lines}>
      {(rows, isBusy) => <Table {...table} rows={rows} isBusy={isBusy} />}
    </Paged>
  );
}

/** The end of a list: loads the next page if there is one, and says why the last attempt failed. */
function ShowMore({ list }: { list: Pick<PagedProps<unknown>, "list">["list"] }) {
  const { more } = useMessages(messages);
  if (list.error)
    return (
      <Failure
        error={list.error}
        onRetry={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
      />
    );
  if (!list.hasNextPage) return null;
  return (
    <div className={styles.more}>
      <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
        {more}
      </Button>
    </div>
  );
}
