import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { callAs, errorBody, startTestService, type TestService } from "../harness.js";
import { readExposition, seriesValue } from "./exposition.js";

describe("an unexpected error", () => {
  let t: TestService;
  let reader: string;
  beforeAll(async () => {
    t = await startTestService();
    reader = await t.signedIn("001234");
    await t.database.pool.query("ALTER TABLE documents RENAME TO sunk_treasure");
  });
  afterAll(() => t.close());

  it("is answered with a general message, logged with its stack, and counted; the service continues", async () => {
    const { status, body, headers, text } = await callAs(t, reader, "get", "/api/documents/rules/outline");
    expect({ status, body }).toEqual({ status: 500, body: errorBody("INTERNAL_ERROR") });
    expect(text).not.toMatch(/documents|relation|42P01|\.[jt]s\b/);
    const failures = t
      .log()
      .split("\n")
      .filter((line) => line.includes("request failed"))
      .map((line) => JSON.parse(line));
    expect(failures).toEqual([
      expect.objectContaining({
        level: 50,
        req: expect.objectContaining({ id: headers["x-request-id"], path: "/api/documents/rules/outline" }),
        err: expect.objectContaining({ message: 'relation "documents" does not exist', stack: expect.any(String) }),
      }),
    ]);
    expect(t.log()).not.toContain(reader);
    const samples = readExposition((await t.http().get("/metrics")).text);
    expect(seriesValue(samples, "retrieval_http_refusals_total", { code: "INTERNAL_ERROR" })).toBe(1);
    await callAs(t, reader, "get", "/api/session").expect(200);
  });
});
