import { RULE_LIST_MAX } from "@retrieval/core/limits";
import Type from "typebox";
import { closed, nullable } from "./shapes.js";
import { Count, DepartmentCode, Group, UserId } from "./values.js";

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

/** The fields of a rule in a request. */
export const RULE_FIELDS = {
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

export const AccessReasonSchema = closed(
  {
    by: Type.Enum(["role", "allow_all", "department", "group", "user"]),
    value: Type.String({ description: "The role, `*` for allow_all, or the entry of the rule that matches." }),
  },
  { $id: "AccessReason" },
);

export const Reasons = Type.Array(AccessReasonSchema);

export const AffectedUsers = closed(
  { count: Count, users: Type.Array(closed({ user_id: Type.String(), display_name: Type.String() })) },
  { $id: "AffectedUsers", description: "`count` is of all; `users` are the first, in the order of user_id." },
);
