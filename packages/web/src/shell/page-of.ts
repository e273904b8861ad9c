/**
 * The page that an address shows: the addresses inside one document are places of one page, which keeps its state and
 * scrolls by itself.
 */
export function pageOf(location: string): string {
  return /^\/documents\/[^/]+/.exec(location)?.[0] ?? location;
}
