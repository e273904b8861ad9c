import { DEPARTMENTS_MAX, USERS_PER_IMPORT } from "@retrieval/core";
import Type from "typebox";
import { operationsOf } from "../operation.js";
import { closed, pageOfList } from "../schemas/describes.js";
import { ImportSchema } from "../schemas/imports.js";
import {
  BulkEntry,
  BulkImportSchema,
  DepartmentSchema,
  DepartmentsPreviewSchema,
  ReplacedDepartmentsSchema,
  SynchronisationRecord,
  SynchronisationSchema,
  UserSummarySchema,
} from "../schemas/users.js";
import { JOB_ID, PERSON, SUMMARY } from "./examples.js";

const BulkBody = closed({
  users: Type.Array(BulkEntry, { maxItems: USERS_PER_IMPORT }),
  update_existing: Type.Optional(Type.Boolean({ default: false })),
});

const DepartmentsBody = closed({ departments: Type.Array(DepartmentSchema, { maxItems: DEPARTMENTS_MAX }) });

const DEPARTMENTS = [{ code: "D1020", name: "General Affairs" }];
const COUNTS = { new: 1, changed: 0, unchanged: 0, reactivated: 0, deactivated: 0, skipped: 0, refused: 0 };
const IMPORT = {
  import_id: JOB_ID,
  state: "checked",
  progress: 0,
  encoding: "UTF-8",
  mode: "import",
  counts: COUNTS,
  max_deactivated: 56,
  refused: [],
  warnings: [],
  effects: [{ document_id: "work-rules", gained: 1, lost: 0 }],
  error: null,
  problems: [],
};

