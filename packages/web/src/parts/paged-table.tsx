import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { ShowMore } from "../ui/show-more.js";
import { Table } from "../ui/table.js";
import { NotLoaded } from "./not-loaded.js";

interface PagedProps<Row> {
  readonly list: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly Row[] }>>;
  /** Stands where the list has no rows. */
  readonly empty: ReactNode;
  /** @param isBusy the rows are old, and newer ones are loading */
  readonly children: (rows: readonly Row[], isBusy: boolean) => ReactNode;
}

/** A list that the service gives in pages, in each of its states: loading, refused, empty, with more to come. */
export function Paged<Row>({ list, empty, children }: PagedProps<Row>) {
  if (!list.data) return <NotLoaded query={list} lines={8} />;
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
export function PagedTable<Row>({ list, empty, ...table }: PagedTableProps<Row>) {
  return (
    <Paged list={list} empty={empty}>
      {(rows, isBusy) => <Table {...table} rows={rows} isBusy={isBusy} />}
    </Paged>
  );
}
