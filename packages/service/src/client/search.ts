import type { SearchResult } from "@retrieval/core/use-cases";
import type { ManagementClient } from "./management-client.js";

export interface FoundChunks {
  readonly results: readonly SearchResult[];
  /** How many chunks match. */
  readonly total: number;
}

/** The most that one call gives. */
const PAGE = 50;

/** The chunks that answer a query best, at most `limit`. */
export async function searchChunks(client: ManagementClient, query: string, limit: number): Promise<FoundChunks> {
  const results: SearchResult[] = [];
  let cursor: string | null = null;
  for (;;) {
    const { body }: { body: FoundChunks & { readonly next_cursor: string | null } } = await client.call({
      method: "POST",
      under: "api",
      path: ["search"],
      body: { query, limit: Math.min(PAGE, limit - results.length), ...(cursor === null ? {} : { cursor }) },
    });
    results.push(...body.results);
    cursor = body.next_cursor;
    if (cursor === null || results.length >= limit) return { results, total: body.total };
  }
}
