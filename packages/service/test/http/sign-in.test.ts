import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { sessionClaims, sessionKey, sharedSecret } from "@retrieval/core";
import { synchroniseUser } from "@retrieval/core/use-cases";
import jwt from "jsonwebtoken";
import { JsonWebTokens, secretTokenKey } from "../../src/adapters/json-web-tokens.js";
import {
  errorBody,
  NOW,
  PREVIOUS_SECRET,
  SECRET,
  signedRequest,
  startTestService,
  type TestService,
} from "../harness.js";

describe("POST /api/auth/sso-token", () => {
  let t: TestService;
  beforeAll(async () => {
    t = await startTestService({ env: { SSO_SHARED_SECRET_PREVIOUS: PREVIOUS_SECRET } });
    const { users } = t.service.deps;
    await synchroniseUser(
      "001234",
      { display_name: "髙﨑 𠮷神", department_name: "総務部", email: "t@aoba.example" },
      null,
      users,
    );
    await synchroniseUser("009999", { display_name: "Retired", is_active: false }, null, users);
  });
  beforeEach(() => {
    t.clock.seconds = NOW;
  });
  afterAll(() => t.close());

  const signIn = (body: object) => t.http().post("/api/auth/sso-token").send(body);

  it("returns a session token, the user and the lifetime for a signed request", async () => {
    const response = await signIn(signedRequest("001234", NOW));
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      token: expect.any(String),
      user: {
        user_id: "001234",
        display_name: "髙﨑 𠮷神",
        role: "user",
        department: "総務部",
        email: "t@aoba.example",
      },
      expires_in: 10_800,
    });
    expect(response.headers["cache-control"]).toBe("no-store");
  });

  it("puts the claims of the session policy into the token, and nothing else", async () => {
    const { body } = await signIn(signedRequest("001234", NOW));
    expect(jwt.decode(body.token)).toEqual({
      iss: "retrieval-service",
      aud: "retrieval-service",
      sub: "001234",
      name: "髙﨑 𠮷神",
      role: "user",
      department: "総務部",
      department_code: null,
      permission_groups: [],
      ses: 0,
      iat: NOW,
      exp: NOW + 10_800,
      jti: expect.any(String),
    });
  });

  describe("refuses what is malformed with 400 INVALID_REQUEST", () => {
    const good = signedRequest("001234", NOW);
    const malformed: Record<string, unknown> = {
      "no user_id": { ...good, user_id: undefined },
      "an empty user_id": { ...good, user_id: "" },
      "a user_id that is a number": { ...good, user_id: 1234 },
      "a user_id of 129 characters": signedRequest("x".repeat(129), NOW),
      "a user_id with a line break": signedRequest("00\n1234", NOW),
      "a user_id with NUL": signedRequest("00\u00001234", NOW),
      "a user_id with half a surrogate pair": { ...good, user_id: "\ud842" },
      "a timestamp that is text": { ...good, timestamp: String(NOW) },
      "a timestamp with a fraction": { ...good, timestamp: NOW + 0.5 },
      "a timestamp in milliseconds": { ...good, timestamp: NOW * 1000 },
      "a negative timestamp": { ...good, timestamp: -1 },
      "no timestamp": { ...good, timestamp: undefined },
      "a null timestamp": { ...good, timestamp: null },
      "a signature that is a number": { ...good, signature: 7 },
      "no signature": { ...good, signature: undefined },
      "an array": [good],
      "an empty object": {},
    };
    it.each(Object.keys(malformed))("%s", async (name) => {
      const response = await signIn(malformed[name] as object);
      expect({ status: response.status, body: response.body }).toEqual({
        status: 400,
        body: errorBody("INVALID_REQUEST"),
      });
    });

    it("a body that is not JSON, not UTF-8, or missing", async () => {
      const post = () => t.http().post("/api/auth/sso-token").set("Content-Type", "application/json");
      for (const body of ["{", "", "null", '"text"', "7", '{"user_id":"001234",}']) {
        const response = await post().send(body);
        expect({ body, status: response.status, code: response.body.error?.code }).toEqual({
          body,
          status: 400,
          code: "INVALID_REQUEST",
        });
      }
      const cp932 = Buffer.from([
        ...Buffer.from('{"user_id":"'),
        0x8d,
        0x82,
        ...Buffer.from('","timestamp":1,"signature":"x"}'),
      ]);
      const response = await post()
        .serialize((body) => body)
        .send(cp932 as unknown as object);
      expect(response.status).toBe(400);
    });
  });

  it("explains a malformed request in one sentence", async () => {
    const good = signedRequest("001234", NOW);
    for (const [body, what] of [
      [[good], "the body must be a JSON object {user_id, timestamp, signature}"],
      [{}, "user_id must be a string"],
      [{ ...good, user_id: "" }, "user_id must not be empty"],
      [{ ...good, user_id: "x".repeat(129) }, "user_id must have at most 128 characters"],
      [{ ...good, timestamp: String(NOW) }, "timestamp must be a JSON integer: UNIX time in seconds"],
      [{ ...good, timestamp: NOW * 1000 }, "timestamp must be UNIX time in seconds (this looks like milliseconds)"],
      [{ ...good, signature: 7 }, "signature must be a string of 64 lowercase hexadecimal characters"],
    ] as const) {
      expect((await signIn(body)).body).toEqual(errorBody("INVALID_REQUEST", `${what}.`));
    }
  });

  it("accepts a user_id of 128 characters, counted in code points", async () => {
    const long = "𠮷".repeat(128);
    expect((await signIn(signedRequest(long, NOW))).body).toEqual(errorBody("USER_NOT_FOUND"));
  });

  it("answers every wrong signature with the same message", async () => {
    const { signature } = signedRequest("001234", NOW);
    const wrong = [
      signature.toUpperCase(),
      ` ${signature}`,
      signature.slice(1),
      `${signature}0`,
      "",
      "0".repeat(64),
      "é".repeat(64),
      signedRequest("001234", NOW + 1).signature,
      signedRequest("001235", NOW).signature,
      signedRequest("001234", NOW, "another secret of sixty-four characters or more, for the portal of a rival")
        .signature,
    ];
    const bodies = new Set<string>();
    for (const signature of wrong) {
      const response = await signIn({ user_id: "001234", timestamp: NOW, signature });
      expect({ signature, status: response.status }).toEqual({ signature, status: 401 });
      expect(response.body).toEqual(errorBody("INVALID_SIGNATURE"));
      bodies.add(response.text);
    }
    expect(bodies.size).toBe(1);
  });

  it("checks the signature before the timestamp and before looking for the user", async () => {
    const stale = { ...signedRequest("001234", NOW - 9_999), signature: "0".repeat(64) };
    const unknown = { ...signedRequest("nobody", NOW), signature: "0".repeat(64) };
    for (const body of [stale, unknown]) expect((await signIn(body)).body).toEqual(errorBody("INVALID_SIGNATURE"));
    expect((await signIn(signedRequest("nobody", NOW - 9_999))).body).toEqual(errorBody("EXPIRED_TIMESTAMP"));
  });

  it.each([
    [-300, 200],
    [-301, 401],
    [60, 200],
    [61, 401],
  ])("judges a timestamp %i seconds from now: %i", async (offset, status) => {
    const response = await signIn(signedRequest("001234", NOW + offset));
    expect(response.status).toBe(status);
    if (status === 401) expect(response.body).toEqual(errorBody("EXPIRED_TIMESTAMP"));
  });

  it("answers an unregistered and a retired user alike: 404 USER_NOT_FOUND", async () => {
    const unknown = await signIn(signedRequest("nobody", NOW));
    const retired = await signIn(signedRequest("009999", NOW));
    expect(unknown.status).toBe(404);
    expect(unknown.body).toEqual(errorBody("USER_NOT_FOUND"));
    expect(retired.text).toBe(unknown.text);
  });

  it("accepts the previous secret during a rotation, and logs it", async () => {
    const response = await signIn(signedRequest("001234", NOW, PREVIOUS_SECRET));
    expect(response.status).toBe(200);
    expect(t.log()).toContain("previous secret");
  });

  it("accepts a token of the previous key, and logs it with the request's id", async () => {
    const policy = t.service.deps.session;
    const key = secretTokenKey(sessionKey(sharedSecret(PREVIOUS_SECRET)));
    const user = await t.service.deps.users.find("001234");
    const claims = user && sessionClaims(user, policy, { now: NOW, jti: "old" });
    const token = new JsonWebTokens([key]).issue(claims as NonNullable<typeof claims>);
    const response = await t
      .http()
      .get("/api/session")
      .set({ Authorization: `Bearer ${token}`, "X-Request-Id": "request-of-an-old-key" });
    expect(response.status).toBe(200);
    const lines = t.log().trimEnd().split("\n");
    const said = lines.map((line) => JSON.parse(line)).filter(({ msg }) => String(msg).includes("previous key"));
    expect(said).toEqual([
      expect.objectContaining({ user_id: "001234", req: expect.objectContaining({ id: "request-of-an-old-key" }) }),
    ]);
  });

  it("accepts the same signed request again within the tolerance", async () => {
    const body = signedRequest("001234", NOW);
    expect((await signIn(body)).status).toBe(200);
    expect((await signIn(body)).status).toBe(200);
  });

  it("writes no secret, signature or token into the log", async () => {
    const body = signedRequest("001234", NOW - 5);
    const { token } = (await signIn(body)).body;
    await t.http().get(`/api/session?sso_token=${token}`).set("Authorization", `Bearer ${token}`);
    await signIn({ ...body, signature: "f".repeat(64) });
    const log = t.log();
    expect(log).toContain("/api/auth/sso-token");
    for (const hidden of [SECRET, PREVIOUS_SECRET, body.signature, "f".repeat(64), token, token.split(".")[2]]) {
      expect(log).not.toContain(hidden);
    }
  });
});

