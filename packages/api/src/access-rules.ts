import { KEY_MAX, USERS_NAMED_MAX } from "@retrieval/core/limits";
import Type from "typebox";
import { jsonBody, LONG, operationsOf } from "./parts/define.js";
import { RULES, USER } from "./parts/examples.js";
import { PAGE } from "./parts/parameters.js";
import {
  AccessReasonSchema,
  AccessRulesSchema,
  AffectedUsers,
  GivenAccessRules,
  Reasons,
} from "./parts/rule-shapes.js";
import { named, nullable, pageOfList, type Shape } from "./parts/shapes.js";
import { count, flag, NAMED_DOCUMENT, text, timestamp, WordedWarnings } from "./parts/values.js";

/** The database counts the versions of a rule in 32 bits. */
export const RULES_VERSION_MAX = 2 ** 31 - 1;

export const RulesAnswerSchema = named("DocumentAccessRules", "A document's access rule.", {
  ...NAMED_DOCUMENT,
  access_rules: AccessRulesSchema,
  warnings: WordedWarnings,
});

export const RulesPreviewSchema = named("RulesPreview", "What another rule would do.", {
  gained: AffectedUsers,
  lost: AffectedUsers,
  warnings: WordedWarnings,
});

export type WordedRules = Shape<typeof RulesAnswerSchema>;

export const AccessExplanationSchema = named("AccessExplanation", "Whether a user may see a document, and why.", {
  allowed: flag("Whether the user may see the document."),
  reasons: Reasons,
  would_allow: Type.Array(AccessReasonSchema, {
    description: "If nothing allows access: every entry of the rule. Any one of them would be enough.",
  }),
  user_active: flag("false: the user has left, and reads nothing."),
});

const Cause = Type.Enum(["upload", "default", "edit", "restore", "found"], {
  description:
    "upload: sent with a document. default: a new document without its own. edit, restore: an administrator. found: before the service kept versions.",
});

export const RuleVersionSchema = named("RuleVersion", "A version of a document's access rule.", {
  rules_version: Type.Integer({ minimum: 1, description: "Counts the versions of the rule." }),
  at: timestamp("Since when."),
  by_user: nullable(text("null: the service itself.")),
  cause: Cause,
  before: nullable(AccessRulesSchema, { description: "null for the first version." }),
  after: AccessRulesSchema,
  gained: count("Users who gained the document."),
  lost: count("Users who lost it."),
});

const RestoreBody = named("RuleRestore", "The version to restore.", {
  version: Type.Integer({ minimum: 1, maximum: RULES_VERSION_MAX, description: "Its rules_version." }),
});

const rules = (description: string) => ({
  description,
  json: RulesAnswerSchema,
  headers: ["ETag" as const],
  inWords: true as const,
});
const given = { "application/json": RULES };

export const accessRuleOperations = operationsOf("Access rules", {
  readAccessRules: {
    summary: "Read a document's access rule",
    headers: ["If-None-Match"],
    answers: {
      200: rules("The rule, with warnings."),
      304: { description: "The rule still has the ETag of If-None-Match.", headers: ["ETag"], inWords: true },
    },
    refusals: ["DOCUMENT_NOT_FOUND"],
  },
  changeAccessRules: {
    summary: "Replace a document's access rule",
    description: "Takes effect immediately. Sending the current rule changes nothing.",
    headers: ["If-Match"],
    body: jsonBody(GivenAccessRules, LONG),
    example: { headers: { "If-Match": "*" }, bodies: given },
    answers: { 200: rules("The new rule.") },
    refusals: ["DOCUMENT_NOT_FOUND", "PRECONDITION_FAILED", "PRECONDITION_REQUIRED"],
  },
  previewAccessRules: {
    summary: "Preview who would gain or lose access by another rule",
    description:
      "Nothing is written but an audit entry. Admins and developers see every document and are in neither list.",
    body: jsonBody(GivenAccessRules, LONG),
    example: { bodies: given },
    answers: {
      200: {
        description: `The users who gain access and those who lose it: counts of all, and the first ${USERS_NAMED_MAX} of each by name.`,
        json: RulesPreviewSchema,
        inWords: true,
      },
    },
    refusals: ["DOCUMENT_NOT_FOUND"],
  },
  listAccessRuleVersions: {
    summary: "List all versions of a document's access rule",
    description: "Newest first, also for a deleted document.",
    query: Type.Object(PAGE),
    answers: { 200: { description: "A page of versions.", json: pageOfList("RuleVersionPage", RuleVersionSchema) } },
    refusals: ["DOCUMENT_NOT_FOUND"],
  },
  restoreAccessRules: {
    summary: "Restore an older access rule",
    description: "If-Match is optional: an older version is the same whatever the current rule is.",
    headers: ["If-Match"],
    body: jsonBody(RestoreBody),
    example: { bodies: { "application/json": { version: 1 } } },
    answers: { 200: rules("The restored rule.") },
    refusals: ["DOCUMENT_NOT_FOUND", "PRECONDITION_FAILED"],
  },
  explainAccess: {
    summary: "Explain whether a user may see a document, and why",
    description: "The audit log records the call.",
    query: Type.Object({ user_id: Type.String({ minLength: 1, maxLength: KEY_MAX, description: "Employee number." }) }),
    example: { query: { user_id: USER.user_id } },
    answers: { 200: { description: "The decision with its reasons.", json: AccessExplanationSchema } },
    refusals: ["DOCUMENT_NOT_FOUND", "USER_NOT_FOUND"],
  },
});
