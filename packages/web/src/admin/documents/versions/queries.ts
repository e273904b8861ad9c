import type { ReplyOf } from "@retrieval/api/client";
import { useQuery } from "@tanstack/react-query";
import { keyOf } from "../../../parts/use-answer.js";
import { useApi } from "../../../session/session-provider.js";
import type { StructuredChunk } from "../answers.js";
import { comparedRows } from "./compared-rows.js";

/** The largest page of the service. */
const PAGE = 200;

/**
 * What has changed, passage by passage.
 * @param number from this version to the published one; null: from the published one to the draft
 */
export function useComparison(document_id: string, number: number | null) {
  const { client } = useApi();
  return useQuery({
    queryKey: [...keyOf("listChunks", { document_id }), "comparison", number],
    queryFn: async ({ signal }) => {
      const call = { document_id, signal, limit: PAGE };
      const published = allChunks((page) => client.listChunks({ ...call, ...page }));
      const [before, after] = await Promise.all(
        number === null
          ? [published, allChunks((page) => client.listChunks({ ...call, ...page, draft: true }))]
          : [allChunks((page) => client.listVersionChunks({ ...call, ...page, number: String(number) })), published],
      );
      return comparedRows(before, after);
    },
  });
}

async function allChunks(
  list: (page: { readonly cursor: string | undefined }) => Promise<ReplyOf<"listVersionChunks">>,
): Promise<StructuredChunk[]> {
  const chunks: StructuredChunk[] = [];
  for (let cursor: string | undefined; ; ) {
    const { body } = await list({ cursor });
    chunks.push(...body.items);
    if (body.next_cursor === null) return chunks;
    cursor = body.next_cursor;
  }
}
