import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { OPERATION_LIST } from "@retrieval/api";
import { createHardenedDatabase, type HardenedDatabase, onServer } from "../hardened-database.js";
import { startTestService, type TestService } from "../harness.js";
import { accessGuardTests } from "./access-guard.js";
import { sentExamples } from "./example-calls.js";
import { knowsDocument, ORIGIN } from "./oauth-client.js";
import { openApiTests } from "./openapi-document.js";

/** The session's own user (SPEC 4.1), and what a user has a right to. */
const SHOW_DEPARTMENTS = ["readSession", "issueSessionToken", "exportUser"];

// One service for what is true of every operation. Its role has the fewest rights with which it must work.
let hardened: HardenedDatabase;
const t = {} as TestService & { admin: string };
beforeAll(async () => {
  hardened = await createHardenedDatabase();
  Object.assign(
    t,
    await startTestService({
      env: { DATABASE_URL: hardened.serviceUrl, PUBLIC_URL: ORIGIN, MCP: "true" },
      outgoing: { fetch: knowsDocument, accepts: () => true },
    }),
  );
  t.admin = await t.signedIn("000001", { role: "admin" });
});
afterAll(async () => {
  await t.close();
  await hardened.drop();
});

accessGuardTests(t);
openApiTests(t);

// The last ones, because they end the administrator's session.
describe("the answers of every route", () => {
  it("are good for the example of each operation, and have no file path and no password", async () => {
    const called = new Set<string>();
    const asOwner = (statement: string) => onServer(statement, hardened.url);
    for await (const { operation, type, response } of sentExamples(t, t.admin, asOwner)) {
      const { operationId, answers } = operation;
      const { status, body } = response;
      const call = { operationId, type, status };
      expect({ ...call, text: status in answers ? "" : response.text }).toEqual({ ...call, text: "" });
      called.add(operationId);
      // The OpenAPI document has the names of request fields, but no user's data.
      if (operationId === "readApiDocument") continue;
      const fields = fieldsOf(body);
      for (const hidden of ["source_path", "filesystem_path", "password", "password_hash", "payload", "options"])
        expect(fields).not.toContain(hidden);
      if (SHOW_DEPARTMENTS.includes(operationId)) continue;
      for (const hidden of ["department", "department_code", "permission_groups"]) expect(fields).not.toContain(hidden);
    }
    expect([...called].sort()).toEqual(OPERATION_LIST.map(({ operationId }) => operationId).sort());
  });
});

function fieldsOf(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => [name, ...fieldsOf(part)]);
}
