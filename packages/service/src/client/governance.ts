import type { WordedRulesPreview } from "@retrieval/api";
import type { AccessRules } from "@retrieval/core";
import type { RuleVersion } from "@retrieval/core/ports";
import type { PublicationPreview } from "@retrieval/core/use-cases";
import type { RulesAnswer } from "./answers.js";
import type { ManagementClient } from "./management-client.js";

/** A version of a rule as it is answered. */
export type RuleVersionView = Omit<RuleVersion, "at"> & { readonly at: string };

/** The most that a list gives at once. */
const PAGE = 200;

/** Who would gain and who would lose a document by another rule. */
export async function previewRules(
  client: ManagementClient,
  document_id: string,
  rules: AccessRules,
): Promise<WordedRulesPreview> {
  const path = ["documents", document_id, "access-rules", "preview"];
  return (await client.call<WordedRulesPreview>({ method: "POST", path, body: rules })).body;
}

/** Who can read a document, and who will once its next version, or the draft that waits, is published. */
export async function previewPublication(
  client: ManagementClient,
  document_id: string,
  draft: boolean,
): Promise<PublicationPreview> {
  const path = ["documents", document_id, "publication"];
  return (await client.call<PublicationPreview>({ method: "GET", path, query: { draft } })).body;
}

/** The rules that a document had, the newest first. @param limit how many at most */
export async function rulesHistory(
  client: ManagementClient,
  document_id: string,
  limit: number,
): Promise<{ readonly versions: readonly RuleVersionView[]; readonly more: boolean }> {
  const path = ["documents", document_id, "access-rules", "history"];
  const versions: RuleVersionView[] = [];
  let cursor: string | undefined;
  while (versions.length < limit) {
    const query = { limit: Math.min(PAGE, limit - versions.length), cursor };
    const { body } = await client.call<{ versions: RuleVersionView[]; next_cursor: string | null }>({
      method: "GET",
      path,
      query,
    });
    versions.push(...body.versions);
    if (body.next_cursor === null) return { versions, more: false };
    cursor = body.next_cursor;
  }
  return { versions, more: true };
}

/** @param etag of the rule that stands */
export async function restoreRules(
  client: ManagementClient,
  document_id: string,
  version: number,
  etag: string,
): Promise<RulesAnswer> {
  const path = ["documents", document_id, "access-rules", "restore"];
  const headers = { "If-Match": etag };
  return (await client.call<RulesAnswer>({ method: "POST", path, headers, body: { version } })).body;
}
