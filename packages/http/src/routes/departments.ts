import { isRefusal, previewDepartments, replaceDepartments } from "@retrieval/core";
import Type from "typebox";
import { peopleOperations } from "../openapi/operations/people.js";
import { route } from "../pipeline/route.js";

/** The name only: core judges the list. */
const DepartmentsBody = Type.Object({ departments: Type.Optional(Type.Unknown()) }, { additionalProperties: false });

export const departmentRoutes = [
  route({
    method: "get",
    path: "/api/manage/departments",
    access: "admin",
    operation: peopleOperations.listDepartments,
    async handle(_request, { users }) {
      return { status: 200, body: { departments: await users.departments() } };
    },
  }),
  route({
    method: "put",
    path: "/api/manage/departments",
    access: "admin",
    operation: peopleOperations.replaceDepartments,
    body: { kind: "json", limit: 1024 * 1024, schema: DepartmentsBody },
    query: Type.Object({ dry_run: Type.Boolean({ default: false }) }),
    async handle({ body, query: { dry_run } }, { users, documents }, { user }) {
      const answer = dry_run
        ? await previewDepartments(body.departments, users, documents)
        : await replaceDepartments(users, body.departments, user.user_id);
      return isRefusal(answer) ? answer : { status: 200, body: answer };
    },
  }),
];
