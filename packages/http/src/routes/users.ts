import { importUsers, isRefusal, refuse, signOutUser, summaryOf, synchroniseUser } from "@retrieval/core";
import Type from "typebox";
import { bulkImportView } from "../bodies/bulk-import-view.js";
import { peopleOperations } from "../openapi/operations/people.js";
import { YesDeactivate } from "../openapi/schemas/users.js";
import { PAGE } from "../pipeline/cursor.js";
import { route } from "../pipeline/route.js";

const MANAGE_LIMIT = 1024 * 1024;

/** SPEC 4.2. Names only: what stands under them is judged in core, the entries one by one. */
const BulkBody = Type.Object(
  { users: Type.Optional(Type.Unknown()), update_existing: Type.Optional(Type.Unknown()) },
  { additionalProperties: false },
);

export const userRoutes = [
  route({
    method: "post",
    path: "/api/manage/users/bulk",
    access: "admin",
    operation: peopleOperations.importUsers,
    body: { kind: "json", limit: MANAGE_LIMIT, schema: BulkBody },
    query: Type.Object({ yes_deactivate: YesDeactivate }),
    async handle({ body, query: { yes_deactivate }, language }, deps, { user }) {
      const answer = await importUsers(body, user.user_id, deps, yes_deactivate);
      if (isRefusal(answer)) return answer;
      return { status: answer.errors.length > 0 ? 207 : 200, body: bulkImportView(answer, language) };
    },
  }),
  route({
    method: "put",
    path: "/api/manage/users/:user_id",
    access: "admin",
    operation: peopleOperations.synchroniseUser,
    // The synchronisation record of SPEC 2.1: core judges its fields.
    body: { kind: "json", limit: MANAGE_LIMIT, schema: Type.Object({}) },
    async handle({ params, body }, { users }, { user }) {
      const answer = await synchroniseUser(params.user_id as string, body, user.user_id, users);
      if (isRefusal(answer)) return answer;
      return { status: answer.result === "created" ? 201 : 200, body: answer };
    },
  }),
  route({
    method: "get",
    path: "/api/manage/users/:user_id",
    access: "admin",
    operation: peopleOperations.readUser,
    async handle({ params }, { users }) {
      const user = await users.find(params.user_id as string);
      return user === null
        ? refuse("USER_NOT_FOUND", { code: "user.unknown" })
        : { status: 200, body: summaryOf(user) };
    },
  }),
  route({
    method: "post",
    path: "/api/manage/users/:user_id/sign-out",
    access: "admin",
    operation: peopleOperations.signOutUser,
    async handle({ params }, { users }, { user }) {
      return (await signOutUser(params.user_id as string, user.user_id, users)) ?? { status: 204 };
    },
  }),
  route({
    method: "get",
    path: "/api/manage/users",
    access: "admin",
    operation: peopleOperations.listUsers,
    query: Type.Object({
      ...PAGE,
      query: Type.Optional(Type.String({ maxLength: 200 })),
      without_department_code: Type.Boolean({ default: false }),
    }),
    async handle({ query: { limit, cursor, query, without_department_code }, cursors }, { users }) {
      const from = cursors.read(cursor);
      if (isRefusal(from)) return from;
      const rows = await users.list({
        ...from,
        limit: limit + 1,
        without_department_code,
        ...(query ? { query } : {}),
      });
      const { page, next_cursor } = cursors.pageOf(rows, limit, ({ user_id }) => user_id);
      return { status: 200, body: { users: page.map(summaryOf), next_cursor } };
    },
  }),
];
