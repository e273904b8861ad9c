import { type FieldIn, GROUPS_MAX, NAME_MAX, PASSWORD_MAX, USERS_PER_IMPORT } from "@retrieval/core/limits";
import Type, { type TSchema } from "typebox";
import { jsonBody, LONG, operationsOf } from "./parts/define.js";
import { USER } from "./parts/examples.js";
import { YesDeactivate } from "./parts/parameters.js";
import { ProblemSchema } from "./parts/problem-schema.js";
import { closed, named, nullable, type Shape } from "./parts/shapes.js";
import {
  count,
  DepartmentCode,
  DisplayName,
  Email,
  flag,
  Group,
  line,
  name,
  Problems,
  Role,
  text,
  UserId,
  WordedWarnings,
} from "./parts/values.js";
import { UserSummarySchema } from "./users.js";

export const SynchronisationSchema = named("Synchronisation", "What a record changed.", {
  result: Type.Enum(["created", "updated", "unchanged"], { description: "What happened to the user." }),
  user: UserSummarySchema,
  warnings: Type.Optional(WordedWarnings),
});

const about = {
  index: count("Its place in `users`, from 0.", 1),
  user_id: text("Its user_id; empty if it has none.", "900002"),
};

export const BulkImportSchema = named("BulkImport", "What a bulk import did.", {
  created: count("Users created.", 1),
  updated: count("Users updated.", 1),
  skipped: count("Users who exist, without update_existing."),
  deactivated: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: "The number of updated users that this call deactivated. Absent if there are none.",
    }),
  ),
  errors: Type.Array(
    closed({ ...about, error: text("Why it was refused.", "display_name is required."), problems: Problems }),
    {
      description: "The refused entries, by their index in the call. The others were processed.",
    },
  ),
  total_requested: count("Entries received.", 3),
  warnings: Type.Optional(
    Type.Array(closed({ ...about, warning: text("The warning as a sentence."), problem: ProblemSchema }), {
      description:
        "Warnings about accepted entries, for example a department that is not in the master. Absent if there are none.",
      examples: [[]],
    }),
  ),
});

/** The answer of a bulk import (SPEC 4.2), each problem with its text. */
export type BulkImportAnswer = Shape<typeof BulkImportSchema>;

/** Optional fields of a user; an omitted field stays unchanged. */
const OPTIONAL_FIELDS = {
  department_code: Type.Optional(nullable(DepartmentCode)),
  email: Type.Optional(nullable(Email)),
  role: Type.Optional(Role),
  permission_groups: Type.Optional(Type.Array(Group, { maxItems: GROUPS_MAX, description: "All groups of the user." })),
  is_active: Type.Optional(flag("false: the user has left, and can neither sign in nor read.")),
};

export const BulkEntry = named("BulkEntry", "A user to create or update.", {
  user_id: UserId,
  display_name: DisplayName,
  department: Type.Optional(
    nullable(name(NAME_MAX), {
      description: "Looked up in the department master if no department_code is given.",
    }),
  ),
  password: Type.Optional(line(PASSWORD_MAX, { description: "Default: the user_id." })),
  ...OPTIONAL_FIELDS,
} satisfies Record<FieldIn<"entry">, TSchema>);

export const SynchronisationRecord = named("SynchronisationRecord", "The portal's record of a user.", {
  user_id: Type.Optional(text("Must be the one in the path, if given.")),
  display_name: DisplayName,
  department_name: Type.Optional(nullable(name(NAME_MAX), { description: "For reference; never used for decisions." })),
  ...OPTIONAL_FIELDS,
} satisfies Record<FieldIn<"record">, TSchema>);

const BulkBody = named("BulkImportRequest", "Users to import.", {
  users: Type.Array(BulkEntry, { maxItems: USERS_PER_IMPORT, description: "The entries." }),
  update_existing: Type.Optional(Type.Boolean({ default: false, description: "false: users who exist are skipped." })),
});

/** Users as another system has them: many in one call, or the record of one. */
export const userRecordOperations = operationsOf("Users", {
  importUsers: {
    summary: "Create or update up to 100 users",
    description:
      "A failing entry is reported; the other entries are still processed. Within 24 hours, at most 20 % of the active users " +
      "of role user, or 10 if that is more, are deactivated without agreement (`yes_deactivate`): each entry over the limit " +
      "is refused.",
    query: Type.Object({ yes_deactivate: YesDeactivate }),
    body: jsonBody(BulkBody, { ...LONG, entries: "users" }),
    example: {
      bodies: { "application/json": { users: [{ ...USER, department: "General Affairs" }], update_existing: true } },
    },
    answers: {
      200: { description: "Every entry was processed.", json: BulkImportSchema, inWords: true },
      207: {
        description: "At least one entry was refused; the others were processed.",
        json: BulkImportSchema,
        inWords: true,
      },
    },
  },
  synchroniseUser: {
    summary: "Create or update one user",
    description:
      "Omitted fields stay unchanged. A deactivation needs no agreement, because it names one user; it counts towards the " +
      "limit of later imports.",
    body: jsonBody(SynchronisationRecord, LONG),
    example: {
      bodies: {
        "application/json": {
          display_name: USER.display_name,
          department_code: "D1020",
          permission_groups: ["pilots"],
        },
      },
    },
    answers: {
      200: { description: "The user existed.", json: SynchronisationSchema, inWords: true },
      201: { description: "The user was created.", json: SynchronisationSchema, inWords: true },
    },
    refusals: ["CONFLICT"],
  },
});
