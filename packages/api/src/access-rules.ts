import { KEY_MAX, RULE_EDITS, RULE_LIST_MAX, RULES_PER_CHANGE } from "@retrieval/core/limits";
import Type from "typebox";
import { jsonBody, LONG, operationsOf } from "./parts/define.js";
import { AT, DOCUMENT, RULES, USER } from "./parts/examples.js";
import { PAGE } from "./parts/parameters.js";
import { closed, nullable, pageOfList, type Shape } from "./parts/shapes.js";
import { Count, DepartmentCode, Group, Problems, Timestamp, UserId, WordedWarnings } from "./parts/values.js";

/** The database counts the versions of a rule in 32 bits. */
export const RULES_VERSION_MAX = 2 ** 31 - 1;

export const AccessRulesSchema = closed(
  {
    allow_all: Type.Boolean(),
    allowed_department_codes: Type.Array(Type.String()),
    allowed_groups: Type.Array(Type.String()),
    allowed_users: Type.Array(Type.String()),
  },
  { $id: "AccessRules", description: "Who may see a document: every user, or the users in one of the lists." },
);

const entries = <S extends typeof UserId>(entry: S) =>
  Type.Optional(nullable(Type.Array(entry, { maxItems: RULE_LIST_MAX }), { description: "null is the empty list." }));

const empty = { anyOf: [{ type: "array", maxItems: 0 }, { type: "null" }] };
const SAYS_OR_NAMES_NOTHING = [
  {
    type: "object",
    properties: { allow_all: { type: "boolean" } },
    required: ["allow_all"],
    additionalProperties: true,
  },
  {
    type: "object",
    properties: { allowed_department_codes: empty, allowed_groups: empty, allowed_users: empty },
    additionalProperties: true,
  },
];

const RULE_FIELDS = {
  allow_all: Type.Optional(Type.Boolean({ default: true })),
  allowed_department_codes: entries(DepartmentCode),
  allowed_groups: entries(Group),
  allowed_users: entries(UserId),
};

/** A rule in a request. */
export const GivenAccessRules = Type.Object(RULE_FIELDS, {
  $id: "GivenAccessRules",
  additionalProperties: false,
  description:
    "Defaults: allow_all true, lists empty. A rule that names departments, groups or users must have allow_all.",
  anyOf: SAYS_OR_NAMES_NOTHING,
});

const RuleEditSchema = closed(
  {
    kind: Type.Enum([...RULE_EDITS], {
      description:
        "`replace` the rules by access_rules; `add` or `remove` the entries of access_rules; `open` to every user or `close`, and keep the entries.",
    }),
    access_rules: Type.Optional(Type.Object(RULE_FIELDS, { additionalProperties: false })),
  },
  { $id: "RuleEdit", description: "One change of many rules." },
);

export const AccessReasonSchema = closed(
  {
    by: Type.Enum(["role", "allow_all", "department", "group", "user"]),
    value: Type.String({ description: "The role, `*` for allow_all, or the entry of the rule that matches." }),
  },
  { $id: "AccessReason" },
);

export const Reasons = Type.Array(AccessReasonSchema);

export const RulesAnswerSchema = closed(
  {
    document_id: Type.String(),
    title: Type.String(),
    access_rules: AccessRulesSchema,
    warnings: WordedWarnings,
  },
  { $id: "DocumentAccessRules" },
);

const AffectedUsers = closed(
  { count: Count, users: Type.Array(closed({ user_id: Type.String(), display_name: Type.String() })) },
  { $id: "AffectedUsers" },
);

export const RulesPreviewSchema = closed(
  { gained: AffectedUsers, lost: AffectedUsers, warnings: WordedWarnings },
  { $id: "RulesPreview" },
);

const AffectedOverAll = closed({
  count: Count,
  users: Type.Array(closed({ user_id: Type.String(), display_name: Type.String(), documents: Count })),
});

const Reported = { error: nullable(Type.String(), { description: "The problems as a sentence." }), problems: Problems };

