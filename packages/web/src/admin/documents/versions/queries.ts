import { useQuery } from "@tanstack/react-query";
import { keyOf } from "../../../parts/use-answer.js";
import { useApi } from "../../../session/session-provider.js";
import type { StructuredChunk } from "../answers.js";
import { comparedRows } from "./compared-rows.js";

/** The largest page of the service. */
const limit = 200;

/**
 * What has changed, passage by passage.
 * @param number from this version to the published one; null: from the published one to the draft
 */
export function useComparison(document_id: string, number: number | null) {
  const { client } = useApi();
  return useQuery({
    queryKey: [...keyOf("listChunks", { document_id }), "comparison", number],
    queryFn: async ({ signal }) => {
      const call = { document_id, limit, signal };
      const published = chunksIn(client.pages("listChunks", call));
      const [before, after] = await Promise.all(
        number === null
          ? [published, chunksIn(client.pages("listChunks", { ...call, draft: true }))]
          : [chunksIn(client.pages("listVersionChunks", { ...call, number: String(number) })), published],
      );
      return comparedRows(before, after);
    },
  });
}

async function chunksIn(pages: AsyncIterable<{ readonly items: readonly StructuredChunk[] }>) {
  const chunks: StructuredChunk[] = [];
  for await (const { items } of pages) chunks.push(...items);
  return chunks;
}
