import { expect, it } from "@jest/globals";
import { type jobOperations, OPERATION_LIST } from "@retrieval/api";
import { HANDLERS } from "../src/handlers/index.js";
import { jobView } from "../src/handlers/jobs.js";
import type { Handler, Handlers, HandlersOf } from "../src/routing/handler.js";

it("every operation has a handler, and every handler an operation", () => {
  expect(Object.keys(HANDLERS).sort()).toEqual(OPERATION_LIST.map(({ operationId }) => operationId).sort());
});

// What follows is checked by the compiler: a line below `@ts-expect-error` that compiles is an error.

const { readJob, ...others } = HANDLERS;
const { listJobs, cancelJob } = HANDLERS;

const IMPORTED = { updated: 0, skipped: 0, errors: [], total_requested: 0 };

export const wrongTables = [
  // @ts-expect-error an operation without a handler
  others satisfies Handlers,
  // @ts-expect-error a handler without an operation
  { listJobs, cancelJob, readJob, repeatJob: readJob } satisfies HandlersOf<typeof jobOperations>,
];

export const goodHandler: Handler<"readJob"> = async ({ params: { job_id }, language }, { jobs }) => {
  const job = await jobs.find(job_id);
  if (job === null) throw new Error("no such job");
  return { status: 200, body: jobView(job, language) };
};

export const wrongHandlers = {
  // @ts-expect-error a parameter that the path does not have
  readJob: async ({ params: { user_id } }) => ({ status: 200, body: user_id }),
  // @ts-expect-error a parameter that the query does not have
  listUsers: async ({ query: { kind } }) => ({ status: 200, body: { items: [], next_cursor: kind } }),
  // @ts-expect-error an entry that core has not judged yet
  importUsers: async ({ body }) => ({ status: 200, body: { ...IMPORTED, created: body.users[0] } }),
  // @ts-expect-error a body that is not the schema's
  listGroups: async () => ({ status: 200, body: { items: [1] } }),
  // @ts-expect-error a body without a field that the schema has
  listDrafts: async () => ({ status: 200, body: { items: [] } }),
  // @ts-expect-error a status that the operation does not have
  readConfiguration: async () => ({
    status: 201,
    body: { portal_origin: "", version: "", time_zone: "", answers_by_model: false },
  }),
  // @ts-expect-error a body where the operation answers none
  cancelJob: async () => ({ status: 204, body: {} }),
  // @ts-expect-error a session where no one is signed in
  readHealth: async (_request, _deps, { user }) => ({ status: 200, body: { status: user.role } }),
} satisfies Partial<Handlers>;
