import type { WordedRules } from "@retrieval/api";
import type { Client } from "@retrieval/api/client";

/** A document's rule, with the tag that a change of it needs. */
export async function readRules(
  client: Client,
  document_id: string,
): Promise<{ readonly rules: WordedRules; readonly etag: string }> {
  const { body, headers } = await client.readAccessRules({ document_id });
  // Only an answer to If-None-Match has no body.
  return { rules: body as WordedRules, etag: headers.get("etag") ?? "" };
}
