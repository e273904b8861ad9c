import { readRuleEdit } from "../access/read-rule-edit.js";
import { appliedEdit, namesIn, type RuleEdit } from "../access/rule-edit.js";
import { type AccessRules, isSameRule, readAccessRules } from "../access/rules.js";
import type { DocumentCatalog } from "../documents/document-catalog.js";
import { NO_DOCUMENT, type Refusal, refuse, SenderNotAdminError, UnavailableError } from "../errors.js";
import { USERS_NAMED_MAX } from "../limits.js";
import type { Problem } from "../problems.js";
import type {
  AffectedOverAll,
  AffectedUsers,
  RuleChange,
  RuleEffects,
  UserDirectory,
} from "../users/user-directory.js";
import { ruleWarnings } from "./change-rules.js";

/** How many affected users of one document a preview names. */
const NAMED_MAX = 100;

/** A document whose rule is to change, with the version of its rule that the administrator saw. */
export interface PickedRule {
  readonly document_id: string;
  readonly rules_version: number;
}

/** The effects of a change on one document. A document with problems would not be changed. */
interface DocumentPreview extends PickedRule {
  /** null: no such document is published. */
  readonly title: string | null;
  /** The rule in effect; null as above. */
  readonly access_rules: AccessRules | null;
  /** false: the rule would stay as it is. */
  readonly changes: boolean;
  /** The count is of all, the users are the first {@link NAMED_MAX}. */
  readonly gained: AffectedUsers;
  readonly lost: AffectedUsers;
  readonly problems: readonly Problem[];
}

export interface RuleEditPreview {
  readonly gained: AffectedOverAll;
  readonly lost: AffectedOverAll;
  /** In the order in which they were asked for. */
  readonly documents: readonly DocumentPreview[];
  /** Names in the rules after the change that no user, department or group has. */
  readonly warnings: readonly Problem[];
}

/** Finds who would gain and lose which documents by one change of all their rules. Writes nothing. */
export async function previewRuleEdit(
  document_ids: readonly string[],
  given: unknown,
  { documents, users }: { readonly documents: DocumentCatalog; readonly users: Pick<UserDirectory, "ruleEffects"> },
): Promise<RuleEditPreview | Refusal> {
  const edit = readRuleEdit(given);
  if ("code" in edit) return refuse("INVALID_REQUEST", edit);
  const previews: DocumentPreview[] = [];
  const changes = new Map<number, RuleChange>();
  const rules: AccessRules[] = [];
  for (const document_id of document_ids) {
    const document = await documents.find(document_id);
    if (document === null) {
      previews.push({ ...UNKNOWN, document_id });
      continue;
    }
    const { title, rules_version, access_rules: before } = document;
    const known = { ...UNKNOWN, document_id, title, rules_version, access_rules: before };
    const after = readAccessRules(appliedEdit(before, edit));
    if ("code" in after) {
      previews.push({ ...known, problems: [after] });
      continue;
    }
    rules.push(after);
    const isChange = !isSameRule(before, after);
    if (isChange) changes.set(previews.length, { before, after });
    previews.push({ ...known, changes: isChange, problems: [] });
  }
  const warnings = await ruleWarnings(namesIn(rules), documents);
  if (changes.size === 0) return { gained: NONE, lost: NONE, documents: previews, warnings };
  const effects = await users.ruleEffects([...changes.values()], { over_all: USERS_NAMED_MAX, each: NAMED_MAX });
  for (const [i, nth] of [...changes.keys()].entries()) {
    const { gained, lost } = effects.changes[i] as RuleEffects["changes"][number];
    previews[nth] = { ...(previews[nth] as DocumentPreview), gained, lost };
  }
  return { gained: effects.gained, lost: effects.lost, documents: previews, warnings };
}

/** The result of the change for one document. */
interface ChangedRule {
  readonly document_id: string;
  readonly result: "changed" | "unchanged" | "failed";
  /** The version in effect; null: not known. */
  readonly rules_version: number | null;
  readonly problems: readonly Problem[];
}

export interface ManyRulesChange {
  readonly changed: number;
  readonly unchanged: number;
  readonly failed: number;
  /** In the order in which they were asked for. */
  readonly documents: readonly ChangedRule[];
}

/**
 * Changes the rules of many documents, each as one change of its own: with a version of its history, an audit entry, and
 * only if its rule still has the given version, or has been edited so already. A document that cannot be changed stops no other. If `by_user` is
 * demoted between two changes, those made stay and are reported, and all others fail.
 *
 * @throws SenderNotAdminError if `by_user` is not an active administrator and nothing was changed
 */
export async function changeManyRules(
  picked: readonly PickedRule[],
  given: unknown,
  by_user: string,
  catalog: DocumentCatalog,
): Promise<ManyRulesChange | Refusal> {
  const edit = readRuleEdit(given);
  if ("code" in edit) return refuse("INVALID_REQUEST", edit);
  const documents: ChangedRule[] = [];
  try {
    for (const each of picked) documents.push(await changeOne(each, edit, by_user, catalog));
  } catch (error) {
    const isChanged = documents.some(({ result }) => result === "changed");
    if (!(error instanceof SenderNotAdminError) || !isChanged) throw error;
    const problem = { code: "sender.not_admin", user_id: by_user } as const;
    documents.push(...picked.slice(documents.length).map(({ document_id }) => failedWith(document_id, problem)));
  }
  const count = (result: ChangedRule["result"]) => documents.filter((document) => document.result === result).length;
  return { changed: count("changed"), unchanged: count("unchanged"), failed: count("failed"), documents };
}

async function changeOne(
  { document_id, rules_version }: PickedRule,
  edit: RuleEdit,
  by_user: string,
  catalog: DocumentCatalog,
): Promise<ChangedRule> {
  const failed = (...problems: readonly Problem[]) => failedWith(document_id, ...problems);
  try {
    const document = await catalog.find(document_id);
    if (document === null) return failed(...NO_DOCUMENT.problems);
    const { access_rules: before, rules_version: current } = document;
    const after = readAccessRules(appliedEdit(before, edit));
    if ("code" in after) return failed(after);
    // Not a lost race: often the caller made the change, and its answer was lost.
    if (isSameRule(before, after)) return { document_id, result: "unchanged", rules_version: current, problems: [] };
    const lost = { code: "access_rules.changed_since" } as const;
    if (current !== rules_version) return failed(lost);
    const now = await catalog.changeRules(document_id, after, rules_version, { by_user, cause: "edit" });
    if (now === null) return failed(...NO_DOCUMENT.problems);
    if (now === "lost") return failed(lost);
    return { document_id, result: "changed", rules_version: now.rules_version, problems: [] };
  } catch (error) {
    // For example a publication that holds the document for too long.
    if (error instanceof UnavailableError) return failed({ code: "service.away" });
    throw error;
  }
}

const failedWith = (document_id: string, ...problems: readonly Problem[]) =>
  ({ document_id, result: "failed", rules_version: null, problems }) as const;

const NONE = { count: 0, users: [] };
const UNKNOWN = {
  title: null,
  access_rules: null,
  rules_version: 0,
  changes: false,
  gained: NONE,
  lost: NONE,
  problems: NO_DOCUMENT.problems,
};
