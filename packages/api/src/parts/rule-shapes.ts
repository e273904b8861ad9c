import { RULE_LIST_MAX } from "@retrieval/core/limits";
import Type from "typebox";
import { named, nullable } from "./shapes.js";
import { count, DepartmentCode, flag, Group, NamedUser, text, texts, UserId } from "./values.js";

export const AccessRulesSchema = named(
  "AccessRules",
  "Who may see a document: every user, or the users in one of the lists.",
  {
    allow_all: flag("true: every user."),
    allowed_department_codes: texts("Users with one of these department codes."),
    allowed_groups: texts("Users in one of these permission groups."),
    allowed_users: texts("Users with one of these employee numbers."),
  },
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

/** The lists of a rule in a request. */
export const RULE_NAMES = {
  allowed_department_codes: entries(DepartmentCode),
  allowed_groups: entries(Group),
  allowed_users: entries(UserId),
};

/** A rule in a request. */
export const GivenAccessRules = Type.Object(
  { allow_all: Type.Optional(Type.Boolean({ default: true, description: "true: every user." })), ...RULE_NAMES },
  {
    $id: "GivenAccessRules",
    additionalProperties: false,
    description:
      "Defaults: allow_all true, lists empty. A rule that names departments, groups or users must have allow_all.",
    anyOf: SAYS_OR_NAMES_NOTHING,
  },
);

export const AccessReasonSchema = named("AccessReason", "Why a user may see a document.", {
  by: Type.Enum(["role", "allow_all", "department", "group", "user"], { description: "What allows it." }),
  value: text("The role, `*` for allow_all, or the entry of the rule that matches.", "admin"),
});

export const Reasons = Type.Array(AccessReasonSchema, {
  description: "Every reason; none: the user may not see the document.",
});

export const AffectedUsers = named("AffectedUsers", "Users who gain or lose a document.", {
  count: count("The number of all."),
  users: Type.Array(NamedUser, { description: "The first, in the order of user_id." }),
});
