import { readAccessRules } from "../access/rules.js";
import type { DocumentCatalog } from "../documents/document-catalog.js";
import { NO_DOCUMENT, type Refusal, refuse } from "../errors.js";
import { USERS_NAMED_MAX } from "../limits.js";
import type { Problem } from "../problems.js";
import type { AffectedUsers, UserDirectory } from "../users/user-directory.js";
import { ruleWarnings } from "./change-rules.js";

/** The effects of a rule before it is saved. Admins and developers see all documents and are in neither list. */
export interface RulesPreview {
  readonly gained: AffectedUsers;
  readonly lost: AffectedUsers;
  readonly warnings: readonly Problem[];
}

interface PreviewDeps {
  readonly documents: Pick<DocumentCatalog, "find" | "unknownNames">;
  readonly users: Pick<UserDirectory, "ruleEffects">;
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
  const change = { before: document.access_rules, after: rules };
  const { gained, lost } = await users.ruleEffects([change], { over_all: USERS_NAMED_MAX, each: 0 });
  const withoutNumber = ({ count, users: named }: typeof gained): AffectedUsers => {
    return { count, users: named.map(({ user_id, display_name }) => ({ user_id, display_name })) };
  };
  const warnings = await ruleWarnings(rules, documents);
  return { gained: withoutNumber(gained), lost: withoutNumber(lost), warnings };
}
