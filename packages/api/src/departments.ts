import { DEPARTMENTS_MAX, KEY_MAX, NAME_MAX } from "@retrieval/core/limits";
import Type from "typebox";
import { Effects } from "./imports.js";
import { jsonBody, LONG, operationsOf } from "./parts/define.js";
import { defaulted, named, pageOfList } from "./parts/shapes.js";
import { count, flag, key, title } from "./parts/values.js";

export const DepartmentSchema = named("Department", "A department of the master.", {
  code: key(KEY_MAX, { description: "Decides access.", examples: ["D1020"] }),
  name: title(NAME_MAX, { description: "For reference; imports find the code by it.", examples: ["General Affairs"] }),
});

const replaced = {
  departments: Type.Array(DepartmentSchema, { description: "The new master." }),
  users_resolved_again: count("The number of users whose code changes."),
};

export const ReplacedDepartmentsSchema = named("ReplacedDepartments", "The new master.", replaced);

export const DepartmentsPreviewSchema = named("DepartmentsPreview", "What replacing the master would do.", {
  ...replaced,
  users_recoded: count("The number of those users who have a code now and would get another or none."),
  users_without_code: count("The number of those users who would have no code."),
  active_users: count("The number of active users with role user."),
  effects: Effects,
});

const DepartmentsBody = named("Departments", "A department master.", {
  departments: Type.Array(DepartmentSchema, { maxItems: DEPARTMENTS_MAX, description: "All departments." }),
});

const DEPARTMENTS = [{ code: "D1020", name: "General Affairs" }];

export const departmentOperations = operationsOf("Users", {
  listDepartments: {
    summary: "Read the department master",
    answers: {
      200: {
        description: "Every department, in code-point order of code.",
        json: pageOfList("DepartmentList", DepartmentSchema),
      },
    },
  },
  replaceDepartments: {
    summary: "Replace the department master",
    description:
      "Codes that were found by a department's name are looked up again; given codes stay. If the master lacks a name, its " +
      "users lose their code, and with it access to the department's documents. With dry_run=true nothing is written, and " +
      "the answer shows the affected users and documents.",
    body: jsonBody(DepartmentsBody, LONG),
    query: Type.Object({
      dry_run: defaulted(flag("true: answer what would change, and write nothing."), false),
    }),
    example: { query: { dry_run: true }, bodies: { "application/json": { departments: DEPARTMENTS } } },
    answers: {
      200: {
        description: "The new master, or with dry_run=true what it would change.",
        json: Type.Union([ReplacedDepartmentsSchema, DepartmentsPreviewSchema], { $id: "DepartmentsChange" }),
      },
    },
  },
});
