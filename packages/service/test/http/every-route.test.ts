import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { OPERATION_LIST } from "@retrieval/api";
import { createHardenedDatabase, type HardenedDatabase } from "../hardened-database.js";
import { startTestService, type TestService } from "../harness.js";
import { sentExamples } from "./example-calls.js";

/** The session's own user (SPEC 4.1). */
const SHOW_DEPARTMENTS = ["readSession", "issueSessionToken"];

describe.each(["owns the tables", "is hardened"])(
  "the answers of every route, where the service's database role %s",
  (kind) => {
    let t: TestService;
    let admin: string;
    let hardened: HardenedDatabase | undefined;
    beforeAll(async () => {
      if (kind === "is hardened") hardened = await createHardenedDatabase();
      t = await startTestService({ env: hardened ? { DATABASE_URL: hardened.serviceUrl } : {} });
      admin = await t.signedIn("000001", { role: "admin" });
    });
    afterAll(async () => {
      await t.close();
      await hardened?.drop();
    });

    it("are good for the example of each operation, and have no file path and no password", async () => {
      const called = new Set<string>();
      for await (const { operation, type, response } of sentExamples(t, admin)) {
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
        for (const hidden of ["department", "department_code", "permission_groups"])
          expect(fields).not.toContain(hidden);
      }
      expect([...called].sort()).toEqual(OPERATION_LIST.map(({ operationId }) => operationId).sort());
    });
  },
);

function fieldsOf(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => [name, ...fieldsOf(part)]);
}
