import { type FieldIn, GROUPS_ADDED_MAX, GROUPS_MAX, KEY_MAX } from "@retrieval/core/limits";
import Type, { type TSchema } from "typebox";
import { jsonBody, LONG, operationsOf } from "./parts/define.js";
import { PAGE, SEARCHED } from "./parts/parameters.js";
import { closed, defaulted, named, nullable, pageOfList } from "./parts/shapes.js";
import {
  count,
  DepartmentCode,
  flag,
  Group,
  key,
  NAMED_DOCUMENT,
  NAMED_USER,
  Role,
  text,
  timestamp,
  WordedWarnings,
} from "./parts/values.js";

const is_active = flag("false: the user has left, and can neither sign in nor read.");
const summary = { ...NAMED_USER, role: Role, is_active };

export const UserSummarySchema = named("UserSummary", "A user as lists have one.", summary);

export const UserDetailsSchema = named("UserDetails", "A user with times.", {
  ...summary,
  registered_at: timestamp("Since when the service knows the user."),
  state_since: timestamp("Since when the user is active, or inactive."),
  last_sign_in_at: nullable(timestamp("null: the audit log, which forgets old entries, has no sign-in of the user.")),
});

export const GivenUserChange = named(
  "UserChange",
  "What changes; the rest stays. Groups are removed first, then added.",
  {
    role: Type.Optional(Role),
    is_active: Type.Optional(is_active),
    department_code: Type.Optional(nullable(DepartmentCode)),
    remove_department_code: Type.Optional(
      key(KEY_MAX, {
        description: "The user has no department code afterwards if it is this one; any other code stays.",
      }),
    ),
    add_groups: Type.Optional(Type.Array(Group, { maxItems: GROUPS_ADDED_MAX, description: "Groups to add." })),
    remove_groups: Type.Optional(Type.Array(Group, { maxItems: GROUPS_MAX, description: "Groups to remove." })),
  } satisfies Record<FieldIn<"change">, TSchema>,
);

const AffectedDocumentsSchema = named("AffectedDocuments", "Documents that a user gains or loses.", {
  count: count("The number of all."),
  documents: Type.Array(closed(NAMED_DOCUMENT), {
    description: "The first 200 in code-point order of document_id.",
  }),
});

export const ChangedUserSchema = named("ChangedUser", "A user after a change.", {
  user: UserSummarySchema,
  warnings: WordedWarnings,
});

export const UserChangePreviewSchema = named("UserChangePreview", "What a change of a user would do.", {
  gained: AffectedDocumentsSchema,
  lost: AffectedDocumentsSchema,
  ...ChangedUserSchema.properties,
});

const counts = {
  users: count("Active users with role user who have it."),
  documents: count("Published documents whose rule names it."),
};

export const MembershipReachSchema = named("MembershipReach", "What departments and groups open.", {
  departments: Type.Array(
    closed({
      code: text("Code of the department.", "D1020"),
      name: nullable(text("null: not in the department master.")),
      ...counts,
    }),
    { description: "Each department code once." },
  ),
  groups: Type.Array(closed({ group: text("Permission group.", "pilots"), ...counts }), {
    description: "Each group once.",
  }),
});

const CHANGE = { "application/json": { add_groups: ["pilots"] } };

export const userOperations = operationsOf("Users", {
  readUser: {
    summary: "Read one user",
    description: "Also an inactive user. Without department and groups.",
    answers: {
      200: {
        description: "The user, with the fields of `listUsers` and three times.",
        json: UserDetailsSchema,
      },
    },
    refusals: ["USER_NOT_FOUND"],
  },
  changeUser: {
    summary: "Change one user",
    description:
      "Adds and removes single groups, where `synchroniseUser` replaces the whole list. The answer is the same whether or " +
      "not the user had a department or group before. The audit log has each change that the user's state refuses.",
    body: jsonBody(GivenUserChange, LONG),
    example: { bodies: CHANGE },
    answers: { 200: { description: "The user as changed.", json: ChangedUserSchema, inWords: true } },
    refusals: ["USER_NOT_FOUND", "CONFLICT"],
  },
  previewUserChange: {
    summary: "Preview a change of one user",
    description: "Accepts and refuses the same as `changeUser`, and writes nothing but an audit entry.",
    body: jsonBody(GivenUserChange, LONG),
    example: { bodies: CHANGE },
    answers: {
      200: {
        description: "The documents that the user would gain and lose.",
        json: UserChangePreviewSchema,
        inWords: true,
      },
    },
    refusals: ["USER_NOT_FOUND", "CONFLICT"],
  },
  signOutUser: {
    summary: "End all sessions and access tokens of a user",
    description:
      "From the next request on, every session token and access token of the user so far is refused. The user can sign in again; to " +
      "prevent that, set is_active to false, which ends them too.",
    answers: { 204: { description: "The sessions and access tokens are ended." } },
    refusals: ["USER_NOT_FOUND", "CONFLICT"],
  },
  eraseUser: {
    summary: "Erase the personal data of a user who has left",
    description:
      "The user must have been inactive for 24 hours. The record, tokens and what else is the user's own go. Where the " +
      "user_id is part of the audit log, the history, confirmations and access rules, a random pseudonym takes its place, " +
      "such as `erased-0f1e2d3c4b5a69788796`. No one can restore it. Users are erased by the service " +
      "RETENTION_YEARS after their deactivation.",
    answers: { 204: { description: "The user is erased." } },
    refusals: ["USER_NOT_FOUND", "CONFLICT"],
  },
  listUsers: {
    summary: "List users",
    description: "In code-point order of user_id. Without department and groups.",
    query: Type.Object({
      ...PAGE,
      ...SEARCHED,
      without_department_code: defaulted(flag("true: only users whose department code is not known."), false),
    }),
    example: { query: { query: "sato", limit: 20 } },
    answers: { 200: { description: "A page of users.", json: pageOfList("UserPage", UserSummarySchema) } },
  },
  readReach: {
    summary: "Count the users and documents of each department and group",
    description:
      "The departments of the master, of users and of access rules, and the groups of users and access rules. Numbers of " +
      "users only.",
    answers: {
      200: { description: "Each department code and group once, in code-point order.", json: MembershipReachSchema },
    },
  },
  listGroups: {
    summary: "List the groups of users and access rules",
    answers: {
      200: {
        description: "Each group once, in code-point order.",
        json: pageOfList("GroupList", text("Permission group.", "pilots")),
      },
    },
  },
});
