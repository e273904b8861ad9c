import type { Client } from "@retrieval/api/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { answerOf, keyOf } from "../../../api/query-options.js";
import { useApi } from "../../../session/session-provider.js";
import type { StructuredChunk } from "../answers.js";
import { comparedRows } from "./compared-rows.js";

export function useVersions(document_id: string) {
  const api = useApi();
  return useQuery({ ...answerOf(api, "listVersions", { document_id }), select: ({ versions }) => versions });
}

/** The largest page of the service. */
const PAGE = 200;

/** What has changed from a version to the published one, with the passages. */
export function useComparison(document_id: string, number: string, published: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useQuery({
    queryKey: [...keyOf("compareVersion", { document_id, number }), published],
    queryFn: async ({ signal }) => {
      const call = { document_id, signal };
      const { body: changes } = await api.client.compareVersion({ ...call, number });
      // Another version was published since the list was read: the new list asks for the comparison with that one.
      if (String(changes.published) !== published)
        void queries.invalidateQueries({ queryKey: keyOf("listVersions", { document_id }) });
      const [before, after] = await Promise.all([
        allChunks(api.client, { ...call, number }),
        allChunks(api.client, { ...call, number: String(changes.published) }),
      ]);
      return { changes, rows: comparedRows(before, after, changes) };
    },
  });
}

async function allChunks(
  client: Client,
  call: { readonly document_id: string; readonly number: string; readonly signal: AbortSignal },
): Promise<StructuredChunk[]> {
  const chunks: StructuredChunk[] = [];
  for (let cursor: string | undefined; ; ) {
    const { body } = await client.listVersionChunks({ ...call, limit: PAGE, cursor });
    chunks.push(...body.chunks);
    if (body.next_cursor === null) return chunks;
    cursor = body.next_cursor;
  }
}
