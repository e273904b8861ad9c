import { OPERATION_LIST, type Operation, type OperationId, PATH_PARAMETERS, type PathParameter } from "@retrieval/api";
import { isRefusal } from "@retrieval/core/errors";
import { createAccessToken } from "@retrieval/core/use-cases";
import type { User } from "@retrieval/core/users";
import { callAs, type TestService } from "../harness.js";
import { authorizationAddress, Browser, fetchAt } from "./oauth-client.js";

/** One call of an operation's example; an operation has one for each example of its body. */
export interface ExampleCall {
  readonly operation: Operation;
  readonly type?: string;
  readonly body?: unknown;
}

/** Makes what the other examples read or change. */
const FIRST: readonly OperationId[] = ["replaceDepartments", "synchroniseUser", "importUsers", "uploadDocument"];
/** Takes it away, and ends the session. */
const LAST: readonly OperationId[] = [
  "withdrawVersion",
  "destroyDocument",
  "deleteDocument",
  "eraseUser",
  "endSession",
];

/** Every example, in the order of the document but for {@link FIRST} and {@link LAST}, so that each finds what it needs. */
export function exampleCalls(): ExampleCall[] {
  const placeOf = ({ operationId }: Operation) =>
    FIRST.includes(operationId) ? FIRST.indexOf(operationId) - FIRST.length : LAST.indexOf(operationId) + 1;
  return OPERATION_LIST.toSorted((a, b) => placeOf(a) - placeOf(b)).flatMap((operation) => {
    const bodies = Object.entries(operation.example?.bodies ?? {})
      // The files last, so that there is an original to download.
      .sort(([a], [b]) => Number(b === "application/json") - Number(a === "application/json"))
      .map(([type, body]) => ({ operation, type, body }));
    return bodies.length === 0 ? [{ operation }] : bodies;
  });
}

/** The address of an example with its query, filled with ids of things that exist. */
export function addressOf({ operation }: ExampleCall, ids: Readonly<Record<string, string>> = {}): string {
  const { path, example } = operation;
  const filled = path.replace(/:(\w+)/g, (_, name: PathParameter) => ids[name] ?? PATH_PARAMETERS[name].example);
  const query = Object.entries(example?.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
  return query.length === 0 ? filled : `${filled}?${new URLSearchParams(query)}`;
}

/**
 * Sends every example, one after the other, as an administrator; as a reader what asks no administrator.
 * @param asOwner runs a statement as the owner of the tables
 */
export async function* sentExamples(t: TestService, admin: string, asOwner: (statement: string) => Promise<unknown>) {
  const ids: Record<string, string> = {};
  let reader = "";
  let cookie = "";
  const prepared: Partial<Record<OperationId, () => Promise<unknown>>> = {
    confirmVersion: async () => {
      await askToConfirm(t);
      reader = await t.signedIn("100009", { department_code: "D1020" });
    },
    eraseUser: async () => {
      await t.signedIn("100008");
      await callAs(t, admin, "patch", "/api/manage/users/100008", { is_active: false }).expect(200);
      await asOwner("UPDATE user_states SET at = '2025-01-01' WHERE user_id = '100008'");
      ids.user_id = "100008";
    },
    publishDraft: () => saveDraft(t, admin),
    approveDraft: () => saveDraft(t, admin),
    returnDraft: () => saveDraft(t, admin),
    cancelJob: async () => {
      ids.job_id = await waitingJob(t);
    },
    // What was confirmed is not deleted.
    deleteDocument: async () => {
      ids.document_id = "by-mistake";
      const chunks = [{ text_type: "paragraph", content: "Text." }];
      await callAs(t, admin, "put", "/api/manage/documents/by-mistake?wait=true", { chunks }).expect(200);
    },
    listChangedReaders: async () => {
      const { body } = await callAs(t, admin, "get", "/api/manage/changes?after=0").expect(200);
      ids.position = body.items.find(({ type }: { type: string }) => type === "access.changed").position;
    },
    readAuthorization: async () => {
      const browser = new Browser(fetchAt(t.url));
      const page = await browser.open(authorizationAddress());
      ids.authorization_id = page.pathname.slice("/authorize/".length);
      cookie = browser.cookieFor("/api/authorizations/");
    },
    revokeTokenOfUser: async () => {
      ids.token_id = await tokenOf("900001", t);
    },
  };
  for (const call of exampleCalls()) {
    const { operationId, method, example } = call.operation;
    await prepared[operationId]?.();
    // An answer's id is good for the user whom it was given to only.
    const body = operationId === "judgeAnswer" ? { ...(call.body as object), answer_id: ids.answer_id } : call.body;
    const type = call.type === undefined ? {} : { "Content-Type": call.type };
    const headers = { ...example?.headers, ...type, Cookie: cookie };
    const token = operationId === "confirmVersion" ? reader : admin;
    const response = await callAs(t, token, method, addressOf(call, ids), body as object | undefined, headers);
    for (const name of ["job_id", "token_id", "answer_id", "webhook_id"])
      if (response.body[name]) ids[name] = response.body[name];
    yield { ...call, response };
  }
}

/** A job that no worker takes yet. */
async function waitingJob(t: TestService): Promise<string> {
  const { rows } = await t.database.pool.query<{ job_id: string }>(
    `INSERT INTO jobs (document_id, state, options, payload, free_from)
     VALUES ('waits', 'queued', '{}', '', now() + interval '200 seconds') RETURNING job_id`,
  );
  return rows[0]?.job_id ?? "";
}

/** The first version of the examples, in force again one day. */
async function askToConfirm(t: TestService): Promise<void> {
  await t.database.pool.query(
    "UPDATE revisions SET notice = 'confirm', effective_from = '2999-01-01' WHERE document_id = 'work-rules' AND number = 1",
  );
}

async function tokenOf(user_id: string, t: TestService): Promise<string> {
  const user = (await t.service.deps.users.find(user_id)) as User;
  const asked = { name: "a script", audience: "api", days: 1 } as const;
  const by = { user, signed_in_at: t.clock.seconds, address: "127.0.0.1" };
  const created = await createAccessToken(asked, by, t.service.deps);
  if (isRefusal(created)) throw new Error(JSON.stringify(created));
  return created.token.token_id;
}

async function saveDraft(t: TestService, admin: string): Promise<void> {
  const draft = { publish: false, chunks: [{ text_type: "paragraph", content: "Another text." }] };
  await callAs(t, admin, "put", "/api/manage/documents/work-rules?wait=true", draft).expect(200);
}