describe("POST /api/auth/sso-token with SSO_SINGLE_USE", () => {
  let t: TestService;
  beforeAll(async () => {
    t = await startTestService({ env: { SSO_SINGLE_USE: "true" } });
    await synchroniseUser("001234", { display_name: "髙﨑" }, null, t.service.deps.users);
  });
  afterAll(() => t.close());

  it("issues exactly one token for one signed request, however often it is sent at once", async () => {
    const body = signedRequest("001234", NOW);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => t.http().post("/api/auth/sso-token").send(body)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers) if (status !== 200) expect(body).toEqual(errorBody("EXPIRED_TIMESTAMP"));
  });

  it("does not consume a request whose user is not registered yet", async () => {
    const body = signedRequest("007777", NOW);
    expect((await t.http().post("/api/auth/sso-token").send(body)).status).toBe(404);
    await synchroniseUser("007777", { display_name: "New" }, null, t.service.deps.users);
    expect((await t.http().post("/api/auth/sso-token").send(body)).status).toBe(200);
  });
});

describe("the limit of failed sign-ins", () => {
  let t: TestService;
  beforeAll(async () => {
    t = await startTestService({ env: { RATE_LIMIT_SIGN_IN_FAILURES: "5" } });
    await synchroniseUser("001234", { display_name: "髙﨑" }, null, t.service.deps.users);
  });
  afterAll(() => t.close());

  it("stops guesses, but never a correctly signed request from the same address", async () => {
    const guess = () =>
      t
        .http()
        .post("/api/auth/sso-token")
        .send({ user_id: "001234", timestamp: NOW, signature: "0".repeat(64) });
    for (let i = 0; i < 5; i += 1) expect((await guess()).status).toBe(401);
    const limited = await guess();
    expect(limited.status).toBe(429);
    expect(limited.body).toEqual(errorBody("RATE_LIMITED"));
    expect(Number(limited.headers["retry-after"])).toBeGreaterThan(0);
    expect((await t.http().post("/api/auth/sso-token").set("Content-Type", "application/json").send("{")).status).toBe(
      429,
    );

    const all = Array.from({ length: 400 }, (_, i) => signedRequest(i % 2 ? "001234" : `unknown-${i}`, NOW));
    const statuses = await Promise.all(
      all.map(async (body) => (await t.http().post("/api/auth/sso-token").send(body)).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(200);
    expect(statuses.filter((status) => status === 404)).toHaveLength(200);
  });
});