export const RuleEditPreviewSchema = closed(
  {
    gained: AffectedOverAll,
    lost: AffectedOverAll,
    documents: Type.Array(
      closed({
        document_id: Type.String(),
        title: nullable(Type.String()),
        rules_version: Type.Integer({ minimum: 0, description: "For the change, as its documents have it." }),
        changes: Type.Boolean({ description: "false: the rule would stay as it is." }),
        gained: AffectedUsers,
        lost: AffectedUsers,
        ...Reported,
      }),
      { description: "In the order of the call. Each names the first 100 users who gain or lose it, and counts all." },
    ),
    warnings: WordedWarnings,
  },
  { $id: "RuleEditPreview" },
);

export const ManyRulesChangeSchema = closed(
  {
    changed: Count,
    unchanged: Count,
    failed: Count,
    documents: Type.Array(
      closed({
        document_id: Type.String(),
        result: Type.Enum(["changed", "unchanged", "failed"]),
        rules_version: nullable(Type.Integer({ minimum: 1 }), { description: "The version in effect." }),
        ...Reported,
      }),
    ),
  },
  { $id: "ManyRulesChange" },
);

export type WordedRules = Shape<typeof RulesAnswerSchema>;
export type WordedRulesPreview = Shape<typeof RulesPreviewSchema>;

export const AccessExplanationSchema = closed(
  {
    allowed: Type.Boolean(),
    reasons: Reasons,
    would_allow: Type.Array(AccessReasonSchema, {
      description: "If nothing allows access: every entry of the rule. Any one of them would be enough.",
    }),
    user_active: Type.Boolean(),
  },
  { $id: "AccessExplanation" },
);

const Cause = Type.Enum(["upload", "default", "edit", "restore", "found"]);

export const RuleVersionSchema = closed(
  {
    rules_version: Type.Integer({ minimum: 1 }),
    at: Timestamp,
    by_user: nullable(Type.String(), { description: "null: the service itself." }),
    cause: Cause,
    before: nullable(AccessRulesSchema, { description: "null for the first version." }),
    after: AccessRulesSchema,
    gained: Count,
    lost: Count,
  },
  { $id: "RuleVersion" },
);

const { document_id, title } = DOCUMENT;
const ANSWER = {
  document_id,
  title,
  access_rules: RULES,
  warnings: [
    {
      message: 'allowed_department_codes names "D1020", which is not in the department master',
      problem: { code: "access_rules.unknown_name", list: "allowed_department_codes", name: "D1020" },
    },
  ],
};
const rules = (description: string) => ({
  description,
  json: RulesAnswerSchema,
  example: ANSWER,
  headers: ["ETag" as const],
  inWords: true as const,
});
const EDIT = { kind: "add", access_rules: { allowed_groups: ["managers"] } };
const example = (value: object) => ({ bodies: { "application/json": { group: { value } } } });
const manyChanged = (changed: number, result: "changed" | "unchanged") => ({
  json: ManyRulesChangeSchema,
  example: {
    changed,
    unchanged: 1 - changed,
    failed: 0,
    documents: [{ document_id, result, rules_version: 2, error: null, problems: [] }],
  },
  inWords: true as const,
});
const given = { "application/json": { restricted: { value: RULES } } };