export const peopleOperations = operationsOf("People", {
  importUsers: {
    summary: "Create or update up to 100 people",
    description:
      "An entry that fails is reported and stops none of the others. More than 20 % of the active users of role user, and " +
      "more than 10, are deactivated within 24 hours only if `yes_deactivate` agrees: each entry over the limit is refused.",
    body: BulkBody,
    example: {
      bodies: {
        "application/json": {
          employee: { value: { users: [{ ...PERSON, department: "General Affairs" }], update_existing: true } },
        },
      },
    },
    answers: {
      200: {
        description: "Every entry was processed.",
        json: BulkImportSchema,
        example: { created: 0, updated: 1, skipped: 0, errors: [], total_requested: 1 },
      },
      207: {
        description: "At least one entry was refused; the others were processed.",
        json: BulkImportSchema,
        example: {
          created: 1,
          updated: 0,
          skipped: 0,
          errors: [{ index: 1, user_id: "", error: "user_id is required; display_name is required" }],
          total_requested: 2,
        },
      },
    },
  },
  synchroniseUser: {
    summary: "Create or update one person",
    description:
      "What the record leaves out stays as it is. A deactivation is done without agreement, because it names one user; it " +
      "counts in the limit of later imports.",
    body: SynchronisationRecord,
    example: {
      bodies: {
        "application/json": {
          record: {
            value: { display_name: PERSON.display_name, department_code: "D1020", permission_groups: ["pilots"] },
          },
        },
      },
    },
    answers: {
      200: {
        description: "The person was known.",
        json: SynchronisationSchema,
        example: { result: "updated", user: SUMMARY },
      },
      201: {
        description: "The person is new.",
        json: SynchronisationSchema,
        example: { result: "created", user: SUMMARY },
      },
    },
    refusals: ["CONFLICT"],
  },
  readUser: {
    summary: "Read one user",
    description: "Inactive users too. Never with department or groups.",
    answers: {
      200: { description: "The user, as `listUsers` answers each.", json: UserSummarySchema, example: SUMMARY },
    },
    refusals: ["USER_NOT_FOUND"],
  },
  signOutUser: {
    summary: "End all sessions of a user",
    description:
      "Every session token issued to the user so far is refused from the next request on, permanently. The user may sign " +
      "in again; to prevent that, set is_active to false, which ends the sessions too.",
    answers: { 204: { description: "The sessions are ended." } },
    refusals: ["USER_NOT_FOUND", "CONFLICT"],
  },
  listUsers: {
    summary: "List people",
    description: "In code-point order of user_id. Never with department or groups.",
    example: { query: { query: "sato", limit: 20 } },
    answers: {
      200: {
        description: "A page of people.",
        json: pageOfList({ users: Type.Array(UserSummarySchema) }),
        example: { users: [SUMMARY], next_cursor: null },
      },
    },
  },
  listDepartments: {
    summary: "Read the department master",
    answers: {
      200: {
        description: "Every department, in code-point order of code.",
        json: closed({ departments: Type.Array(DepartmentSchema) }),
        example: { departments: DEPARTMENTS },
      },
    },
  },
  replaceDepartments: {
    summary: "Replace the department master",
    description:
      "Codes that came from a department's name are looked up again; given codes stand. A master that lacks a name takes " +
      "its people's code, and with it their documents: with dry_run=true nothing is written, and the answer says whom " +
      "and what it would be about.",
    body: DepartmentsBody,
    query: {
      dry_run: Type.Boolean({ default: false, description: "true: say what would change and write nothing." }),
    },
    example: {
      query: { dry_run: true },
      bodies: { "application/json": { master: { value: { departments: DEPARTMENTS } } } },
    },
    answers: {
      200: {
        description: "The new master, or with dry_run=true what it would change.",
        json: Type.Union([ReplacedDepartmentsSchema, DepartmentsPreviewSchema]),
        example: {
          departments: DEPARTMENTS,
          users_resolved_again: 3,
          users_recoded: 2,
          users_without_code: 1,
          active_users: 280,
          effects: [{ document_id: "work-rules", gained: 2, lost: 1 }],
        },
      },
    },
  },
  listGroups: {
    summary: "List the groups that people's records and documents' rules name",
    answers: {
      200: {
        description: "Each group once, in code-point order.",
        json: closed({ groups: Type.Array(Type.String()) }),
        example: { groups: ["pilots"] },
      },
    },
  },
  checkImport: {
    summary: "Say what a CSV of people would change",
    description:
      "A dry run: nothing is written yet but what `applyImport` needs. UTF-8 or CP932, at most 20,000 people. " +
      "With mode=sync the file is the truth for role user: whoever is not in it is deactivated.",
    example: {
      query: { update: true },
      bodies: { "text/csv": { head_office: { value: "user_id,display_name\r\n900002,Suzuki Ichiro\r\n" } } },
    },
    query: {
      columns: Type.Optional(
        Type.String({
          maxLength: 1000,
          pattern:
            "^(?:(?:user_id|display_name|department|email):[^,]+)(?:,(?:user_id|display_name|department|email):[^,]+)*$",
          description:
            "Which column holds which field, by its header or its place from 1: `user_id:社員番号,display_name:2`.",
        }),
      ),
    },
    answers: {
      200: { description: "What applying it would do.", json: ImportSchema, example: IMPORT },
    },
  },
  readImport: {
    summary: "Say how far an import is",
    answers: {
      200: { description: "Its state, and the report so far.", json: ImportSchema, example: IMPORT },
    },
    refusals: ["IMPORT_NOT_FOUND"],
  },
  applyImport: {
    summary: "Apply a checked import",
    description:
      "Once. It goes on in the background; `readImport` says how far it is. A synchronisation that would deactivate more " +
      "users than the guard allows is refused with CONFLICT, and nothing is written, unless `yes_deactivate` agrees.",
    example: { query: { yes_deactivate: 60 } },
    answers: {
      202: {
        description: "It is being applied.",
        json: ImportSchema,
        example: { ...IMPORT, state: "queued" },
      },
    },
    refusals: ["IMPORT_NOT_FOUND", "CONFLICT"],
  },
});
