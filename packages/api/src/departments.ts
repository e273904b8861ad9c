import { DEPARTMENTS_MAX, KEY_MAX, NAME_MAX } from "@retrieval/core/limits";
import Type from "typebox";
import { Effects } from "./imports.js";
import { jsonBody, LONG, operationsOf } from "./parts/define.js";
import { closed, defaulted, pageOfList } from "./parts/shapes.js";
import { key, title } from "./parts/values.js";

export const DepartmentSchema = closed({ code: key(KEY_MAX), name: title(NAME_MAX) }, { $id: "Department" });

const replaced = {
  departments: Type.Array(DepartmentSchema),
  users_resolved_again: Type.Integer({ minimum: 0, description: "The number of users whose code changes." }),
};

export const ReplacedDepartmentsSchema = closed(replaced, {
  $id: "ReplacedDepartments",
  description: "The new master.",
});

export const DepartmentsPreviewSchema = closed(
  {
    ...replaced,
    users_recoded: Type.Integer({
      minimum: 0,
      description: "The number of those users who have a code now and would get another or none.",
    }),
    users_without_code: Type.Integer({ minimum: 0, description: "The number of those users who would have no code." }),
    active_users: Type.Integer({ minimum: 0, description: "The number of active users with role user." }),
    effects: Effects,
  },
  { $id: "DepartmentsPreview", description: "What replacing the master would do." },
);

const DepartmentsBody = closed({ departments: Type.Array(DepartmentSchema, { maxItems: DEPARTMENTS_MAX }) });

const DEPARTMENTS = [{ code: "D1020", name: "General Affairs" }];

export const departmentOperations = operationsOf("Users", {
  listDepartments: {
    access: "admin",
    summary: "Read the department master",
    answers: {
      200: {
        description: "Every department, in code-point order of code.",
        json: pageOfList("DepartmentList", DepartmentSchema),
        example: { items: DEPARTMENTS, next_cursor: null },
      },
    },
  },
  replaceDepartments: {
    access: "admin",
    summary: "Replace the department master",
    description:
      "Codes that were found by a department's name are looked up again; given codes stay. If the master lacks a name, its " +
      "users lose their code, and with it access to the department's documents. With dry_run=true nothing is written, and " +
      "the answer shows the affected users and documents.",
    body: jsonBody(DepartmentsBody, LONG),
    query: Type.Object({
      dry_run: defaulted(Type.Boolean({ description: "true: answer what would change, and write nothing." }), false),
    }),
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
          effects: [{ document_id: "work-rules", title: "Work rules", gained: 2, lost: 1 }],
        },
      },
    },
  },
});