export const accessRuleOperations = operationsOf("Access rules", {
  readAccessRules: {
    access: "admin",
    summary: "Read a document's access rule",
    headers: ["If-None-Match"],
    answers: {
      200: rules("The rule, with warnings."),
      304: { description: "The rule still has the ETag of If-None-Match.", headers: ["ETag"], inWords: true },
    },
    refusals: ["DOCUMENT_NOT_FOUND"],
  },
  changeAccessRules: {
    access: "admin",
    summary: "Replace a document's access rule",
    description: "Takes effect immediately. Sending the current rule changes nothing.",
    headers: ["If-Match"],
    body: jsonBody(GivenAccessRules, LONG),
    example: { headers: { "If-Match": "*" }, bodies: given },
    answers: { 200: rules("The new rule.") },
    refusals: ["DOCUMENT_NOT_FOUND", "PRECONDITION_FAILED", "PRECONDITION_REQUIRED"],
  },
  previewAccessRules: {
    access: "admin",
    summary: "Preview who would gain or lose access by another rule",
    description:
      "Nothing is written but an audit entry. Admins and developers see every document and are in neither list.",
    body: jsonBody(GivenAccessRules, LONG),
    example: { bodies: given },
    answers: {
      200: {
        description: "The users who gain access and those who lose it.",
        json: RulesPreviewSchema,
        example: { gained: { count: 1, users: [USER] }, lost: { count: 0, users: [] }, warnings: [] },
        inWords: true,
      },
    },
    refusals: ["DOCUMENT_NOT_FOUND"],
  },
  listAccessRuleVersions: {
    access: "admin",
    summary: "List all versions of a document's access rule",
    description: "Newest first, also for a deleted document.",
    query: Type.Object(PAGE),
    answers: {
      200: {
        description: "A page of versions.",
        json: pageOfList({ versions: Type.Array(RuleVersionSchema) }),
        example: {
          versions: [
            {
              rules_version: 1,
              at: AT,
              by_user: "000001",
              cause: "upload",
              before: null,
              after: RULES,
              gained: 1,
              lost: 0,
            },
          ],
          next_cursor: null,
        },
      },
    },
    refusals: ["DOCUMENT_NOT_FOUND"],
  },
  restoreAccessRules: {
    access: "admin",
    summary: "Restore an older access rule",
    description: "If-Match is optional: an older version is the same whatever the current rule is.",
    headers: ["If-Match"],
    body: jsonBody(closed({ version: Type.Integer({ minimum: 1, maximum: RULES_VERSION_MAX }) })),
    example: { bodies: { "application/json": { first: { value: { version: 1 } } } } },
    answers: { 200: rules("The restored rule.") },
    refusals: ["DOCUMENT_NOT_FOUND", "PRECONDITION_FAILED"],
  },
  previewRuleEdit: {
    access: "admin",
    summary: "Preview who would gain or lose which documents by one change of many rules",
    description: "Nothing is written but an audit entry. Admins and developers see every document and are in no list.",
    body: jsonBody(
      closed({
        document_ids: Type.Array(Type.String(), { minItems: 1, maxItems: RULES_PER_CHANGE, uniqueItems: true }),
        change: RuleEditSchema,
      }),
      LONG,
    ),
    example: example({ document_ids: [document_id], change: EDIT }),
    answers: {
      200: {
        description: "The users over all documents, and for each document.",
        json: RuleEditPreviewSchema,
        example: {
          gained: { count: 1, users: [{ ...USER, documents: 1 }] },
          lost: { count: 0, users: [] },
          documents: [
            {
              document_id,
              title,
              rules_version: 1,
              changes: true,
              gained: { count: 1, users: [USER] },
              lost: { count: 0, users: [] },
              error: null,
              problems: [],
            },
          ],
          warnings: [],
        },
        inWords: true,
      },
    },
  },
  changeManyAccessRules: {
    access: "admin",
    summary: "Change the rules of many documents in one way",
    description:
      "Takes effect immediately, document by document, each as a change of its own in history and audit log. A document " +
      "whose rule no longer has the given version, or that cannot be changed, is reported and stops no other.",
    body: jsonBody(
      closed({
        documents: Type.Array(
          closed({
            document_id: Type.String(),
            rules_version: Type.Integer({ minimum: 0, maximum: RULES_VERSION_MAX }),
          }),
          { minItems: 1, maxItems: RULES_PER_CHANGE },
        ),
        change: RuleEditSchema,
      }),
      LONG,
    ),
    example: example({ documents: [{ document_id, rules_version: 1 }], change: EDIT }),
    answers: {
      200: { description: "No document failed.", ...manyChanged(1, "changed") },
      207: { description: "At least one document failed.", ...manyChanged(0, "unchanged") },
    },
  },
  explainAccess: {
    access: "admin",
    summary: "Explain whether a user may see a document, and why",
    description: "The audit log records the call.",
    query: Type.Object({ user_id: Type.String({ minLength: 1, maxLength: KEY_MAX }) }),
    example: { query: { user_id: USER.user_id } },
    answers: {
      200: {
        description: "The decision with its reasons.",
        json: AccessExplanationSchema,
        example: {
          allowed: true,
          reasons: [{ by: "user", value: USER.user_id }],
          would_allow: [],
          user_active: true,
        },
      },
    },
    refusals: ["DOCUMENT_NOT_FOUND", "USER_NOT_FOUND"],
  },
});
