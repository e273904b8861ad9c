import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { NOW, startTestService, type TestService } from "../harness.js";

const guess = (t: TestService, forwardedFor: string) =>
  t
    .http()
    .post("/api/auth/sso-token")
    .set("X-Forwarded-For", forwardedFor)
    .send({ user_id: "001234", timestamp: NOW, signature: "0".repeat(64) });

describe.each([
  ["no proxy is trusted", "", (claimed: string) => claimed],
  ["one proxy adds the address that it sees", "1", (claimed: string) => `${claimed}, 203.0.113.7`],
])("a caller who claims another address at each guess, if %s", (_, trusted, header) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startTestService({ env: { RATE_LIMIT_SIGN_IN_FAILURES: "5", TRUST_PROXY: trusted } });
  });
  afterAll(() => t.close());

  it("is counted as one address", async () => {
    const statuses: number[] = [];
    for (let i = 1; i <= 6; i += 1) statuses.push((await guess(t, header(`198.51.100.${i}`))).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });
});

describe("the log", () => {
  let t: TestService;
  beforeAll(async () => {
    t = await startTestService();
  });
  afterAll(() => t.close());

  it("has one line of JSON for each request, whatever its address and its request id contain", async () => {
    const before = t.log().length;
    const forged = `%0A{"level":30,"msg":"forged"}%0D%0A`;
    await t.http().get(`/api/documents/${forged}/outline`);
    for (const id of ['x","forged":"1', "a\tb", "%0A", "x".repeat(129), "髙"].map((text) =>
      Buffer.from(text).toString("latin1"),
    ))
      await t.http().get("/api/nothing").set("X-Request-Id", id);
    const kept = ["of-a-proxy.1", "b2a8:1/=+#17", "Root=1-67891233-abcdef;Parent=53995c3f|a@b~c,d"];
    for (const id of kept) await t.http().get("/api/nothing").set("X-Request-Id", id);
    const lines = t.log().slice(before).trimEnd().split("\n");
    const ids = lines.map((line) => JSON.parse(line).req.id as string);
    expect(ids).toHaveLength(9);
    expect(ids.slice(0, 6).filter((id) => !/^[0-9a-f-]{36}$/.test(id))).toEqual([]);
    expect(ids.slice(6)).toEqual(kept);
  });
});
