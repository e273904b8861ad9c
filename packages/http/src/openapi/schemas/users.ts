import type { BulkImportAnswer } from "@retrieval/api";
import {
  type Department,
  type DepartmentsPreview,
  GROUPS_MAX,
  KEY_MAX,
  NAME_MAX,
  type ReplacedDepartments,
  type SignInAnswer,
  type SynchronisationAnswer,
  type UserChange,
  type UserSummary,
} from "@retrieval/core";
import Type from "typebox";
import { closed, describes, nullable } from "./describes.js";
import { Effects } from "./imports.js";
import {
  Count,
  DepartmentCode,
  DisplayName,
  Group,
  key,
  line,
  ProblemSchema,
  Problems,
  Role,
  UserId,
} from "./texts.js";

export const UserSummarySchema = describes<UserSummary>()(
  closed(
    { user_id: Type.String(), display_name: Type.String(), role: Role, is_active: Type.Boolean() },
    { $id: "UserSummary" },
  ),
);

export const DepartmentSchema = describes<Department>()(
  closed({ code: key(KEY_MAX), name: line(NAME_MAX) }, { $id: "Department" }),
);

const replaced = {
  departments: Type.Array(DepartmentSchema),
  users_resolved_again: Type.Integer({ minimum: 0, description: "How many users' codes change." }),
};

export const ReplacedDepartmentsSchema = describes<ReplacedDepartments>()(
  closed(replaced, { $id: "ReplacedDepartments", description: "The new master." }),
);

export const DepartmentsPreviewSchema = describes<DepartmentsPreview>()(
  closed(
    {
      ...replaced,
      users_recoded: Type.Integer({
        minimum: 0,
        description: "How many of them have a code now, and would get another or none.",
      }),
      users_without_code: Type.Integer({ minimum: 0, description: "How many of them would have no code." }),
      active_users: Type.Integer({ minimum: 0, description: "How many active people with role user there are." }),
      effects: Effects,
    },
    { $id: "DepartmentsPreview", description: "What replacing the master would do." },
  ),
);

export const SignInSchema = describes<SignInAnswer>()(
  closed({
    token: Type.String({ description: "The session token, a JWT." }),
    user: closed({
      user_id: Type.String(),
      display_name: Type.String(),
      role: Role,
      department: nullable(Type.String()),
      email: nullable(Type.String()),
    }),
    expires_in: Type.Integer({ minimum: 1, description: "The token's lifetime in seconds." }),
  }),
);

export const SynchronisationSchema = describes<SynchronisationAnswer>()(
  closed({ result: Type.Enum(["created", "updated", "unchanged"]), user: UserSummarySchema }),
);

const about = { index: Count, user_id: Type.String() };

/** The parameter by which a call agrees to deactivations (docs/decisions/0003). */
export const YesDeactivate = Type.Integer({
  minimum: 0,
  default: 0,
  description:
    "How many users of role user the call may deactivate. Without agreement, at most 20 % of those who were active, or 10 if that is more, are deactivated within 24 hours.",
});

export const BulkImportSchema = describes<BulkImportAnswer>()(
  closed({
    created: Count,
    updated: Count,
    skipped: Count,
    deactivated: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: "How many of the updated users this call deactivated. Left out if there are none.",
      }),
    ),
    errors: Type.Array(closed({ ...about, error: Type.String(), problems: Problems }), {
      description: "Entries that were refused, by their place in the call; the others were processed.",
    }),
    total_requested: Count,
    warnings: Type.Optional(
      Type.Array(closed({ ...about, warning: Type.String(), problem: ProblemSchema }), {
        description:
          "What is odd about entries that were taken: a department that the master does not have, for example. Left out where there is nothing.",
      }),
    ),
  }),
);

const Email = Type.String({ maxLength: 254, pattern: "^[^\\s@\\p{Cc}]+@[^\\s@\\p{Cc}]+$" });

/** What may be said of a person; what is left out stays as it is. */
const ofPerson = {
  department_code: Type.Optional(nullable(DepartmentCode)),
  email: Type.Optional(nullable(Email)),
  role: Type.Optional(Role),
  permission_groups: Type.Optional(Type.Array(Group, { maxItems: GROUPS_MAX })),
  is_active: Type.Optional(Type.Boolean()),
};

export const BulkEntry = describes<UserChange & { readonly password?: string }>()(
  closed(
    {
      user_id: UserId,
      display_name: DisplayName,
      department: Type.Optional(
        nullable(key(NAME_MAX), {
          description: "Looked up in the department master where no department_code is given.",
        }),
      ),
      password: Type.Optional(line(1_024, { description: "Left out: the user_id." })),
      ...ofPerson,
    },
    { $id: "BulkEntry" },
  ),
);

type PortalRecord = Omit<UserChange, "user_id" | "department"> &
  Partial<Pick<UserChange, "user_id">> & { readonly department_name?: string | null };

export const SynchronisationRecord = describes<PortalRecord>()(
  closed(
    {
      user_id: Type.Optional(Type.String({ description: "The one of the path, if it is given." })),
      display_name: DisplayName,
      department_name: Type.Optional(
        nullable(key(NAME_MAX), { description: "For reference; never used for decisions." }),
      ),
      ...ofPerson,
    },
    { $id: "SynchronisationRecord" },
  ),
);
