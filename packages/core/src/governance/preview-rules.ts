import { compareAccess } from "../access/compare-access.js";
import { readAccessRules } from "../access/rules.js";
import { NO_DOCUMENT, type Refusal, refuse } from "../errors.js";
import type { DocumentCatalog } from "../ports/document-catalog.js";
import type { ActiveReader, UserDirectory } from "../ports/user-directory.js";
import type { Problem } from "../problems.js";
import { ruleWarnings } from "./change-rules.js";

/** Users as administrators see them: never department or groups (SPEC 1). */
export interface AffectedUsers {
  readonly count: number;
  /** In code-point order of user_id. */
  readonly users: readonly { readonly user_id: string; readonly display_name: string }[];
}

/** The effects of a rule before it is saved. Admins and developers see all documents and are in neither list. */
export interface RulesPreview {
  readonly gained: AffectedUsers;
  readonly lost: AffectedUsers;
  readonly warnings: readonly Problem[];
}

interface PreviewDeps {
  readonly documents: Pick<DocumentCatalog, "find" | "unknownNames">;
  readonly users: Pick<UserDirectory, "activeReaders">;
}

/** Finds exactly which users would gain and lose a document by another rule. Writes nothing. */
export async function previewRules(
  document_id: string,
  given: unknown,
  { documents, users }: PreviewDeps,
): Promise<RulesPreview | Refusal> {
  const rules = readAccessRules(given);
  if ("code" in rules) return refuse("INVALID_REQUEST", rules);
  const document = await documents.find(document_id);
  if (document === null) return NO_DOCUMENT;
  const { gained, lost } = compareAccess(await users.activeReaders(), document.access_rules, rules);
  return { gained: affectedUsers(gained), lost: affectedUsers(lost), warnings: await ruleWarnings(rules, documents) };
}

export function affectedUsers(readers: readonly ActiveReader[]): AffectedUsers {
  return { count: readers.length, users: readers.map(({ user_id, display_name }) => ({ user_id, display_name })) };
}
