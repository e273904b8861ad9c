import type { WordedRules, WordedRulesPreview } from "@retrieval/api";
import {
  type AccessExplanation,
  type AccessReason,
  type AccessRules,
  type PublicationPreview,
  RULE_LIST_MAX,
  type RuleCause,
  type RuleVersion,
} from "@retrieval/core";
import Type from "typebox";
import { closed, describes, nullable } from "./describes.js";
import { Count, DepartmentCode, Group, Timestamp, UserId, WordedWarnings } from "./texts.js";

export const AccessRulesSchema = describes<AccessRules>()(
  closed(
    {
      allow_all: Type.Boolean(),
      allowed_department_codes: Type.Array(Type.String()),
      allowed_groups: Type.Array(Type.String()),
      allowed_users: Type.Array(Type.String()),
    },
    { $id: "AccessRules", description: "Who may see a document: everyone, or whoever one of the lists names." },
  ),
);

const entries = <S extends typeof UserId>(entry: S) =>
  Type.Optional(nullable(Type.Array(entry, { maxItems: RULE_LIST_MAX }), { description: "null is the empty list." }));

type Given = { readonly [Name in keyof AccessRules]?: AccessRules[Name] | (Name extends "allow_all" ? never : null) };

/** As somebody sends it. */
export const GivenAccessRules = describes<Given>()(
  Type.Object(
    {
      allow_all: Type.Optional(Type.Boolean({ default: true })),
      allowed_department_codes: entries(DepartmentCode),
      allowed_groups: entries(Group),
      allowed_users: entries(UserId),
    },
    {
      $id: "GivenAccessRules",
      additionalProperties: false,
      description:
        "What is left out takes its default: allow_all true, lists empty. A rule that names somebody must say allow_all.",
      dependentRequired: {
        allowed_department_codes: ["allow_all"],
        allowed_groups: ["allow_all"],
        allowed_users: ["allow_all"],
      },
    },
  ),
);

export const AccessReasonSchema = describes<AccessReason>()(
  closed(
    {
      by: Type.Enum(["role", "allow_all", "department", "group", "user"]),
      value: Type.String({ description: "The role, `*` for allow_all, or the entry of the rule that matches." }),
    },
    { $id: "AccessReason" },
  ),
);

export const Reasons = Type.Array(AccessReasonSchema);

export const RulesAnswerSchema = describes<WordedRules>()(
  closed(
    {
      document_id: Type.String(),
      title: Type.String(),
      access_rules: AccessRulesSchema,
      warnings: WordedWarnings,
    },
    { $id: "DocumentAccessRules" },
  ),
);

const People = closed(
  { count: Count, users: Type.Array(closed({ user_id: Type.String(), display_name: Type.String() })) },
  { $id: "People" },
);

export const RulesPreviewSchema = describes<WordedRulesPreview>()(
  closed({ gained: People, lost: People, warnings: WordedWarnings }, { $id: "RulesPreview" }),
);

export const PublicationPreviewSchema = describes<PublicationPreview>()(
  closed(
    { access_rules: AccessRulesSchema, readers: closed({ now: Count, after: Count }) },
    { $id: "PublicationPreview" },
  ),
);

export const AccessExplanationSchema = describes<AccessExplanation>()(
  closed(
    {
      allowed: Type.Boolean(),
      reasons: Reasons,
      would_allow: Type.Array(AccessReasonSchema, {
        description: "Where nothing speaks for the person: every entry of the rule. Any one of them would be enough.",
      }),
      user_active: Type.Boolean(),
    },
    { $id: "AccessExplanation" },
  ),
);

const Cause = describes<RuleCause>()(Type.Enum(["upload", "default", "edit", "restore", "found"]));

export const RuleVersionSchema = describes<Omit<RuleVersion, "at"> & { readonly at: string }>()(
  closed(
    {
      rules_version: Type.Integer({ minimum: 1 }),
      at: Timestamp,
      by_user: nullable(Type.String(), { description: "null: the service itself." }),
      cause: Cause,
      before: nullable(AccessRulesSchema, { description: "null for the first one." }),
      after: AccessRulesSchema,
      gained: Count,
      lost: Count,
    },
    { $id: "RuleVersion" },
  ),
);
