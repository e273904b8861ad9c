import {
  type FieldIn,
  GROUPS_ADDED_MAX,
  GROUPS_MAX,
  KEY_MAX,
  TOKEN_AUDIENCES,
  TOKEN_ROLES,
} from "@retrieval/core/limits";
import Type, { type TSchema } from "typebox";
import { AuditEntrySchema } from "./audit.js";
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

const at = timestamp("When it happened.");
const act = { document_id: NAMED_DOCUMENT.document_id, number: count("The number of the version.", 1), at };
const state = {
  display_name: NAMED_USER.display_name,
  role: Role,
  department_code: nullable(DepartmentCode),
  permission_groups: Type.Array(Group, { description: "Permission groups." }),
  is_active,
};
const { sentence: _, ...ENTRY } = AuditEntrySchema.properties;

export const UserDataSchema = named("UserData", "What the service stores about a user.", {
  user: closed(
    {
      user_id: NAMED_USER.user_id,
      ...state,
      department: nullable(text("Name of the department.", "総務部")),
      email: nullable(text("E-mail address.", "sato@example.com")),
      updated_at: timestamp("When the record was last changed."),
    },
    { description: "The record." },
  ),
  states: Type.Array(closed({ at, ...state }), { description: "The states of the past, oldest first." }),
  tokens: Type.Array(
    closed({
      token_id: text("Id of the token, which opens nothing."),
      name: text("The user's name for it.", "Weekly report"),
      audience: Type.Enum([...TOKEN_AUDIENCES], { description: "What it opens." }),
      role: Type.Enum([...TOKEN_ROLES], { description: "In which role it reads." }),
      client_id: nullable(text("The application that it belongs to; null: none.")),
      created_at: timestamp("When it was created."),
      expires_at: timestamp("When it ends."),
      last_used_at: nullable(timestamp("When it was last used; null: never.")),
    }),
    { description: "Access tokens." },
  ),
  confirmations: Type.Array(closed(act), { description: "Versions that the user confirmed." }),
  notices_read: Type.Array(closed(act), { description: "Versions whose changes the user read." }),
  granted: Type.Array(
    closed({
      document_id: NAMED_DOCUMENT.document_id,
      rules_version: count("The version of the document's rule.", 1),
      at: timestamp("Since when."),
      until: nullable(timestamp("When the next version took its place; null: it is the latest.")),
    }),
    { description: "Versions of access rules, also past ones, that name the user." },
  ),
  editor_of: Type.Array(NAMED_DOCUMENT.document_id, { description: "Documents that name the user as an editor." }),
  versions: Type.Array(
    closed({
      document_id: NAMED_DOCUMENT.document_id,
      number: nullable(count("Its number; null: a draft.", 1)),
      version: text("Its label.", "2026-04-01"),
      created_at: timestamp("When it was uploaded."),
      published_at: nullable(timestamp("When it was published; null: a draft.")),
    }),
    { description: "Versions that the user published, and drafts that the user uploaded." },
  ),
  entries: Type.Array(closed(ENTRY), { description: "Entries of the audit log by and about the user, newest first." }),
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
  exportUser: {
    summary: "Export the data of a user",
    description:
      "What the service stores about the user, also an inactive one, for a request of access: the record with department " +
      "and groups, its states of the past, tokens without their hashes, confirmations, past and present individual grants, and the " +
      "entries of the audit log by and about the user, newest first. Of other users it has ids only. The audit log records the call.",
    answers: {
      200: {
        description: "The data as one JSON document.",
        json: UserDataSchema,
        inParts: true,
        headers: ["Content-Disposition"],
      },
    },
    refusals: ["USER_NOT_FOUND"],
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
