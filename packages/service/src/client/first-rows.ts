/** The largest page of a list. */
const PAGE_MAX = 200;

/**
 * The first rows of a list, and whether there are more.
 *
 * @param pages the list, in pages of at most the given size
 */
export async function firstRows<Page extends { readonly next_cursor: string | null }, Row>(
  limit: number,
  pages: (limit: number) => AsyncIterable<Page>,
  rowsOf: (page: Page) => readonly Row[],
): Promise<{ readonly rows: readonly Row[]; readonly more: boolean }> {
  const rows: Row[] = [];
  for await (const page of pages(Math.min(PAGE_MAX, limit))) {
    rows.push(...rowsOf(page));
    if (rows.length >= limit)
      return { rows: rows.slice(0, limit), more: rows.length > limit || page.next_cursor !== null };
  }
  return { rows, more: false };
}
