import { readerOf } from "../access/audience.js";
import { decideAccess } from "../access/decision.js";
import type { AccessRules } from "../access/rules.js";
import { allDocuments } from "../documents/all-documents.js";
import type { DocumentCatalog } from "../documents/document-catalog.js";
import { isRefusal, Refusal, refuse } from "../errors.js";
import { isObject } from "../is-object.js";
import type { Problem } from "../problems.js";
import { plannedOutcome } from "./apply-changes.js";
import { acceptedPlan, applyOneChange, optionsOfOne } from "./one-change.js";
import { summaryOf, type User, type UserSummary } from "./user.js";
import { type HashedChange, readUserFields } from "./user-change.js";
import type { UserDirectory } from "./user-directory.js";

export interface ChangedUser {
  readonly user: UserSummary;
  readonly warnings: readonly Problem[];
}

/** Documents that a user gains or loses. */
export interface AffectedDocuments {
  readonly count: number;
  /** The first of them, in code-point order of document_id. */
  readonly documents: readonly { readonly document_id: string; readonly title: string }[];
}

/** The effects of a change before it is written. An inactive user can read nothing. */
export interface UserChangePreview extends ChangedUser {
  readonly gained: AffectedDocuments;
  readonly lost: AffectedDocuments;
}

const DOCUMENTS_NAMED = 200;
const PAGE = 200;

/**
 * Changes one user who exists. Absent fields stay unchanged, and groups that are not named stay. Department and groups
 * are written without being read: the answer is the same whether or not the user had them before (SPEC 1,
 * docs/decisions/0034).
 */
export async function changeUser(
  user_id: string,
  body: unknown,
  caller_id: string | null,
  users: Pick<UserDirectory, "change">,
): Promise<ChangedUser | Refusal> {
  const change = readChange(user_id, body);
  if (isRefusal(change)) return change;
  const plan = await applyOneChange(change, caller_id, users);
  return isRefusal(plan) ? plan : { user: summaryOf(plan.user), warnings: plan.warnings };
}

/** The dry run of {@link changeUser}: accepts and refuses the same, and writes nothing. */
export async function previewUserChange(
  user_id: string,
  body: unknown,
  caller_id: string | null,
  { users, documents }: { users: Pick<UserDirectory, "look">; documents: Pick<DocumentCatalog, "list"> },
): Promise<UserChangePreview | Refusal> {
  const change = readChange(user_id, body);
  if (isRefusal(change)) return change;
  const { planned, existing } = await plannedOutcome([change], optionsOfOne(caller_id), users);
  const plan = acceptedPlan(planned);
  if (isRefusal(plan)) return plan;
  const before = existing.get(user_id) as User;
  const [gained, lost] = [new Affected(), new Affected()];
  for await (const { document_id, title, access_rules } of allDocuments(documents, PAGE)) {
    const [had, has] = [mayRead(before, access_rules), mayRead(plan.user, access_rules)];
    if (has && !had) gained.add({ document_id, title });
    if (had && !has) lost.add({ document_id, title });
  }
  return { user: summaryOf(plan.user), gained, lost, warnings: plan.warnings };
}

function readChange(user_id: string, body: unknown): HashedChange | Refusal {
  if (!isObject(body)) return refuse("INVALID_REQUEST", { code: "body.not_object" });
  const read = readUserFields(body, "change");
  return "problems" in read
    ? new Refusal("INVALID_REQUEST", read.problems)
    : ({ ...read.fields, user_id } as unknown as HashedChange);
}

function mayRead(user: User, rules: AccessRules): boolean {
  return user.is_active && decideAccess(readerOf(user), rules).allowed;
}

class Affected implements AffectedDocuments {
  count = 0;
  readonly documents: { document_id: string; title: string }[] = [];

  add(document: { document_id: string; title: string }): void {
    this.count += 1;
    if (this.documents.length < DOCUMENTS_NAMED) this.documents.push(document);
  }
}
