import { readerOf } from "../access/audience.js";
import { type AccessReason, decideAccess } from "../access/decision.js";
import type { AccessRules } from "../access/rules.js";
import type { DocumentCatalog } from "../documents/document-catalog.js";
import { NO_DOCUMENT, type Refusal, refuse } from "../errors.js";
import type { User } from "../users/user.js";
import type { UserDirectory } from "../users/user-directory.js";

/** Why a user may or may not see a document. Names entries of the document's rule, nothing else about the user. */
export interface AccessExplanation {
  /** Whether the user can read the document now: there is a reason, and the user is active (docs/decisions/0004). */
  readonly allowed: boolean;
  /**
   * The reasons that hold, in the order of SPEC 5.7; also for an inactive user, to show whether activation would be
   * enough.
   */
  readonly reasons: readonly AccessReason[];
  /** If no reason holds: every entry of the document's rule. Any one of them would be enough. */
  readonly would_allow: readonly AccessReason[];
  readonly user_active: boolean;
}

interface ExplainDeps {
  readonly users: Pick<UserDirectory, "find">;
  readonly documents: Pick<DocumentCatalog, "find">;
}

/** Answers an administrator's question: may this user see this document, and why? */
export async function explainAccess(
  document_id: string,
  user_id: string,
  { users, documents }: ExplainDeps,
): Promise<AccessExplanation | Refusal> {
  const document = await documents.find(document_id);
  if (document === null) return NO_DOCUMENT;
  const user = await users.find(user_id);
  if (user === null) return refuse("USER_NOT_FOUND", { code: "user.unknown" });
  return explainDecision(user, document.access_rules);
}

/**
 * Explains the decision for a user record and a rule.
 *
 * @example
 * ```js
 * const user = { user_id: "001234", role: "user", department_code: null, permission_groups: [], is_active: true };
 * explainDecision(user, { ...CLOSED, allowed_groups: ["hr"] }).would_allow; // → [{ by: "group", value: "hr" }]
 * ```
 */
export function explainDecision(user: User, rules: AccessRules): AccessExplanation {
  const { allowed, reasons } = decideAccess(readerOf(user), rules);
  const user_active = user.is_active;
  return { allowed: allowed && user_active, reasons, would_allow: allowed ? [] : entriesOf(rules), user_active };
}

function entriesOf(rules: AccessRules): AccessReason[] {
  return [
    ...rules.allowed_department_codes.map((value) => ({ by: "department" as const, value })),
    ...rules.allowed_groups.map((value) => ({ by: "group" as const, value })),
    ...rules.allowed_users.map((value) => ({ by: "user" as const, value })),
  ];
}
