import { TOKEN_AUDIENCES, TOKEN_ROLES } from "../access-tokens/access-token.js";
import { ANSWER_FAULTS, ANSWER_OUTCOMES, MODEL_USES } from "../answers/answer-end.js";
import { isObject } from "../is-object.js";

const refusal = { count: "number", reason: "word", "address|null": "personal", minute: "moment" } as const;
/** Beyond what has entries of its own in an hour. */
const sum = { count: "number", hour: "moment" } as const;
const token = { token_id: "text", name: "personal", audience: TOKEN_AUDIENCES } as const;
const version = { title: "text", version: "text" } as const;
const content = { changes: "counts", "original_for|null?": ["admins", "readers"] } as const;
const abolition = { effective_on: "text", why: "text", "replaced_by|null": "text" } as const;
const readers = { gained: "number", lost: "number" } as const;
const edited = {
  "allowed_department_codes?": "list",
  "allowed_groups?": "list",
  "allowed_users?": "users",
  "document_ids?": "list",
  ...readers,
} as const;
const requested = { "asked?": "words", "requested?": "memberships" } as const;
const VIA = ["bulk", "record", "import", "sync"] as const;
const RESULTS = ["created", "updated", "unchanged", "reactivated", "deactivated", "skipped"] as const;

/**
 * The details of each kind of audit entry, in several forms for some. A new kind, or a new detail, is a new line here.
 * The sentences, one table for each language, are in the package `api`.
 *
 * `?` at the end of a name: it may be absent; `|null`: it may be null. A value is of one of the `DetailValues`, or is
 * one of the words listed. No detail holds a secret, a signature, a token or a password. Entries stay for years: a detail
 * that comes later has `?`, and a word that is no longer written stays.
 */
export const AUDIT_DETAILS = {
  "sign-in": [{ address: "personal" }],
  "sign-in-refused": [refusal],
  "users-imported": [
    {
      via: VIA,
      users: "number",
      results: "counts",
      "agreed_deactivations?": "number",
      "unchanged?": "users",
      "new_admins?": "users",
    },
  ],
  "user-changed": [
    {
      via: VIA,
      result: RESULTS,
      "fields?": "words",
      "before|null?": "state",
      "after?": "state",
      "groups_added?": "groups",
      "groups_removed?": "groups",
      ...requested,
    },
  ],
  "user-signed-out": [{}],
  "user-exported": [{}],
  "user-erased": [{}],
  "token-created": [
    { ...token, "role?": TOKEN_ROLES, expires_at: "moment", "address?": "personal", "client_id?": "text" },
  ],
  "token-first-used": [{ ...token, address: "personal" }],
  "token-revoked": [{ ...token, "used_twice?": "flag" }, { tokens: "number" }],
  "departments-replaced": [
    { departments: "number", users_resolved_again: "number", "added?": "list", "removed?": "list", "renamed?": "list" },
  ],
  "document-published": [
    {
      ...version,
      ...content,
      rule_outdated: "flag",
      "restores?": "number",
      "number?": "number",
      "effective_from?": "text",
      // It was in force with its publication.
      "in_force?": "flag",
      "notice?": ["tell", "confirm"],
      "uploaded_by?": "user",
    },
  ],
  "version-in-force": [{ ...version, number: "number", effective_from: "text" }],
  "version-withdrawn": [{ number: "number", why: "text" }],
  "version-changed": [
    { number: "number", effective_from_before: "text", effective_from: "text", note_changed: "flag" },
  ],
  "abolition-planned": [abolition],
  "abolition-cancelled": [{ effective_on: "text" }],
  "document-abolished": [abolition],
  "document-destroyed": [{ number: "number", text_sha256: "text", "legal_order|null": "text" }],
  "document-unchanged": [version],
  "document-deleted": [{}],
  "document-changed": [{ before: "fields", after: "fields" }],
  "draft-saved": [{ ...version, ...content, "restores?": "number" }],
  "draft-returned": [{ ...version, why: "text" }],
  "draft-read": [{ chunks: "number" }],
  "draft-deleted": [version],
  "rule-changed": [
    {
      rules_version: "number",
      cause: ["upload", "default", "edit", "restore", "found"],
      "before|null": "rule",
      after: "rule",
      ...readers,
    },
  ],
  "readers-reminded": [{ number: "number", readers: "number" }],
  "access-explained": [
    { at: "moment", readers: "number" },
    { at: "moment", documents: "number" },
    { allowed: "flag" },
    { ...requested, documents_gained: "number", documents_lost: "number" },
    { ...requested, "preview?": "flag", refused: "words" },
    { edit: "words", ...edited },
    // From before an edit had several parts.
    { edit: ["replace", "remove", "add", "open", "close"], ...edited },
    // Until an import of a file became one request, it had an id, and was a job.
    { "import_id?": "text", documents_affected: "number", "user_ids?": "users" },
  ],
  "front-page-changed": [{ questions_before: "texts", questions: "texts" }],
  "vocabulary-changed": [{ entries: "counts", "said?": "list" }],
  "question-answered": [
    {
      answer_id: "text",
      "earlier_answer_ids?": "texts",
      outcome: [...ANSWER_OUTCOMES, "answered", "extract"],
      model: MODEL_USES,
      chunk_ids: "texts",
    },
    sum,
  ],
  "answer-judged": [{ answer_id: "text", good: "flag", "reason|null": ANSWER_FAULTS }, sum],
  "audit-exported": [{ "kind|null": "word", "without?": "words", "from|null": "moment", "to|null": "moment" }],
  "webhook-changed": [
    {
      webhook_id: "text",
      host: "text",
      change: ["created", "changed", "enabled", "disabled", "secret_rotated", "deleted"],
      "position?": "number",
      "because?": ["gone", "failing"],
    },
  ],
  "job-cancelled": [{ job_id: "text", "kind?": ["ingest", "import"] }],
  "management-refused": [{ ...refusal, "call|null": "text" }],
} as const satisfies Readonly<Record<string, readonly Form[]>>;

