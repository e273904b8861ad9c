import { type AccessReason, decideAccess } from "../access/decision.js";
import type { DocumentHead } from "../documents/document-head.js";
import { type Refusal, refuse } from "../errors.js";
import { isPseudonym } from "../users/pseudonym.js";
import type { User } from "../users/user.js";
import type { AuditLog } from "./audit-log.js";

/** The users who could read a document at a moment. */
export interface ReadersAt {
  readonly document: DocumentHead;
  /** In code-point order of user_id, with administrators and developers, whose reason is their role. */
  readonly readers: readonly (Pick<User, "user_id" | "display_name"> & Reasoned)[];
  /** How many erased users were active then, and may have been readers by their memberships, which are not kept. */
  readonly erased: number;
}

/** The documents that a user could read at a moment. */
export interface DocumentsAt {
  readonly user: Pick<User, "user_id" | "display_name">;
  /** In code-point order of document_id. */
  readonly documents: readonly (DocumentHead & Reasoned)[];
}

interface Reasoned {
  readonly reasons: readonly AccessReason[];
}

/**
 * Finds every user who could read the document at that moment, by the rule, roles and memberships of that moment. An
 * inactive user could read nothing (docs/decisions/0004).
 *
 * @param at milliseconds since 1970
 */
export async function whoCouldRead(
  document_id: string,
  at: number,
  audit: Pick<AuditLog, "documentAt" | "usersAt">,
): Promise<ReadersAt | Refusal> {
  const found = await audit.documentAt(document_id, at);
  if (found === null) return refuse("DOCUMENT_NOT_FOUND", { code: "document.unknown_then" });
  const { title, version, access_rules } = found;
  let erased = 0;
  const readers = (await audit.usersAt(at)).flatMap((user) => {
    const { allowed, reasons } = decideAccess(user, access_rules);
    const { user_id, display_name, is_active } = user;
    if (is_active && !allowed && isPseudonym(user_id)) erased += 1;
    return is_active && allowed ? [{ user_id, display_name, reasons }] : [];
  });
  return { document: { document_id, title, version }, readers, erased };
}

/**
 * Finds every document that the user could read at that moment; none if the user was inactive. What an erased user could
 * read is not known any more.
 *
 * @param at milliseconds since 1970
 */
export async function couldRead(
  user_id: string,
  at: number,
  audit: Pick<AuditLog, "userAt" | "documentsAt">,
): Promise<DocumentsAt | Refusal> {
  if (isPseudonym(user_id)) return refuse("USER_NOT_FOUND", { code: "user.erased" });
  const user = await audit.userAt(user_id, at);
  if (user === null) return refuse("USER_NOT_FOUND", { code: "user.unknown_then" });
  const published = user.is_active ? await audit.documentsAt(at) : [];
  const documents = published.flatMap(({ document_id, title, version, access_rules }) => {
    const { allowed, reasons } = decideAccess(user, access_rules);
    return allowed ? [{ document_id, title, version, reasons }] : [];
  });
  return { user: { user_id, display_name: user.display_name }, documents };
}