export type AuditKind = keyof typeof AUDIT_DETAILS;
export const AUDIT_KINDS = Object.keys(AUDIT_DETAILS) as AuditKind[];

/** Names with the kinds of their values. */
export type Form = Readonly<Record<string, ValueKind | readonly string[]>>;

/** The form that an entry has; null: another version of the service wrote it. */
export function formOf({ kind, details }: { readonly kind: string; readonly details: object }): Form | null {
  const forms: readonly Form[] = Object.hasOwn(AUDIT_DETAILS, kind) ? AUDIT_DETAILS[kind as AuditKind] : [];
  return forms.find((form) => hasForm(details as Readonly<Record<string, unknown>>, form)) ?? null;
}

function hasForm(details: Readonly<Record<string, unknown>>, form: Form): boolean {
  const rest = new Set(Object.keys(details));
  const fits = Object.entries(form).every(([key, kind]) => {
    const name = bareName(key);
    const value = details[name];
    if (!rest.delete(name)) return key.endsWith("?");
    if (value === null) return key.includes("|null");
    return typeof kind === "string" ? HAS_KIND[kind](value) : kind.includes(value as string);
  });
  return fits && rest.size === 0;
}

/** The name of a detail without its marks. */
const bareName = (name: string) => name.replace(/(?:\|null)?\??$/, "");

const isText = (value: unknown) => typeof value === "string";
const isNumber = (value: unknown) => typeof value === "number";
const isFlag = (value: unknown) => typeof value === "boolean";
const areTexts = (value: unknown) => Array.isArray(value) && value.every(isText);

const isList = (value: unknown) =>
  isObject(value) && isNumber(value.count) && (value.first === undefined || areTexts(value.first));

/** The kinds of values, which `DetailValues` describes. */
const HAS_KIND = {
  text: isText,
  word: isText,
  texts: areTexts,
  words: areTexts,
  number: isNumber,
  flag: isFlag,
  moment: isText,
  list: isList,
  counts: (value) => isObject(value) && Object.values(value).every(isNumber),
  rule: (value) =>
    isObject(value) &&
    isFlag(value.allow_all) &&
    [value.allowed_department_codes, value.allowed_groups, value.allowed_users].every(areTexts),
  state: (value) => isObject(value) && isText(value.role) && isFlag(value.is_active),
  user: isText,
  users: isList,
  groups: isList,
  memberships: isObject,
  personal: isText,
  fields: isObject,
} satisfies Readonly<Record<string, (value: unknown) => boolean>>;
export type ValueKind = keyof typeof HAS_KIND;
